import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The folder that holds an entry's `references/`: its own, or the one above if the entry lies in `src`. */
export async function skillRoot(entry: string): Promise<string> {
  const folder = dirname(entry);
  if (basename(folder) !== "src" || (await isFolder(join(folder, "references")))) return folder;
  return (await isFolder(join(dirname(folder), "references"))) ? dirname(folder) : folder;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
