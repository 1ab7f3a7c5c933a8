import type { CommandSpec } from "../args/command.ts";
import { inFolder, json, listingExitCodes } from "./shared-options.ts";

/** Commands for reading skills: checking, listing, searching, measuring. */
export const READING_SPECS: readonly CommandSpec[] = [
  {
    name: "check",
    summary: "Check skills, and mend what can be mended",
    arguments: {
      label: "[path…]",
      summary: "Skill folders, SKILL.md files, folders to search for them, or workflows: files of code (default: .)",
      max: Infinity,
    },
    options: {
      profile: {
        type: "string",
        value: "name",
        choices: ["spec", "reference", "lenient"],
        summary: "Which reading of the specification decides (default: spec)",
      },
      fix: { type: "boolean", summary: "Write the fixes into the files, and report what remains" },
      format: {
        type: "string",
        value: "name",
        choices: ["pretty", "json", "sarif", "github"],
        summary: "How to report (default: pretty)",
      },
      json: { type: "boolean", summary: "Same as --format json" },
      quiet: { type: "boolean", short: "q", summary: "Report errors only, and no summary line" },
      "max-warnings": {
        type: "string",
        value: "n",
        integerFrom: 0,
        summary: "Exit with 1 when there are more warnings than n",
      },
      config: { type: "string", value: "file", summary: "Use this instead of the nearest tradecraft.json" },
    },
    details: [
      'Configuration: the section "check" of the nearest tradecraft.json at or above the current folder, for example',
      '  { "check": { "profile": "spec", "rules": { "<code>": "off" }, "ignore": ["vendor/"], "maxWarnings": 0 } }',
      "",
      "A file of code (.ts, .js, .mjs …) is a workflow: its default export is checked, for which the file is run.",
      "A folder that tradecraft build made is checked for its workflow.json too; nothing of it is run.",
      "",
      "Exit codes:",
      "  0   no errors, and no more warnings than allowed",
      "  1   at least one error, or too many warnings",
      "  2   wrong usage: an unknown option, a bad value, a bad configuration, or no given path exists",
      "  70  a mistake in tradecraft itself; TRADECRAFT_DEBUG=1 shows the stack",
    ],
    load: async () => (await import("../commands/check.ts")).runCheck,
  },
  {
    name: "list",
    summary: "List skills: what they are for, what they cost, where they come from",
    arguments: {
      label: "[path…]",
      summary: "Folders of skills, skill folders or SKILL.md files (default: where agents look for skills)",
      max: Infinity,
    },
    options: {
      fast: { type: "boolean", summary: "Read neither instructions nor files: tokens of the catalog only" },
      json,
    },
    details: [
      "Without a path: .agents/skills, .claude/skills and the folders of other agents, in this folder and those above it",
      "up to the root of the repository, then in the home folder. Tokens are estimates, per level: the skill's line in the",
      "catalog, its instructions, its text files. > marks a count that leaves out files too large or too many to count.",
      "",
      ...listingExitCodes,
    ],
    load: async () => (await import("../commands/list.ts")).runList,
  },
  {
    name: "show",
    summary: "Show one skill, or print one of its files",
    arguments: {
      label: "<skill> [file]",
      summary: "Id or name of the skill, or the path of its folder; a file of it, such as SKILL.md",
      min: 1,
      max: 2,
      isWords: true,
    },
    options: { in: inFolder, json },
    details: [
      "A file goes to a pipe or a file byte by byte. On a terminal, characters that could move the cursor or hide are made",
      "visible, and a file that is not text is refused.",
      "",
      "Exit codes:",
      "  0   shown",
      "  1   there is no such skill or file, or it cannot be read",
      "  2   wrong usage",
    ],
    load: async () => (await import("../commands/show.ts")).runShow,
  },
  {
    name: "search",
    summary: "Find the skills that fit a text, best first",
    arguments: { label: "<query…>", summary: "Words to search for", min: 1, max: Infinity, isWords: true },
    options: {
      top: { type: "string", value: "n", integerFrom: 1, summary: "At most so many (default: 10)" },
      in: inFolder,
      json,
    },
    details: [
      "Exit codes, as grep has them:",
      "  0   something was found",
      "  1   nothing was found",
      "  2   wrong usage",
    ],
    load: async () => (await import("../commands/search.ts")).runSearch,
  },
  {
    name: "cost",
    summary: "Chart what skills cost in tokens, level by level",
    arguments: {
      label: "[path…]",
      summary: "Folders of skills, skill folders or SKILL.md files (default: where agents look for skills)",
      max: Infinity,
    },
    options: {
      sort: {
        type: "string",
        value: "level",
        choices: ["catalog", "instructions", "files", "name"],
        summary: "What to sort by, and to chart (default: catalog)",
      },
      window: {
        type: "string",
        value: "n",
        integerFrom: 1,
        summary: "Tokens of the context window to compare with (default: 200000)",
      },
      top: {
        type: "string",
        value: "n",
        integerFrom: 1,
        summary: "Show so many skills (default: all); totals count all",
      },
      json,
    },
    details: ["Tokens are estimates, good for comparing skills.", "", ...listingExitCodes],
    load: async () => (await import("../commands/cost.ts")).runCost,
  },
  {
    name: "rules",
    summary: "List every rule: code, severity per profile, whether --fix mends it",
    options: { json },
    load: async () => (await import("../commands/rules.ts")).runRules,
  },
];
