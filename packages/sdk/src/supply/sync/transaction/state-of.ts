import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** The state of a place where nothing is. */
export const NOTHING = "nothing";

/** What is at a path, in one line: the same line for the same content, whenever and by whomever it was put there. */
export async function stateOf(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return NOTHING;
  try {
    if (stats.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (stats.isDirectory()) return `folder ${await folderDigest(path)}`;
    if (stats.isFile()) return `file ${(stats.mode & 0o111) === 0 ? "-" : "x"} ${digest(await readFile(path))}`;
  } catch {
    // What cannot be read is told apart by what can be seen of it.
  }
  return `other ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

async function folderDigest(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const states: [name: string, state: string][] = [];
  for (const name of names) states.push([name, await stateOf(join(folder, name))]);
  return digest(JSON.stringify(states));
}

function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
