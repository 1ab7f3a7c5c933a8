import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SkillError } from "../core/errors.ts";
import type { SkillFile } from "../core/format/types.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { isWithin } from "./is-within.ts";
import { readSkillFile } from "./read-skill-file.ts";
import { skillFileName } from "./skill-file-name.ts";

export interface ListSkillFilesOptions {
  /** Stop after this many files. Default 2,000. */
  readonly maxFiles?: number;
  /** Read scripts up to this size. Default 256 KiB. */
  readonly maxScriptBytes?: number;
  readonly signal?: AbortSignal;
}

export interface ListSkillFilesResult {
  /** Sorted by path. */
  readonly files: SkillFile[];
  /** The listing stopped at a limit: a path that is not in it may still exist. */
  readonly truncated: boolean;
}

const skippedNames = new Set([".git", "node_modules"]);
const maxFolders = 10_000;
const maxScriptBytesInAll = 16 * 1024 * 1024;

/** Lists a skill's files other than its SKILL.md; folders with a SKILL.md of their own are other skills and left out. */
export async function listSkillFiles(
  directory: string,
  options: ListSkillFilesOptions = {},
): Promise<ListSkillFilesResult> {
  const { maxFiles = 2_000, maxScriptBytes = 256 * 1024, signal } = options;
  const root = resolve(directory);
  const realRoot = await realpath(root).catch((error: unknown) => {
    throw unlistable(root, error);
  });
  const files: SkillFile[] = [];
  const pending: string[] = [""];
  let folders = 0;
  let scriptBytes = 0;

  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal?.throwIfAborted();
    if (++folders > maxFolders) return { files: sorted(files), truncated: true };
    let entries: Dirent[];
    try {
      entries = await readdir(join(root, folder), { withFileTypes: true });
    } catch (error) {
      if (folder === "") throw unlistable(root, error);
      continue;
    }
    const skillFile = skillFileName(entries.map((entry) => entry.name)).name;
    if (folder !== "" && skillFile !== undefined) continue;
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (skippedNames.has(entry.name) || (folder === "" && entry.name === skillFile)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        pending.push(path);
        continue;
      }
      const file = await describe(root, realRoot, path, entry.isSymbolicLink());
      if (file === undefined) continue;
      if (files.length === maxFiles) return { files: sorted(files), truncated: true };
      const size = file.size ?? Infinity;
      const readable =
        path.startsWith("scripts/") && size <= maxScriptBytes && scriptBytes + size <= maxScriptBytesInAll;
      const text = readable ? await readScript(join(root, path), maxScriptBytes) : undefined;
      if (text !== undefined) scriptBytes += size;
      files.push(text === undefined ? file : { ...file, text });
    }
  }
  return { files: sorted(files), truncated: false };
}

async function describe(root: string, realRoot: string, path: string, isLink: boolean): Promise<SkillFile | undefined> {
  const absolutePath = join(root, path);
  try {
    const stats = isLink ? await stat(absolutePath) : await lstat(absolutePath);
    if (!stats.isFile()) return undefined;
    // A link that leaves the skill exists, but nothing is learnt from what it points to.
    if (isLink && !isWithin(realRoot, await realpath(absolutePath))) return { path };
    const executable = process.platform === "win32" ? {} : { executable: (stats.mode & 0o111) !== 0 };
    return { path, size: stats.size, ...executable };
  } catch {
    return undefined;
  }
}

async function readScript(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    return (await readSkillFile(path, { maxBytes })).text;
  } catch {
    return undefined;
  }
}

function sorted(files: SkillFile[]): SkillFile[] {
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function unlistable(path: string, error: unknown): SkillError {
  const code = fileErrorCode(error) === "ENOENT" ? "file-missing" : "file-unreadable";
  return new SkillError(code, `This folder cannot be read: ${describeFileError(error)}.`, {
    facts: { path },
    cause: error,
  });
}
