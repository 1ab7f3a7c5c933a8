import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import type { Stats } from "node:fs";
import type { Diagnostic } from "../core/diagnostic.ts";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { type FileCalls, fileCalls } from "./file-calls.ts";
import { invalidUtf8Offset } from "./invalid-utf8-offset.ts";

export interface ReadSkillFileOptions {
  /** Larger files are refused without being read. Default 16 MiB. */
  readonly maxBytes?: number;
  /** Make system calls in place: faster, for a program that has nothing else to do. Default false. */
  readonly blocking?: boolean;
  readonly signal?: AbortSignal;
}

export interface ReadSkillFileResult {
  readonly text: string;
  /** `file-encoding` when bytes had to be replaced by U+FFFD: such a text must not be written back. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a SKILL.md as UTF-8 text; throws a `SkillError` for anything that is not a regular text file of sane size. */
export async function readSkillFile(path: string, options: ReadSkillFileOptions = {}): Promise<ReadSkillFileResult> {
  options.signal?.throwIfAborted();
  return decodeSkill(await readBounded(path, options.maxBytes ?? 16 * 1024 * 1024, fileCalls(options.blocking)), path);
}

/** A SKILL.md's bytes as text; throws `file-not-text` where they are none. */
export function decodeSkill(bytes: Buffer, path: string): ReadSkillFileResult {
  if (bytes.includes(0)) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const message = utf16 ? "This file is UTF-16; save it as UTF-8." : "This file is not text: it contains NUL bytes.";
    throw new SkillError("file-not-text", message, { facts: { path } });
  }
  const text = bytes.toString("utf8");
  return { text, diagnostics: isUtf8(bytes) ? [] : [invalidEncoding(bytes)] };
}

async function readBounded(path: string, maxBytes: number, calls: FileCalls): Promise<Buffer> {
  let file: number | undefined;
  try {
    // Looked at before it is opened: opening a device can have effects. Non-blocking, in case it became a FIFO since;
    // whatever else it became, no more than the limit is read from it.
    const stats = await calls.stat(path);
    assertReadable(path, stats, maxBytes);
    file = await calls.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return await readUpTo(path, stats.size, maxBytes, file, calls);
  } catch (error) {
    if (SkillError.is(error)) throw error;
    const code = fileErrorCode(error) === "ENOENT" ? "file-missing" : "file-unreadable";
    throw new SkillError(code, `This file cannot be read: ${describeFileError(error)}.`, {
      facts: { path },
      cause: error,
    });
  } finally {
    if (file !== undefined) await calls.close(file);
  }
}

function assertReadable(path: string, stats: Stats, maxBytes: number): void {
  if (!stats.isFile()) {
    const kind = stats.isDirectory()
      ? "a folder"
      : stats.isFIFO()
        ? "a named pipe"
        : stats.isSocket()
          ? "a socket"
          : "a device";
    throw new SkillError("file-unreadable", `This is ${kind}, not a file.`, { facts: { path } });
  }
  if (stats.size > maxBytes) throw tooLarge(path, stats.size, maxBytes);
}

// The size may be wrong (0 under /proc) or change while reading, so the limit holds for what is read.
async function readUpTo(path: string, size: number, maxBytes: number, file: number, calls: FileCalls): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(size - total, 0) + 512);
    const bytesRead = await calls.read(file, chunk);
    // All there is, by two witnesses: the size, and a read that had room for more.
    if (total === 0 && bytesRead === size && size > 0) return chunk.subarray(0, bytesRead);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(path, total, maxBytes);
  }
}

function tooLarge(path: string, size: number, maxBytes: number): SkillError {
  const message = `This file has ${inUnits(size)}; files over ${inUnits(maxBytes)} are not read.`;
  return new SkillError("file-too-large", message, { facts: { path, size, maxBytes } });
}

function inUnits(bytes: number): string {
  for (const [unit, size] of [
    ["GiB", 2 ** 30],
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
  ] as const) {
    if (bytes >= size) return `${Number((bytes / size).toFixed(1))} ${unit}`;
  }
  return `${bytes} bytes`;
}

function invalidEncoding(bytes: Buffer): Diagnostic {
  const offset = invalidUtf8Offset(bytes);
  const lineStart = bytes.lastIndexOf(10, offset - 1) + 1;
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line++;
  return {
    code: "file-encoding",
    severity: "warning",
    message: "This file is not valid UTF-8; the bytes from here on that could not be read are shown as U+FFFD.",
    line,
    column: bytes.subarray(lineStart, offset).toString("utf8").length + 1,
    length: 1,
  };
}
