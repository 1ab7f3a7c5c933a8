import { constants, type Stats } from "node:fs";
import { SkillError } from "../../core/errors.ts";
import { refusedPath } from "../../core/source/normalize-resource-path.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { folderCalls } from "./folder-calls.ts";
import { openFilePlaces } from "./open-file-path.ts";
import { sharedSlices } from "./shared-slices.ts";

export interface ReadInsideOptions {
  /** Is this real path one that may be read? Asked about the file that is open, not about the one that was named. */
  readonly allows: (realPath: string) => boolean;
  readonly maxBytes: number;
  /** How the file is called in errors; never a path of this machine. */
  readonly shownAs: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a file whose real path is allowed. The file is opened first and judged then, so that nothing can be swapped in
 * between: by the path the kernel gives for it, else by being the file that lies at the allowed path. Throws `path-refused`, `resource-missing`,
 * `file-too-large` or `file-unreadable`.
 */
export async function readInside(path: string, options: ReadInsideOptions): Promise<Buffer> {
  // A file may be replaced as it is read; the new one is read then.
  for (let attempt = 1; ; attempt++) {
    if (sharedSlices.over) await sharedSlices.pause();
    const bytes = await readOnce(path, options);
    if (bytes !== undefined) return bytes;
    if (attempt === 5) throw refusedPath(options.shownAs, "it is changed whenever it is read");
  }
}

/** The content; undefined if the file was replaced between two looks at it. */
async function readOnce(path: string, options: ReadInsideOptions): Promise<Buffer | undefined> {
  const { allows, maxBytes, shownAs, signal } = options;
  const { stat, lstat, realpath, open, fstat, close } = folderCalls;
  let file: number | undefined;
  try {
    // Opening a device can have effects, so it is looked at before.
    assertRegular(await stat(path), shownAs);
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const opened = await fstat(file);
    assertRegular(opened, shownAs);
    const told = await openFilePlaces(file, folderCalls);
    const places = told ?? [await realpath(path)];
    const real = places.find(allows);
    if (real === undefined) throw refusedPath(shownAs, "a symbolic link leads to another place");
    if (told === undefined && !isSameFile(await lstat(real), opened)) return undefined;
    return await readUpTo(file, opened.size, { maxBytes, shownAs, signal });
  } catch (error) {
    throw SkillError.is(error) || signal?.aborted === true ? error : toSkillError(error, shownAs);
  } finally {
    if (file !== undefined) await close(file);
  }
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function assertRegular(stats: Stats, shownAs: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw missing(shownAs, "it is a folder");
  throw refusedPath(shownAs, "it is not a regular file");
}

// The size is a hint: it may be 0 under /proc, and the file may grow while it is read.
async function readUpTo(
  file: number,
  size: number,
  { maxBytes, shownAs, signal }: Pick<ReadInsideOptions, "maxBytes" | "shownAs" | "signal">,
): Promise<Buffer> {
  if (size > maxBytes) throw tooLarge(shownAs, maxBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const chunk = Buffer.allocUnsafe(Math.max(size - total, 0) + 512);
    const bytesRead = await folderCalls.read(file, chunk);
    // All there is, by two witnesses: the size, and a read that had room for more.
    if (total === 0 && bytesRead === size && size > 0) return chunk.subarray(0, bytesRead);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(shownAs, maxBytes);
  }
}

function tooLarge(path: string, maxBytes: number): SkillError {
  const message = `This file is larger than the ${maxBytes.toLocaleString("en")} bytes that are read.`;
  return new SkillError("file-too-large", message, { facts: { path, maxBytes } });
}

function missing(path: string, reason: string): SkillError {
  return new SkillError("resource-missing", `There is no file "${path}" here: ${reason}.`, { facts: { path } });
}

function toSkillError(error: unknown, path: string): SkillError {
  const code = fileErrorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG")
    return missing(path, describeFileError(error));
  if (code === "ELOOP") return refusedPath(path, "its symbolic links lead in a circle");
  return new SkillError("file-unreadable", `The file "${path}" cannot be read: ${describeFileError(error)}.`, {
    facts: { path },
  });
}
