import { createHash } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { describeFileError } from "../../node/describe-file-error.ts";
import { isGitObject, isObjectName } from "./git-objects.ts";
import type { ScanFile, ScanInput } from "./types.ts";

export interface LoadScanInputOptions {
  /** Default: the folder's name. */
  readonly id?: string;
  /** More files are left out, and reported. Default 5,000. */
  readonly maxFiles?: number;
  /** A larger file is not read, and reported. Default 8 MiB. */
  readonly maxFileBytes?: number;
  /** What is beyond this, all files together, is not read, and reported. Default 64 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

type ScanOmission = NonNullable<ScanInput["leftOut"]>[number];

const maxDepth = 64;
const mostReported = 20;
const mostObjects = 100_000;
const mostDigested = 1024 * 1024 * 1024;
// Not through a link that took its place, and not waiting on a pipe.
const noFollow = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Everything in a skill's folder: hidden files, nested skills, `node_modules` and `.git` too. Links are not followed.
 * Compressed objects of a repository are left out; that, and whatever a limit leaves out, is reported.
 */
export async function loadScanInput(directory: string, options: LoadScanInputOptions = {}): Promise<ScanInput> {
  const { maxFiles = 5_000, maxFileBytes = 8 * 1024 * 1024, maxBytes = 64 * 1024 * 1024, signal } = options;
  const root = resolve(directory);
  const files: ScanFile[] = [];
  const leftOut: ScanOmission[] = [];
  let total = 0;
  let uncounted = 0;
  let objects = 0;
  const pending: { readonly path: string; readonly depth: number }[] = [{ path: "", depth: 0 }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal?.throwIfAborted();
    const entries = await namesIn(root, folder.path, leftOut);
    for (const entry of entries) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (folder.depth >= maxDepth) leftOut.push({ path, reason: "it lies too deep" });
        // Last, so that a repository's files use up no limit before those of the skill.
        else if (entry.name === ".git") pending.unshift({ path, depth: folder.depth + 1 });
        else pending.push({ path, depth: folder.depth + 1 });
      } else if (isObjectName(path) && objects < mostObjects && (await isGitObject(join(root, path)))) objects++;
      else if (files.length >= maxFiles) uncounted++;
      else {
        const file = await loadFile(root, path, entry, { maxFileBytes, left: maxBytes - total });
        total += file.bytes?.length ?? 0;
        files.push(file);
      }
    }
  }
  if (uncounted > 0)
    leftOut.push({ path: ".", reason: `there are more than ${maxFiles} files, and ${uncounted} were left out` });
  if (objects > 0)
    leftOut.unshift({
      path: ".git/objects",
      reason: `${objects} compressed ${objects === 1 ? "object" : "objects"} of a git repository left out`,
      severity: "low",
    });
  const rest = leftOut.length - mostReported;
  const reported =
    rest <= 0
      ? leftOut
      : [...leftOut.slice(0, mostReported), { path: ".", reason: `${rest} more folders were left out` }];
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { id: options.id ?? basename(root), files, ...(reported.length > 0 && { leftOut: reported }) };
}

async function namesIn(root: string, path: string, leftOut: ScanOmission[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const reason = `this folder cannot be read: ${describeFileError(error)}`;
    if (path === "")
      throw new SkillError("file-unreadable", `The folder cannot be scanned: ${describeFileError(error)}.`, {
        facts: { path: root },
        cause: error,
      });
    leftOut.push({ path, reason });
    return [];
  }
}

/** The digest of a file that is too large for rules; undefined where that would take long. */
async function digestFile(path: string, size: number): Promise<string | undefined> {
  if (size > mostDigested) return undefined;
  const hash = createHash("sha256");
  const file = await open(path, noFollow);
  try {
    const buffer = Buffer.alloc(1024 * 1024);
    for (let read = 0; read < size;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, read);
      if (bytesRead === 0) return undefined;
      hash.update(buffer.subarray(0, bytesRead));
      read += bytesRead;
    }
  } finally {
    await file.close();
  }
  return `sha256:${hash.digest("hex")}`;
}

interface Limits {
  readonly maxFileBytes: number;
  readonly left: number;
}

async function loadFile(root: string, path: string, entry: Dirent, { maxFileBytes, left }: Limits): Promise<ScanFile> {
  const absolute = join(root, path);
  try {
    if (entry.isSymbolicLink()) return { path, kind: "link", target: await readlink(absolute) };
    const stats = await lstat(absolute);
    if (stats.isSymbolicLink()) return { path, kind: "link", target: await readlink(absolute) };
    if (!stats.isFile()) return { path, unread: "it is neither a file nor a folder" };
    const executable = process.platform !== "win32" && (stats.mode & 0o111) !== 0;
    const size = `it has ${stats.size} bytes`;
    const isTooLarge = stats.size > maxFileBytes;
    if (isTooLarge || stats.size > left) {
      const unread = isTooLarge
        ? `${size}, more than ${maxFileBytes}`
        : `${size}, and the skill's files together are too large`;
      const digest = await digestFile(absolute, stats.size);
      return { path, executable, unread, ...(digest !== undefined && { digest }) };
    }
    const file = await open(absolute, noFollow);
    try {
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
      const after = await file.stat();
      if (!after.isFile()) return { path, unread: "it is neither a file nor a folder" };
      const isOther = after.size !== stats.size || bytesRead !== stats.size;
      return {
        path,
        executable,
        bytes: bytes.subarray(0, bytesRead),
        ...(isOther && { unread: "it changed while it was read" }),
      };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { path, unread: `it cannot be read: ${describeFileError(error)}` };
  }
}
