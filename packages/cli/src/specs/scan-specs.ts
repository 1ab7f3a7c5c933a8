import type { CommandSpec } from "../args/command.ts";
import { inFolder, json } from "./shared-options.ts";

const levels = ["low", "medium", "high"];

/** Commands for judging skills of others: looking for danger, agreeing to it. */
export const SCAN_SPECS: readonly CommandSpec[] = [
  {
    name: "scan",
    summary: "Look for danger in skills: hidden text, secrets sent away, code that runs unasked",
    arguments: {
      label: "[path…]",
      summary: "Skill folders, SKILL.md files, or folders to search for them (default: .)",
      max: Infinity,
    },
    options: {
      format: {
        type: "string",
        value: "name",
        choices: ["pretty", "json", "sarif", "github"],
        summary: "How to report (default: pretty)",
      },
      json: { type: "boolean", summary: "Same as --format json" },
      "min-severity": {
        type: "string",
        value: "level",
        choices: levels,
        summary: "Count findings that weigh at least this much (default: medium)",
      },
      "min-confidence": {
        type: "string",
        value: "level",
        choices: levels,
        summary: "Count findings that are at least this sure (default: low)",
      },
      baseline: {
        type: "string",
        value: "file",
        summary: "Leave out what this file accepts, until its content changes",
      },
      "write-baseline": { type: "boolean", summary: "Accept in that file what is found now; reasons in it stay" },
      reader: {
        type: "string",
        value: "command",
        summary: "Also ask this program about each skill; it can add findings and take none away",
      },
      "reader-timeout": {
        type: "string",
        value: "seconds",
        integerFrom: 1,
        summary: "How long that program may take for a skill (default: 120)",
      },
      rules: { type: "boolean", summary: "List the rules, what they look for and what they do not see, and end" },
    },
    details: [
      "Every file of a skill is looked at, hidden ones too; nothing is run and no link is followed. Each finding says why.",
      "A reader is run without a shell: it gets a skill as JSON on stdin and answers with a list as JSON on stdout.",
      "Rules see known forms only. Nothing found is no proof that there is nothing.",
      "",
      "Exit codes:",
      "  0   nothing found, or a baseline was written",
      "  1   at least one finding, a path that could not be scanned, or a reader that failed",
      "  2   wrong usage, a baseline that cannot be used, or no given path exists",
    ],
    load: async () => (await import("../commands/scan.ts")).runScan,
  },
  {
    name: "trust",
    summary: "List what you agreed to, agree to scripts and project skills, or take it back",
    arguments: {
      label: "<list|add|remove> [skill|folder]",
      summary: "What to do; the skill, by id, name or path, or a project's folder of skills",
      min: 1,
      max: 2,
      isWords: true,
    },
    options: {
      in: inFolder,
      script: { type: "string", value: "path", summary: "add: agree to this script alone (default: all of the skill)" },
      yes: { type: "boolean", short: "y", summary: "add: agree without being asked" },
      json,
    },
    details: [
      "An agreement is about content: it ends when any file changes. There are three kinds: scripts of a skill (run, chat and",
      "mcp ask for them), skills of an MCP server (a host asks for them), and folders of skills that come with a project",
      "(chat and mcp leave them out until somebody trusts them).",
      "",
      "Examples:",
      "  tradecraft trust add pdf-forms --script scripts/fill.py",
      "  tradecraft trust add .claude/skills",
      "",
      "Exit codes:",
      "  0   done; also when there is nothing to list",
      "  1   there is no such skill, script or agreement, or it cannot be read",
      "  2   wrong usage, or nobody agreed",
    ],
    load: async () => (await import("../commands/trust.ts")).runTrust,
  },
];
