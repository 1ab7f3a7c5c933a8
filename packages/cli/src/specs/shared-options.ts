import type { OptionSpec } from "../args/command.ts";

/** `--json`, as most commands have it. */
export const json: OptionSpec = { type: "boolean", summary: "As JSON" };
/** `--in`, for commands that name a skill. */
export const inFolder: OptionSpec = {
  type: "string",
  value: "folder",
  summary: "Look in this folder (default: where agents look for skills)",
};
/** Exit codes of commands that list skills. */
export const listingExitCodes: readonly string[] = [
  "Exit codes:",
  "  0   no errors; also when there are no skills",
  "  1   at least one error: a path that is missing, a skill that cannot be listed",
  "  2   wrong usage, or no given path exists",
];
