import { readlinkSync } from "node:fs";
import { readlink } from "node:fs/promises";

// A path can be swapped between two looks at it. What is open cannot: on Linux the kernel says where it lies.

/** Where an open file lies; undefined where the system does not tell. */
export async function openFilePath(file: number): Promise<string | undefined> {
  return process.platform === "linux" ? readlink(`/proc/self/fd/${file}`).catch(() => undefined) : undefined;
}

/** As `openFilePath`, in place. */
export function openFilePathNow(file: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}
