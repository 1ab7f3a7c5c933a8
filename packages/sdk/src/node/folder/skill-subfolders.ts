import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { mapLimited } from "../../core/map-limited.ts";

/** Folders of a skill that nobody looks into. */
export const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The folders inside those of these folders that are skills, so many at most; links are not followed. */
export async function skillSubfolders(folders: readonly string[], most: number): Promise<string[]> {
  const found: string[] = [];
  const descend = async (folder: string, isSkill: boolean): Promise<void> => {
    if (found.length >= most) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    if (!isSkill && !entries.some(({ name }) => name === "SKILL.md")) return;
    for (const entry of entries) {
      if (!entry.isDirectory() || skippedFolders.has(entry.name) || found.length >= most) continue;
      const path = join(folder, entry.name);
      found.push(path);
      await descend(path, true);
    }
  };
  await mapLimited(folders, 16, (folder) => descend(folder, false));
  return found;
}
