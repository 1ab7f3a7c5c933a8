import type { Dirent } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import { fileErrorCode } from "./describe-file-error.ts";
import { type FileCalls, fileCalls } from "./file-calls.ts";
import {
  type FoundPath,
  type SearchedPath,
  folderLoop,
  foundSkill,
  miscasedSkillFile,
  noSkillBelow,
  notSkillFile,
  unreachablePath,
  unreadableFolder,
} from "./found-path.ts";
import { isWithin } from "./is-within.ts";
import { skillFileName } from "./skill-file-name.ts";

export interface FindSkillFilesOptions {
  /** What relative paths are relative to. Default: the process's. */
  readonly cwd?: string;
  /** Asked with absolute paths of folders and skill files; true leaves them out. Never asked about a path that was given. */
  readonly ignore?: (absolutePath: string) => boolean;
  /** Make system calls in place: faster, for a program that has nothing else to do. Default false. */
  readonly blocking?: boolean;
  readonly signal?: AbortSignal;
}

interface Folder extends SearchedPath {
  readonly realPath: string;
  /** The folder whose symbolic link led here: together they are the chain a loop would close. */
  readonly linkedFrom: Folder | undefined;
  /** What it holds, once somebody has begun to read it. */
  entries?: Promise<Dirent[]>;
}

const skippedFolders = new Set([".git", "node_modules"]);
/** How many folders are read ahead of the search. */
const readAhead = 8;

/**
 * Finds every SKILL.md at or below the given paths, in sorted order, each once by real path. What stands in the way is
 * yielded as a problem and the search goes on. Folders reached through symbolic links come after the real ones.
 */
export async function* findSkillFiles(
  paths: readonly string[],
  options: FindSkillFilesOptions = {},
): AsyncGenerator<FoundPath, void, undefined> {
  const search = new Search(options);
  for (const path of paths) yield* search.path(path);
}

class Search {
  readonly #options: FindSkillFilesOptions;
  readonly #calls: FileCalls;
  readonly #seenFolders = new Set<string>();
  readonly #seenFiles = new Set<string>();
  /** Folders to read, last first: a stack of its own, because a tree may be deeper than the call stack. */
  #folders: Folder[] = [];
  /** Symbolic links, to be followed when the real folders are done: a skill is named by its real place. */
  #links: { readonly name: string; readonly parent: Folder }[] = [];
  /** Whether the path now searched had a skill, seen before or not, or a part that was not looked at. */
  #mayHoldSkills = false;

  constructor(options: FindSkillFilesOptions) {
    this.#options = options;
    this.#calls = fileCalls(options.blocking);
  }

  async *path(path: string): AsyncGenerator<FoundPath, void, undefined> {
    this.#options.signal?.throwIfAborted();
    const at = { path, absolutePath: resolve(this.#options.cwd ?? process.cwd(), path) };
    let realPath: string;
    let isFolder: boolean;
    try {
      isFolder = (await stat(at.absolutePath)).isDirectory();
      realPath = await realpath(at.absolutePath);
    } catch (error) {
      yield unreachablePath(at, error);
      return;
    }
    if (isFolder) {
      const found = yield* this.#tree({ ...at, path: normalize(path), realPath, linkedFrom: undefined });
      if (!found) yield noSkillBelow(at);
      return;
    }
    const file = asSpelled(at, realPath);
    const { name, miscased } = skillFileName([basename(file.absolutePath)]);
    if (name === undefined) yield notSkillFile(file, miscased !== undefined);
    else if (this.#isNew(this.#seenFiles, realPath)) yield foundSkill(file);
  }

  /** Searches a folder and all below it; returns false if there surely is no skill. */
  async *#tree(root: Folder): AsyncGenerator<FoundPath, boolean, undefined> {
    if (!this.#isNew(this.#seenFolders, root.realPath)) return true;
    this.#mayHoldSkills = false;
    this.#folders = [root];
    this.#links = [];
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const folder = this.#folders.pop();
      if (folder !== undefined) {
        const entries = readEntries(folder, this.#calls);
        for (const next of this.#folders.slice(-readAhead)) void readEntries(next, this.#calls);
        yield* this.#folder(folder, entries, folder === root);
        continue;
      }
      const link = this.#links.shift();
      if (link === undefined) break;
      yield* this.#link(link.name, link.parent);
    }
    return this.#mayHoldSkills;
  }

  async *#folder(
    folder: Folder,
    reading: Promise<Dirent[]>,
    isRoot: boolean,
  ): AsyncGenerator<FoundPath, void, undefined> {
    let entries: Dirent[];
    try {
      entries = await reading;
    } catch (error) {
      // Nobody can tell what a root that cannot be read holds; saying that it holds nothing would be a guess.
      if (isRoot) this.#mayHoldSkills = true;
      yield unreadableFolder(folder, error);
      return;
    }
    if (entries.length > 1) entries.sort((a, b) => (a.name < b.name ? -1 : 1));

    const { name, miscased } = skillFileName(entries.map((entry) => entry.name));
    const skillFile = entries.find((entry) => entry.name === (name ?? miscased));
    if (skillFile !== undefined) {
      const at = below(folder, skillFile.name);
      const realPath = skillFile.isSymbolicLink()
        ? await realpath(at.absolutePath).catch(() => at.absolutePath)
        : child(folder.realPath, skillFile.name);
      if (name !== undefined) this.#mayHoldSkills = true;
      if (this.#options.ignore?.(at.absolutePath) !== true && this.#isNew(this.#seenFiles, realPath)) {
        yield name === undefined ? miscasedSkillFile(at) : foundSkill(at, entries);
      }
    }

    const folders: Folder[] = [];
    for (const entry of entries) {
      if (skippedFolders.has(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
      const at = below(folder, entry.name);
      const realPath = child(folder.realPath, entry.name);
      if (this.#options.ignore?.(at.absolutePath) === true) this.#mayHoldSkills = true;
      else if (entry.isSymbolicLink()) this.#links.push({ name: entry.name, parent: folder });
      else if (this.#isNew(this.#seenFolders, realPath))
        folders.push({ ...at, realPath, linkedFrom: folder.linkedFrom });
      else this.#mayHoldSkills = true;
    }
    for (const next of folders.reverse()) this.#folders.push(next);
  }

  async *#link(name: string, parent: Folder): AsyncGenerator<FoundPath, void, undefined> {
    const at = below(parent, name);
    let realPath: string;
    try {
      if (!(await stat(at.absolutePath)).isDirectory()) return;
      realPath = await realpath(at.absolutePath);
    } catch (error) {
      // A link to nothing is not a folder, so it is nobody's business here; a circle of links is.
      if (fileErrorCode(error) === "ELOOP") yield unreachablePath(at, error);
      return;
    }
    if (closesLoop(realPath, parent)) yield folderLoop(at);
    else if (this.#isNew(this.#seenFolders, realPath)) this.#folders.push({ ...at, realPath, linkedFrom: parent });
    else this.#mayHoldSkills = true;
  }

  #isNew(seen: Set<string>, realPath: string): boolean {
    if (seen.has(realPath)) return false;
    seen.add(realPath);
    return true;
  }
}

// A link to a folder that holds any folder of the chain would lead back to that link.
function closesLoop(realPath: string, from: Folder): boolean {
  for (let folder: Folder | undefined = from; folder !== undefined; folder = folder.linkedFrom) {
    if (isWithin(realPath, folder.realPath)) return true;
  }
  return false;
}

// Where case does not matter a person may type skill.md for SKILL.md; the name on disk counts.
function asSpelled({ path, absolutePath }: SearchedPath, realPath: string): SearchedPath {
  const typed = basename(absolutePath);
  const name = basename(realPath);
  if (name === typed || name.toLowerCase() !== typed.toLowerCase()) return { path, absolutePath };
  return { path: join(dirname(path), name), absolutePath: join(dirname(absolutePath), name) };
}

function below({ path, absolutePath }: SearchedPath, name: string): SearchedPath {
  return { path: path === "." ? name : child(path, name), absolutePath: child(absolutePath, name) };
}

// The folder is in normal form already, so there is nothing for `join` to do; it would be most of the search's work.
function child(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function readEntries(folder: Folder, calls: FileCalls): Promise<Dirent[]> {
  if (folder.entries === undefined) {
    folder.entries = (async () => calls.readdir(folder.absolutePath))();
    // A failure is reported when its turn comes; until then it must not count as unhandled.
    folder.entries.catch(() => undefined);
  }
  return folder.entries;
}
