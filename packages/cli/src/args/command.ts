import type { CliIo } from "../io.ts";

/** One option of a command. */
export interface OptionSpec {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Shown in help for options with a value: `--config <file>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The value is a whole number of at least this much. */
  readonly integerFrom?: number;
  readonly summary: string;
}

/** A command as data: enough for parsing, help and completion without loading what it does. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: {
    readonly label: string;
    readonly summary: string;
    /** Default 0. */
    readonly min?: number;
    readonly max: number;
    /** What stands behind `--` is passed on as it is. */
    readonly passesOn?: true;
    /** What stands behind so many arguments is passed on as it is, options too; a `--` right there is left out. */
    readonly passesOnAfter?: number;
    readonly choices?: readonly string[];
    /** Words of a person's own, so that a shell has no paths to offer. */
    readonly isWords?: boolean;
  };
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly details?: readonly string[];
  readonly load: () => Promise<CommandRun>;
}

/** A command line that matched its command's specification. */
export interface ParsedArgs {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/** Does the command's work; resolves to the exit code. */
export type CommandRun = (args: ParsedArgs, io: CliIo) => Promise<number>;
