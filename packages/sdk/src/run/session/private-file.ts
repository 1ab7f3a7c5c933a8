import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { fileErrorCode } from "../../node/describe-file-error.ts";
import { unusable } from "../../node/sessions/session-folder.ts";

// A command reads and writes a few small files and ends: waiting for a thread each time would take longer than the work.

const { O_NOFOLLOW, O_NONBLOCK } = constants;
// Neither is there on Windows. A pipe in the place of a file must not be waited for.
const safely: number = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** Uses a file of ours that nobody else can write to; undefined if it does not exist. */
export function withPrivateFile<Value>(path: string, flags: number, use: (file: number) => Value): Value | undefined {
  let file: number;
  try {
    file = openSync(path, flags | safely, 0o600);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return undefined;
    throw unusable(path, error);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw unusable(path, "it is not a regular file");
    // Whoever can write there can answer in a session's name.
    if (process.getuid && stats.uid !== process.getuid()) throw unusable(path, "it belongs to somebody else");
    if (process.getuid && (stats.mode & 0o022) !== 0) throw unusable(path, "others may write to it");
    return use(file);
  } catch (error) {
    throw fileErrorCode(error) === undefined ? error : unusable(path, error);
  } finally {
    closeSync(file);
  }
}

/** The bytes between two places, or as many as there are. */
export function readRange(file: number, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(file, buffer, length, buffer.length - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

/** Writes all of it, at the end of a file that was opened to append. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}
