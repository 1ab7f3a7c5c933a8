import fs from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { tempFolder } from "../node/temp-folder.ts";

interface Reader {
  read: (this: FileHandle, ...args: unknown[]) => Promise<{ readonly bytesRead: number }>;
  readFile: (this: FileHandle, ...args: unknown[]) => Promise<{ readonly length: number }>;
}

/** Counts the bytes that anything reads from files, from one call of the result to the next. */
export async function countReads(): Promise<() => number> {
  const file = await open(join(tempFolder({ x: "" }), "x"));
  const prototype = Object.getPrototypeOf(file) as Reader;
  await file.close();
  let bytes = 0;
  const { read, readFile } = prototype;
  const spies = [
    vi.spyOn(prototype, "read").mockImplementation(async function (this: FileHandle, ...args) {
      const result = await read.apply(this, args);
      bytes += result.bytesRead;
      return result;
    }),
    vi.spyOn(prototype, "readFile").mockImplementation(async function (this: FileHandle, ...args) {
      const result = await readFile.apply(this, args);
      bytes += result.length;
      return result;
    }),
  ];
  const { readSync, readFileSync } = fs;
  fs.readSync = ((...args: Parameters<typeof readSync>) => {
    const count = readSync(...args);
    bytes += count;
    return count;
  }) as typeof readSync;
  fs.readFileSync = ((...args: Parameters<typeof readFileSync>) => {
    const content = readFileSync(...args);
    bytes += content.length;
    return content;
  }) as typeof readFileSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { readSync, readFileSync });
    syncBuiltinESMExports();
  });
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => {
    const counted = bytes;
    bytes = 0;
    return counted;
  };
}
