import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** What lies below the given paths and belongs to no skill that is scanned. */
export interface OutsideCount {
  /** Files outside of skills; those of `.git` and `node_modules` aside. */
  files: number;
  /** Skills in `node_modules`. */
  skills: number;
  /** Whether there is more than was counted. */
  isMore: boolean;
}

const most = 50_000;

/** Counts what a scan of skills leaves out; no link is followed. */
export async function countOutside(root: string, scanned: ReadonlySet<string>): Promise<OutsideCount> {
  const count: OutsideCount = { files: 0, skills: 0, isMore: false };
  const pending: { readonly path: string; readonly inModules: boolean }[] = [{ path: root, inModules: false }];
  let looked = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (scanned.has(folder.path)) continue;
    const entries = await readdir(folder.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (++looked > most) return { ...count, isMore: true };
      const path = join(folder.path, entry.name);
      if (entry.isDirectory()) {
        const inModules = folder.inModules || entry.name === "node_modules";
        if (entry.name !== ".git") pending.push({ path, inModules });
      } else if (!folder.inModules) count.files++;
      else if (/^skill\.md$/i.test(entry.name)) count.skills++;
    }
  }
  return count;
}
