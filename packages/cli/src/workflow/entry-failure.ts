import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { EntryError, type EntryPosition } from "./entry-error.ts";

/** What an entry threw, as a mistake in it; `module` is the file that was run in its place. */
export function entryFailure(error: unknown, entry: string, module: string): EntryError {
  if (error instanceof EntryError) return error;
  const position = positionOf(error, dirname(entry), module);
  return new EntryError("entry-failed", `It cannot be run: ${whatFailed(error, module)}`, {
    cause: error,
    ...(position && { position }),
  });
}

function whatFailed(error: unknown, module: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(`${pathToFileURL(module).href}`, "this file").replaceAll(module, "this file");
}

/** The first place in the stack that is in a file of the entry's own. */
function positionOf(error: unknown, folder: string, module: string): EntryPosition | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const [, place = "", line, column] of stack.matchAll(
    /(?:\(|at |^)((?:file:\/\/)?\/?[^():\s]+(?::[\\/][^():\s]+)?):(\d+):(\d+)/gm,
  )) {
    const file = place.startsWith("file://") ? fileURLToPath(place) : place;
    if (file !== module && file.startsWith(folder) && !file.includes("node_modules"))
      return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
