import { readlinkSync } from "node:fs";
import type { FolderCalls } from "./folder-calls.ts";

// A path can be swapped between two looks at it. What is open cannot: on Linux the kernel says where it lies, or where it
// lay until another file took its place.

const deleted = " (deleted)";

/** Where an open file lies, or lay: one place, or two where its name may end in the kernel's own mark. Undefined where the system does not tell. */
export async function openFilePlaces(
  file: number,
  { readlink }: Pick<FolderCalls, "readlink">,
): Promise<readonly string[] | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    return placesOf(await readlink(`/proc/self/fd/${file}`));
  } catch {
    return undefined;
  }
}

/** As `openFilePlaces`, in place. */
export function openFilePlacesNow(file: number): readonly string[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return placesOf(readlinkSync(`/proc/self/fd/${file}`));
  } catch {
    return undefined;
  }
}

function placesOf(told: string): readonly string[] {
  return told.endsWith(deleted) ? [told, told.slice(0, -deleted.length)] : [told];
}
