import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { visible } from "../text/visible.ts";
import type { EntryError } from "./entry-error.ts";

/** Says why an entry could not be used, for people and, if asked for, as JSON; gives the exit code. */
export function tellEntryError(error: EntryError, io: Pick<CliIo, "stdout" | "stderr">, json = false): number {
  const { code, message, position } = error;
  if (json) io.stdout.write(jsonDocument(false, { error: { code, message, ...position } }));
  io.stderr.write(`tradecraft: ${entryErrorText(error)}\n`);
  return code === "entry-missing" ? 2 : 1;
}

/** A mistake in an entry as one line, with its place. */
export function entryErrorText({ code, message, position }: EntryError): string {
  const where = position === undefined ? "" : `${position.file}:${position.line}:${position.column}: `;
  return `${code}: ${visible(`${where}${message}`)}`;
}
