import type { CliIo } from "../io.ts";
import { visible } from "../text/visible.ts";
import type { EntryError } from "./entry-error.ts";

/** Says on stderr why an entry could not be used; gives the exit code. */
export function tellEntryError(error: EntryError, io: Pick<CliIo, "stderr">): number {
  io.stderr.write(`tradecraft: ${entryErrorText(error)}\n`);
  return error.code === "entry-missing" ? 2 : 1;
}

/** A mistake in an entry as one line, with its place. */
export function entryErrorText({ code, message, position }: EntryError): string {
  const where = position === undefined ? "" : `${position.file}:${position.line}:${position.column}: `;
  return `${code}: ${visible(`${where}${message}`)}`;
}
