import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CliIo } from "../io.ts";
import { EntryError } from "../workflow/entry-error.ts";
import { entryFailure } from "../workflow/entry-failure.ts";
import { endedWith, isLoadingEntry, isTaken, lastEntry } from "../workflow/guard-entry.ts";
import { tellEntryError } from "../workflow/tell-entry-error.ts";
import { asksForJson } from "./asks-for-json.ts";
import { tellError } from "./tell-error.ts";

const ownFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** A command of this process that is at work. */
export interface ProcessGuard {
  /** Whether code of somebody else was run in this process. */
  hasRunEntry(): boolean;
  /** The command is done, or nobody listens any more: nothing is to be told. */
  end(): void;
}

/**
 * Sees to it that a command which never comes to its end says so, with an exit code other than 0: one that was left by a
 * throw in a timer, by `process.exit` in somebody's code, or by an event loop with nothing left to do.
 */
export function guardProcess({ argv }: Pick<CliIo, "argv">): ProcessGuard {
  const { stdout, stderr } = process;
  // Somebody's code may be at work when it is needed: these are kept from before.
  const exit = process.exit.bind(process);
  const write = stdout.write.bind(stdout);
  let isOver = false;
  let hasWritten = false;
  stdout.write = ((...args: Parameters<typeof write>) => {
    hasWritten = true;
    return write(...args);
  }) as typeof write;

  const tell = (error: unknown): number => {
    isOver = true;
    // The one document there is stays the only one.
    const json = asksForJson(argv) && !hasWritten;
    const io = { stdout: { write: (text: string | Uint8Array) => write(text) }, stderr };
    stdout.write = () => true;
    if (error instanceof EntryError) return tellEntryError(error, io, json);
    const message = error instanceof Error ? error.message : String(error);
    tellError({ code: "internal-error", message }, io, json);
    if (process.env["TRADECRAFT_DEBUG"] === "1" && error instanceof Error) stderr.write(`${error.stack}\n`);
    return 70;
  };
  const leave = (code: number): void => {
    process.exitCode = code;
    // A pipe may be slow where writing does not wait for it.
    write("", () => exit(code));
  };

  const onThrow = (error: unknown): void => {
    if (isOver || isLoadingEntry() || isTaken(error)) return;
    leave(tell(blamed(error)));
  };
  const onEmpty = (): void => {
    if (isOver || isLoadingEntry()) return;
    leave(tell(unfinished("It waits for something that never comes")));
  };
  const onExit = (code: number): void => {
    if (isOver) return;
    const when = isLoadingEntry() ? "while it was loaded" : "before the command was done";
    process.exitCode = tell(unfinished(endedWith(code, when)));
  };
  process.on("uncaughtException", onThrow);
  process.on("beforeExit", onEmpty);
  process.on("exit", onExit);
  return {
    hasRunEntry: () => lastEntry() !== undefined,
    end() {
      process.off("uncaughtException", onThrow);
      process.off("beforeExit", onEmpty);
      process.off("exit", onExit);
    },
  };
}

/** The entry's mistake, where one was run; nothing but its code leaves a command like that. */
function unfinished(message: string): Error {
  if (lastEntry() !== undefined) return new EntryError("entry-failed", message);
  return new Error("The command ended before it was done");
}

function blamed(error: unknown): unknown {
  const run = lastEntry();
  if (run === undefined) return error;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const isOurs = stack.includes(ownFolder) && !stack.includes(dirname(run.entry));
  return isOurs ? error : entryFailure(error, run.entry, run.module);
}
