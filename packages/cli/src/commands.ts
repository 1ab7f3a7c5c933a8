import type { CommandSpec } from "./args/command.ts";

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
      "max-warnings": { type: "string", value: "n", summary: "Exit with 1 when there are more warnings than n" },
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
    name: "rules",
    summary: "List every rule: code, severity per profile, whether --fix mends it",
    options: { json: { type: "boolean", summary: "As JSON" } },
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
