import type { Dirent } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SkillError } from "../core/errors.ts";
import type { SkillFile } from "../core/format/types.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { type FileCalls, fileCalls } from "./file-calls.ts";
import { isWithin } from "./is-within.ts";
import { type ReadSkillFileOptions, readSkillFile } from "./read-skill-file.ts";
import { skillFileName } from "./skill-file-name.ts";

export interface ListSkillFilesOptions {
  /** Stop after this many files. Default 2,000. */
  readonly maxFiles?: number;
  /** Read scripts up to this size. Default 256 KiB. */
  readonly maxScriptBytes?: number;
  /** What the folder itself holds, where it has just been read (`FoundSkillFile.entries`): it is not read again. */
  readonly entries?: readonly Dirent[];
  /** Make system calls in place: faster, for a program that has nothing else to do. Default false. */
  readonly blocking?: boolean;
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
/** How many files are looked at together. */
const batchSize = 16;

/** Lists a skill's files other than its SKILL.md; folders with a SKILL.md of their own are other skills and left out. */
export async function listSkillFiles(
  directory: string,
  options: ListSkillFilesOptions = {},
): Promise<ListSkillFilesResult> {
  const { maxFiles = 2_000, maxScriptBytes = 256 * 1024, blocking = false, signal } = options;
  const calls = fileCalls(blocking);
  const root = resolve(directory);
  const files: SkillFile[] = [];
  const pending: string[] = [""];
  let folders = 0;
  let scriptBytes = 0;

  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal?.throwIfAborted();
    if (++folders > maxFolders) return { files: sorted(files), truncated: true };
    let entries: readonly Dirent[];
    try {
      const known = folder === "" ? options.entries : undefined;
      entries = known ?? (await calls.readdir(join(root, folder)));
    } catch (error) {
      if (folder === "") throw unlistable(root, error);
      continue;
    }
    const skillFile = skillFileName(entries.map((entry) => entry.name)).name;
    if (folder !== "" && skillFile !== undefined) continue;
    const others = entries.filter(({ name }) => !skippedNames.has(name) && !(folder === "" && name === skillFile));
    if (others.length > 1) others.sort((a, b) => (a.name < b.name ? -1 : 1));
    const pathOf = ({ name }: Dirent): string => (folder === "" ? name : `${folder}/${name}`);
    const candidates = others.filter((entry) => !entry.isDirectory());
    for (const entry of others) if (entry.isDirectory()) pending.push(pathOf(entry));
    for (let at = 0; at < candidates.length; at += batchSize) {
      const batch = candidates.slice(at, at + batchSize);
      const described = await Promise.all(
        batch.map((entry) => describe(root, pathOf(entry), entry.isSymbolicLink(), calls)),
      );
      for (const file of described) {
        if (file === undefined) continue;
        if (files.length === maxFiles) return { files: sorted(files), truncated: true };
        const size = file.size ?? Infinity;
        const readable =
          file.path.startsWith("scripts/") && size <= maxScriptBytes && scriptBytes + size <= maxScriptBytesInAll;
        const text = readable
          ? await readScript(join(root, file.path), { maxBytes: maxScriptBytes, blocking })
          : undefined;
        if (text !== undefined) scriptBytes += size;
        files.push(text === undefined ? file : { ...file, text });
      }
    }
  }
  return { files: sorted(files), truncated: false };
}

async function describe(root: string, path: string, isLink: boolean, calls: FileCalls): Promise<SkillFile | undefined> {
  const absolutePath = join(root, path);
  try {
    const stats = await (isLink ? calls.stat(absolutePath) : calls.lstat(absolutePath));
    if (!stats.isFile()) return undefined;
    // A link that leaves the skill exists, but nothing is learnt from what it points to.
    if (isLink && !isWithin(await realpath(root), await realpath(absolutePath))) return { path };
    const executable = process.platform === "win32" ? {} : { executable: (stats.mode & 0o111) !== 0 };
    return { path, size: stats.size, ...executable };
  } catch {
    return undefined;
  }
}

async function readScript(path: string, options: ReadSkillFileOptions): Promise<string | undefined> {
  try {
    return (await readSkillFile(path, options)).text;
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
