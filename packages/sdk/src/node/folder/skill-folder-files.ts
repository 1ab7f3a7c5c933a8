import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { join, sep } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { assertUnambiguous } from "../../core/source/collisions.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import { missingResource } from "../../core/source/skill-id.ts";
import type { SkillResource, SourceCallOptions } from "../../core/source/skill-source.ts";
import type { SkillFiles } from "../../core/source/static-skill-source.ts";
import { folderCalls } from "./folder-calls.ts";
import { readInside } from "./read-inside.ts";
import { sharedSlices } from "./shared-slices.ts";

/** Of a skill's folder, these are nobody's to read. */
const skipped = new Set([".git", "node_modules"]);
const maxFiles = 20_000;

export interface SkillFolder {
  readonly id: string;
  /** Real path of the skill's folder, as it was when the skill was listed. */
  readonly realPath: string;
}

export interface SkillFolderFilesOptions {
  /** Larger files are refused. Default 16 MiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * The files of a skill's folder, a SKILL.md further down included: that is a template or an example. Symbolic links, and
 * what is no regular file, do not belong to it.
 */
export function skillFolderFiles({ id, realPath }: SkillFolder, options: SkillFolderFilesOptions = {}): SkillFiles {
  const maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
  return {
    list: (call = {}) => listFiles(id, realPath, call),
    read: async (path, { signal } = {}) => {
      signal?.throwIfAborted();
      const normalized = normalizeResourcePath(path);
      const file = join(realPath, ...normalized.split("/"));
      await assertOwn(id, realPath, normalized);
      const bytes = await readInside(file, {
        // Nothing but the very path: neither links nor another spelling of it.
        allows: (real) => real === file,
        maxBytes,
        shownAs: normalized,
        signal,
      });
      return toContent(bytes);
    },
  };
}

/** Text where it is text, bytes where it is not. */
function toContent(bytes: Buffer): string | Uint8Array {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString("utf8");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Walks down to a file, and refuses it where it is not the skill's, or where another name could be meant. */
async function assertOwn(id: string, root: string, path: string): Promise<void> {
  const parts = path.split("/");
  let folder = root;
  for (const [depth, part] of parts.entries()) {
    if (sharedSlices.over) await sharedSlices.pause();
    const names = await namesIn(folder);
    if (skipped.has(part) || path === "SKILL.md") throw missingResource(id, path);
    assertUnambiguous(part, names);
    folder = join(folder, part);
    if (depth === parts.length - 1) return;
    // A link among the folders: the read itself refuses it, but nothing is listed beyond it.
    if (await isElsewhere(folder)) return;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await folderCalls.names(folder);
  } catch {
    return [];
  }
}

async function isElsewhere(folder: string): Promise<boolean> {
  try {
    return (await folderCalls.realpath(folder)) !== folder;
  } catch {
    return false;
  }
}

async function listFiles(id: string, root: string, { signal }: SourceCallOptions): Promise<SkillResource[]> {
  const files: SkillResource[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (sharedSlices.over) await sharedSlices.pause();
    signal?.throwIfAborted();
    const entries = await readFolder(id, root, folder);
    for (const entry of entries) {
      if (sharedSlices.over) await sharedSlices.pause();
      signal?.throwIfAborted();
      assertFew(id, files.length + pending.length);
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(entry.name) || path === "SKILL.md" || !isReadable(path)) continue;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) files.push(...(await describe(root, path)));
    }
    assertFew(id, files.length + pending.length);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function assertFew(id: string, count: number): void {
  if (count <= maxFiles) return;
  const message = `The skill "${id}" has more than ${maxFiles.toLocaleString("en")} files and folders, too many to list.`;
  throw new SkillError("file-too-large", message, { facts: { id, maxFiles } });
}

async function readFolder(id: string, root: string, folder: string): Promise<Dirent[]> {
  try {
    const path = folder === "" ? root : root + sep + folder;
    // Between two looks a folder may have become a link.
    return (await folderCalls.realpath(path)) === path ? await folderCalls.entries(path) : [];
  } catch (error) {
    if (folder !== "") return [];
    throw new SkillError("file-unreadable", `The files of the skill "${id}" cannot be listed.`, {
      facts: { id },
      cause: error,
    });
  }
}

function isReadable(path: string): boolean {
  try {
    return normalizeResourcePath(path) === path;
  } catch {
    return false;
  }
}

/** The file as it is listed; nothing if it is gone since its folder was read. */
async function describe(root: string, path: string): Promise<SkillResource[]> {
  try {
    const stats = await folderCalls.lstat(join(root, path));
    if (!stats.isFile()) return [];
    const { size, mode } = stats;
    return [process.platform === "win32" ? { path, size } : { path, size, executable: (mode & 0o111) !== 0 }];
  } catch {
    return [];
  }
}
