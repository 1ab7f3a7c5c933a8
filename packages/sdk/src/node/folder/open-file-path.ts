import { readlinkSync } from "node:fs";
import { readlink } from "node:fs/promises";

// A path can be swapped between two looks at it. What is open cannot: on Linux the kernel says where it lies, or where it
// lay until another file took its place.

const deleted = " (deleted)";

/** Where an open file lies; undefined where the system does not tell. */
export async function openFilePath(file: number): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  return withoutMark(await readlink(`/proc/self/fd/${file}`).catch(() => undefined));
}

/** As `openFilePath`, in place. */
export function openFilePathNow(file: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return withoutMark(readlinkSync(`/proc/self/fd/${file}`));
  } catch {
    return undefined;
  }
}

function withoutMark(path: string | undefined): string | undefined {
  return path?.endsWith(deleted) === true ? path.slice(0, -deleted.length) : path;
}
