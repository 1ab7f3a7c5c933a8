import type { CommandSpec, OptionSpec } from "./args/command.ts";

const json: OptionSpec = { type: "boolean", summary: "As JSON" };
const inFolder: OptionSpec = {
  type: "string",
  value: "folder",
  summary: "Look in this folder (default: where agents look for skills)",
};
const listingExitCodes = [
  "Exit codes:",
  "  0   no errors; also when there are no skills",
  "  1   at least one error: a path that is missing, a skill that cannot be listed",
  "  2   wrong usage, or no given path exists",
];

/** Every command, as data; what a command does is loaded when it runs. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "check",
    summary: "Check skills, and mend what can be mended",
    arguments: {
      label: "[path…]",
      summary: "Skill folders, SKILL.md files, or folders to search for them (default: .)",
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
      "Exit codes:",
      "  0   no errors, and no more warnings than allowed",
      "  1   at least one error, or too many warnings",
      "  2   wrong usage: an unknown option, a bad value, a bad configuration, or no given path exists",
      "  70  a mistake in tradecraft itself; TRADECRAFT_DEBUG=1 shows the stack",
    ],
    load: async () => (await import("./commands/check.ts")).runCheck,
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
    load: async () => (await import("./commands/list.ts")).runList,
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
    load: async () => (await import("./commands/show.ts")).runShow,
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
    load: async () => (await import("./commands/search.ts")).runSearch,
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
    load: async () => (await import("./commands/cost.ts")).runCost,
  },
  {
    name: "run",
    summary: "Run a script of a skill, once you have agreed to it",
    arguments: {
      label: "<skill> <script> [-- arg…]",
      summary: "Id or name of the skill, or the path of its folder; a file of its scripts/; what the script gets",
      min: 2,
      max: Infinity,
      passesOn: true,
      isWords: true,
    },
    options: {
      in: inFolder,
      timeout: { type: "string", value: "seconds", integerFrom: 1, summary: "Kill it after so long (default: 120)" },
      sandbox: {
        type: "string",
        value: "when",
        choices: ["auto", "required", "off"],
        summary: "Without network and home folder: if possible, always, or not (default: auto)",
      },
      yes: { type: "boolean", short: "y", summary: "Run it without asking" },
      "no-input": { type: "boolean", summary: "Never ask; refuse instead" },
      json,
    },
    details: [
      "Shows what would run and asks. The answer can be remembered: for this script, until any file of the skill changes.",
      "The script starts in its skill's folder, without your environment and your input; give paths as absolute ones. In the",
      "sandbox (bubblewrap on Linux, @anthropic-ai/sandbox-runtime on macOS) it reads its skill and the system's programs.",
      "",
      "Exit codes:",
      "  0    the script ended with 0",
      "  1    it ended with something else (--json says what), or it could not be run",
      "  2    wrong usage, or nobody agreed",
      "  130  interrupted; the script and all it started were killed",
    ],
    load: async () => (await import("./commands/run.ts")).runRun,
  },
  {
    name: "rules",
    summary: "List every rule: code, severity per profile, whether --fix mends it",
    options: { json },
    load: async () => (await import("./commands/rules.ts")).runRules,
  },
  {
    name: "completion",
    summary: "Print a completion script for a shell",
    arguments: { label: "<shell>", summary: "bash, zsh or fish", max: 1, choices: ["bash", "zsh", "fish"] },
    options: {},
    details: [
      "Examples:",
      "  bash  source <(tradecraft completion bash)",
      "  zsh   source <(tradecraft completion zsh)",
      "  fish  tradecraft completion fish | source",
    ],
    load: async () => (await import("./commands/completion.ts")).runCompletion,
  },
];
