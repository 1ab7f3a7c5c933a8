import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SkillIndexStore } from "../../core/source/skill-source.ts";

/** Part of every path: another version never reads these files. */
const version = "v1";
const maxBytes = 512 * 1024 * 1024;

/** Keeps indexes about some folders as files in the user's cache folder; safe to delete at any time. */
export function fileIndexStore(about: readonly string[], folder: string): SkillIndexStore {
  const key = createHash("sha256").update(JSON.stringify(about)).digest("hex").slice(0, 32);
  const directory = join(folder, "index", version);
  const pathOf = (name: string): string => join(directory, `${key}.${name}`);
  return {
    load: async (name) => {
      try {
        return await readOwn(pathOf(name));
      } catch {
        return undefined;
      }
    },
    save: async (name, bytes) => {
      if (bytes.length > maxBytes) return;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeWhole(pathOf(name), bytes);
    },
  };
}

async function readOwn(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, "r");
  try {
    const stats = await file.stat();
    // Somebody else's file could say anything about our skills.
    const isOurs = process.getuid === undefined || stats.uid === process.getuid();
    return isOurs && stats.isFile() && stats.size <= maxBytes ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

/** Another process sees the file as it was or as it is, never half of it. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
