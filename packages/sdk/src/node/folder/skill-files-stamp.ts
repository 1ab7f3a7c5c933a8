import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { mapLimited } from "../../core/map-limited.ts";
import { skippedFolders } from "./skill-subfolders.ts";
import { stampOf, stampText } from "./stamp.ts";

/** Another text when a file came, went or changed in those of these folders that are skills; links are not followed. */
export async function skillFilesStamp(folders: readonly string[]): Promise<string> {
  const stamps = await mapLimited(folders, 16, async (folder) => {
    const lines: string[] = [];
    const descend = async (path: string, isSkill: boolean): Promise<void> => {
      const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
      if (!isSkill && !entries.some(({ name }) => name === "SKILL.md")) return;
      for (const entry of entries) {
        const inner = join(path, entry.name);
        if (entry.isDirectory() && !skippedFolders.has(entry.name)) await descend(inner, true);
        if (!entry.isFile()) continue;
        const stats = await lstat(inner).catch(() => undefined);
        if (stats !== undefined) lines.push(`${inner}\0${stampText(stampOf(stats))}`);
      }
    };
    await descend(folder, false);
    return lines.sort().join("\n");
  });
  return createHash("sha256").update(stamps.join("\n")).digest("hex");
}
