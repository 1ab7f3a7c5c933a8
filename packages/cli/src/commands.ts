import type { CommandSpec } from "./args/command.ts";
import { READING_SPECS } from "./specs/reading-specs.ts";
import { RUNNING_SPECS } from "./specs/running-specs.ts";
import { SCAN_SPECS } from "./specs/scan-specs.ts";
import { SIGNING_SPECS } from "./specs/signing-specs.ts";
import { SUPPLY_SPECS } from "./specs/supply-specs.ts";
import { WORKFLOW_SPECS } from "./specs/workflow-specs.ts";

/** Commands that belong together, under a heading of the help. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandSpec[];
}

/** Every command, as data, in groups; what a command does is loaded when it runs. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: "Read and check", commands: READING_SPECS },
  { title: "Write skills", commands: WORKFLOW_SPECS },
  { title: "Use", commands: RUNNING_SPECS },
  { title: "Pin, install, verify", commands: [...SUPPLY_SPECS, ...SIGNING_SPECS, ...SCAN_SPECS] },
  {
    title: "Shell",
    commands: [
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
    ],
  },
];

/** Every command. */
export const COMMANDS: readonly CommandSpec[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
