import type { Dirent } from "node:fs";
import { join, sep } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { foldName } from "../../core/source/collisions.ts";
import { isPlainPath } from "../../core/source/is-plain-path.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { folderCalls } from "../folder/folder-calls.ts";
import { sharedSlices } from "../folder/shared-slices.ts";
import { sortChanges } from "./compare-file-lists.ts";
import type { FileChange, FileChangeCode } from "./file-change.ts";
import { type HashedFile, hashFolderFile, hashSmallFile } from "./read-folder-file.ts";

export interface PinSkillFolderOptions {
  /** Paths that are not part of the list; that they are regular files is asked of them all the same. */
  readonly except?: readonly string[];
  /** That the path given is the real one, as `realpath` would give it; saves asking. */
  readonly isReal?: boolean;
  /**
   * Take every file from where it was listed, without asking the system where it lay once it was open. Enough to compare
   * a folder: whoever swaps folders for links meanwhile could as well do it afterwards. Default false.
   */
  readonly isBrief?: boolean;
  /** More files and folders are refused with `file-too-large`. Default 20,000. */
  readonly maxFiles?: number;
  /** More bytes, all files together, are refused with `file-too-large`. Default 256 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Everything in a skill's folder. */
export interface InspectedFolder {
  /** Real path of the folder. */
  readonly directory: string;
  /** Every regular file, sorted by path: hidden ones, ignored ones, other skills' further down. */
  readonly files: SkillFileList;
  /** What cannot be pinned: links, devices, twins, names that are not allowed everywhere. */
  readonly problems: readonly FileChange[];
}

/** Where bits for the owner's rights are kept: setuid and setgid. */
const ownerRights = 0o6000;
const attempts = 3;
/** Linux says where an open file lies, which is more than any look at its path beforehand can tell. */
const tellsOpenPlaces = process.platform === "linux";

/** Reads all that a folder holds, and follows no link; what cannot be pinned is in `problems`. */
export async function inspectSkillFolder(
  directory: string,
  options: PinSkillFolderOptions = {},
): Promise<InspectedFolder> {
  const { except = [], maxFiles = 20_000, maxBytes = 256 * 1024 * 1024, signal } = options;
  const root = options.isReal === true ? directory : await realFolder(directory);
  const problems: FileChange[] = [];
  const report = (code: FileChangeCode, path: string, from?: string): void =>
    void problems.push({ code, path, ...(from !== undefined && { from }) });
  const paths: string[] = [];
  const pending = [""];
  let seen = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (sharedSlices.over) await sharedSlices.pause();
    signal?.throwIfAborted();
    const entries = await entriesOf(root, folder);
    if (entries === undefined) report("file-unreadable", folder);
    seen += entries?.length ?? 0;
    if (seen > maxFiles) throw tooMuch(`more than ${maxFiles.toLocaleString("en")} files and folders`);
    reportTwins(entries ?? [], folder, report);
    for (const entry of entries ?? []) {
      const path = below(folder, entry.name);
      const problem = problemOf(entry, path);
      if (problem !== undefined) report(problem, path);
      else if (entry.isDirectory()) pending.push(path);
      else if (!except.includes(path)) paths.push(path);
    }
  }
  let total = 0;
  const onBytes = (bytes: Uint8Array): void => {
    total += bytes.length;
    if (total > maxBytes) throw tooMuch(`more than ${maxBytes.toLocaleString("en")} bytes`);
  };
  const files: PinnedFile[] = [];
  const add = (path: string, file: PinnedFile | FileChangeCode): void => {
    if (typeof file === "string") report(file, path);
    else files.push(file);
  };
  const slow: string[] = [];
  for (const path of paths) {
    if (sharedSlices.over) {
      await sharedSlices.pause();
      signal?.throwIfAborted();
    }
    const file = tellsOpenPlaces ? pinSmallFile(root, path, onBytes, options) : undefined;
    if (file === undefined) slow.push(path);
    else add(path, file);
  }
  await mapLimited(slow, 8, async (path) => add(path, await pinFile(root, path, onBytes, signal)));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { directory: root, files, problems: sortChanges(problems) };
}

/** A small file of a quick disk, pinned in one go; undefined for any other, and for one that another took the place of. */
function pinSmallFile(
  root: string,
  path: string,
  onBytes: (bytes: Uint8Array) => void,
  { isBrief = false }: PinSkillFolderOptions,
): PinnedFile | undefined {
  try {
    const hashed = hashSmallFile(`${root}${sep}${path}`, { onBytes, isBrief });
    return hashed === undefined || (hashed.mode & ownerRights) !== 0 ? undefined : toPinned(path, hashed);
  } catch (error) {
    if (SkillError.is(error)) throw error;
    return undefined;
  }
}

function toPinned(path: string, { size, mode, sha256 }: HashedFile): PinnedFile {
  return { path, size, executable: process.platform !== "win32" && (mode & 0o111) !== 0, sha256 };
}

/** The file, pinned; or why it cannot be. */
async function pinFile(
  root: string,
  path: string,
  onBytes: (bytes: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<PinnedFile | FileChangeCode> {
  const realPath = join(root, path);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      const seen = tellsOpenPlaces ? undefined : await folderCalls.lstat(realPath);
      if (seen?.isSymbolicLink() === true) return "link-found";
      if (seen?.isFile() === false) return "special-found";
      const hashed = await hashFolderFile(realPath, { seen, realPath, onBytes, signal });
      if (hashed === undefined) continue;
      if (process.platform !== "win32" && (hashed.mode & ownerRights) !== 0) return "mode-refused";
      return toPinned(path, hashed);
    } catch (error) {
      if (SkillError.is(error) || signal?.aborted === true) throw error;
      if (fileErrorCode(error) === "ELOOP") return "link-found";
      return "file-unreadable";
    }
  }
  return "file-unreadable";
}

function problemOf(entry: Dirent, path: string): FileChangeCode | undefined {
  if (entry.isSymbolicLink()) return "link-found";
  if (entry.name.toLowerCase() === ".git") return "git-found";
  if (!entry.isDirectory() && !entry.isFile()) return "special-found";
  return isPlain(path) ? undefined : "path-refused";
}

/** A name that was no UTF-8 came with U+FFFD in it, and would be found again by nobody. */
function isPlain(path: string): boolean {
  return !path.includes("\uFFFD") && isPlainPath(path);
}

function reportTwins(
  entries: readonly Dirent[],
  folder: string,
  report: (code: FileChangeCode, path: string, from: string) => void,
): void {
  const byFold = new Map<string, string>();
  for (const { name } of entries) {
    const fold = foldName(name);
    const first = byFold.get(fold);
    if (first === undefined) byFold.set(fold, name);
    else report("case-twin", below(folder, name), below(folder, first));
  }
}

async function entriesOf(root: string, folder: string): Promise<Dirent[] | undefined> {
  const path = folder === "" ? root : `${root}${sep}${folder}`;
  try {
    // That none of the folders has become a link meanwhile is asked of each file, once it is open.
    const entries = await folderCalls.entries(path);
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (folder !== "") return undefined;
    throw new SkillError("file-unreadable", `The folder cannot be read: ${describeFileError(error)}.`, {
      facts: { path: root },
      cause: error,
    });
  }
}

/** Real path of a folder; throws `file-missing` or `file-unreadable`. */
export async function realFolder(directory: string): Promise<string> {
  try {
    return await folderCalls.realpath(directory);
  } catch (error) {
    const code = fileErrorCode(error) === "ENOENT" ? "file-missing" : "file-unreadable";
    throw new SkillError(code, `The folder cannot be read: ${describeFileError(error)}.`, {
      facts: { path: directory },
      cause: error,
    });
  }
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function tooMuch(what: string): SkillError {
  return new SkillError("file-too-large", `This folder has ${what}, too much to pin.`);
}
