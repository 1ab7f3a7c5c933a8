import type { ParsedArgs } from "../args/command.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { repeatedValues } from "./repeated-values.ts";

/** What the command line asks for. */
export interface ChatOptions {
  readonly folders: readonly string[];
  readonly model: string | undefined;
  /** Ids of the skills that may be used; all if there are none. */
  readonly skills: readonly string[];
  readonly packages: boolean;
  readonly subagents: boolean;
  readonly initialState: string | undefined;
  readonly demo: boolean;
  readonly message: string | undefined;
  readonly json: boolean;
  readonly noColor: boolean;
}

/** Reads the options of `tradecraft chat`; what does not go together is a `UsageError`. */
export function readChatOptions(
  { flags, values, positionals }: ParsedArgs,
  { argv }: Pick<CliIo, "argv">,
): ChatOptions {
  const message = values.get("message");
  if (flags.has("json") && message === undefined) {
    throw new UsageError("option-value", "--json goes with --message: a chat with a person is no JSON");
  }
  if (flags.has("demo") && values.has("model")) {
    throw new UsageError("option-value", "--demo is a model of its own; leave out --model");
  }
  return {
    folders: positionals,
    model: values.get("model"),
    skills: values.has("skill") ? repeatedValues(argv.slice(1), "skill") : [],
    packages: flags.has("packages"),
    subagents: !flags.has("no-subagents"),
    initialState: values.get("initial-state"),
    demo: flags.has("demo"),
    message,
    json: flags.has("json"),
    noColor: flags.has("no-color"),
  };
}
