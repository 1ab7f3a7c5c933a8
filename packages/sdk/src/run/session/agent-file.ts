import { constants, fstatSync } from "node:fs";
import { readRange, withPrivateFile, writeAll } from "./private-file.ts";

/** A place in a file: so many bytes, and the lines that end before. */
export interface Place {
  readonly bytes: number;
  readonly lines: number;
}

/** Lines that were appended. */
export interface Appended {
  /** The number of the last one, counted from 1. */
  readonly line: number;
  readonly end: Place;
}

const { O_RDWR, O_RDONLY, O_APPEND, O_CREAT, O_EXCL } = constants;
const newline = 10;
const chunkBytes = 1 << 18;

/** Makes the file with its first lines; one that is there already is left alone, and is an error. */
export function createAgentFile(path: string, lines: readonly string[]): Appended {
  const made = withPrivateFile(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, (file) =>
    append(file, lines, { bytes: 0, lines: 0 }),
  );
  if (!made) throw new Error(`${path} cannot be made: its folder is gone.`);
  return made;
}

/** Appends lines, and counts those that others appended after `counted`; undefined if there is no file. */
export function appendToAgentFile(path: string, lines: readonly string[], counted: Place): Appended | undefined {
  return withPrivateFile(path, O_RDWR | O_APPEND, (file) => append(file, lines, counted));
}

/** What stands after a place; undefined if the file is not there, or is not the one in which that place was. */
export function readAgentFile(path: string, from: number): Buffer | undefined {
  return withPrivateFile(path, O_RDONLY, (file) => {
    const { size } = fstatSync(file);
    return isLineEnd(file, from, size) ? readRange(file, from, size) : undefined;
  });
}

function append(file: number, lines: readonly string[], counted: Place): Appended {
  const { size } = fstatSync(file);
  // A file that was cut or replaced is counted anew.
  const from = isLineEnd(file, counted.bytes, size) ? counted : { bytes: 0, lines: 0 };
  const before = countLines(file, from, size);
  // An agent may have left its last line open.
  const bytes = Buffer.from(`${before.open ? "\n" : ""}${lines.join("\n")}\n`);
  writeAll(file, bytes);
  const { size: now } = fstatSync(file);
  const at = now === size + bytes.length ? size : findBytes(file, bytes, size, now);
  const start = at === size ? before.lines : countLines(file, { bytes: size, lines: before.lines }, at).lines;
  const line = start + (before.open ? 1 : 0) + lines.length;
  return { line, end: { bytes: at + bytes.length, lines: line } };
}

function isLineEnd(file: number, at: number, size: number): boolean {
  return at === 0 || (at <= size && readRange(file, at - 1, at)[0] === newline);
}

function countLines(
  file: number,
  { bytes, lines }: Place,
  to: number,
): { readonly lines: number; readonly open: boolean } {
  let [count, open] = [lines, false];
  for (let at = bytes; at < to; at += chunkBytes) {
    const chunk = readRange(file, at, Math.min(to, at + chunkBytes));
    for (let found = chunk.indexOf(newline); found >= 0; found = chunk.indexOf(newline, found + 1)) count++;
    open = chunk.at(-1) !== newline;
  }
  return { lines: count, open };
}

/** Somebody appended at the same time: where did ours go? */
function findBytes(file: number, bytes: Buffer, from: number, to: number): number {
  const found = readRange(file, from, to).indexOf(bytes);
  return found < 0 ? from : from + found;
}
