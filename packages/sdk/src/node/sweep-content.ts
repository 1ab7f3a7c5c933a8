import type { Dirent } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { mapLimited } from "../core/map-limited.ts";

/** What may stay. */
export interface ContentLimits {
  readonly bytes: number;
  readonly entries: number;
}

/** Milliseconds for which content stays after a write or a use, whatever the limits say: somebody may be about to read it. */
export const freshMs = 10_000;
/** Milliseconds after which nobody goes on with a draft: its process was killed. */
const deadDraftMs = 60 * 60 * 1000;
/** Content lies in two folders, one inside the other, or in the outer one. */
const deepest = 2;

const contentName = /^[0-9a-f]{40}$/;
const draftName = /^[0-9a-f]{40}\.[0-9a-f-]{36}$/;

interface Kept {
  readonly path: string;
  readonly size: number;
  readonly usedMs: number;
}

/**
 * Removes what was not used for longest, until the rest is within the limits. Others may write, use and remove at the same
 * time; what has another name than content has is nobody's business here. True if the rest is within the limits.
 */
export async function sweepContent(root: string, limits: ContentLimits): Promise<boolean> {
  const now = Date.now();
  const kept: Kept[] = [];
  await mapLimited(await ownFiles(root), 32, async ({ path, isDraft }) => {
    const file = await keptAt(path);
    if (file === undefined) return;
    if (!isDraft) kept.push(file);
    else if (now - file.usedMs > deadDraftMs) await remove(path);
  });
  kept.sort((a, b) => a.usedMs - b.usedMs);
  let { length: entries } = kept;
  let bytes = kept.reduce((sum, { size }) => sum + size, 0);
  const isWithin = (): boolean => bytes <= limits.bytes && entries <= limits.entries;
  for (const { path, size, usedMs } of kept) {
    if (isWithin() || now - usedMs < freshMs) break;
    // It may have been used or written anew since it was looked at.
    const file = await keptAt(path);
    if (file !== undefined && file.usedMs !== usedMs) continue;
    if (file !== undefined && !(await remove(path))) continue;
    entries--;
    bytes -= size;
  }
  return isWithin();
}

async function keptAt(path: string): Promise<Kept | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true ? { path, size: stats.size, usedMs: stats.mtimeMs } : undefined;
}

/** False for what cannot be removed; what another process removed is removed. */
function remove(path: string): Promise<boolean> {
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
}

/** Content and drafts of it, by their names; follows no link. */
async function ownFiles(root: string): Promise<{ readonly path: string; readonly isDraft: boolean }[]> {
  const found: { path: string; isDraft: boolean }[] = [];
  const descend = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const isContent = contentName.test(entry.name);
      if (entry.isDirectory() && isContent && depth < deepest) await descend(path, depth + 1);
      else if (entry.isFile() && depth > 0 && (isContent || draftName.test(entry.name)))
        found.push({ path, isDraft: !isContent });
    }
  };
  await descend(root, 0);
  return found;
}
