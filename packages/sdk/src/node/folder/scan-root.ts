import fs, { type Dirent, type Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ParseSkillResult } from "../../core/format/types.ts";
import type { ReadEntryResult } from "../../core/source/read-entry.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { isWithin } from "../is-within.ts";
import { skillFileName } from "../skill-file-name.ts";
import { type FolderRecords, noRecords, type PlainRecord, type SkillRecord } from "./folder-record.ts";
import { quickEntry, readHead, readWholeEntry, type SkillHead } from "./read-head.ts";
import { hasStamp, isTooFresh, type Stamp, stampOf, stampText } from "./stamp.ts";
import type { TimeSlices } from "./time-slices.ts";

/** What becomes of symbolic links: followed where they stay inside the root, always, or never. */
export type LinkPolicy = "inside" | "follow" | "ignore";

/** A folder with a SKILL.md, listed or not. */
export interface FoundSkill {
  readonly record: SkillRecord;
  /** Absolute path of the skill's folder, as it was reached. */
  readonly path: string;
  /** Its real path: what the skill's files must lie in. */
  readonly realPath: string;
  /** Real path of the root. */
  readonly root: string;
}

/** A finding that belongs to no skill. */
export interface FolderProblem {
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

export interface RootScan {
  readonly skills: readonly FoundSkill[];
  readonly problems: readonly FolderProblem[];
  /** Real paths of all folders that were looked at: what a watch must watch. */
  readonly folders: readonly string[];
  readonly records: FolderRecords;
  /** Whether the records differ from the ones that were known. */
  readonly changed: boolean;
}

export interface ScanRootOptions {
  readonly maxDepth: number;
  readonly maxFolders: number;
  readonly hidden: boolean;
  readonly links: LinkPolicy;
  readonly ignore: ((absolutePath: string) => boolean) | undefined;
  /** Real paths of all roots: a link into another root is left to that root. */
  readonly realRoots: readonly string[];
  readonly parse: ((raw: string) => ParseSkillResult) | undefined;
  readonly slices: TimeSlices;
}

/** A folder on its way to be looked at. */
interface Folder {
  /** Relative to the root, `/` as separator; "" for the root. */
  readonly key: string;
  readonly path: string;
  readonly realPath: string;
  readonly name: string;
  readonly depth: number;
  /** Whether each file must be asked where it lies, because somebody may be swapping folders for links. */
  readonly careful: boolean;
}

/** The folders of one folder, how far the scan has come with them, and what it had found before. */
interface Level {
  readonly parent: Folder;
  readonly names: readonly string[];
  readonly stamp: Stamp;
  readonly before: {
    readonly skills: number;
    readonly folders: number;
    readonly problems: number;
    readonly links: number;
  };
  next: number;
}

/** What a look at a folder's SKILL.md gave: a skill, none, or a case for closer examination. */
type Look = "skill" | "none" | Promise<"skill" | "none">;

const noThrow = { throwIfNoEntry: false } as const;
const skipped = new Set([".git", "node_modules"]);
const anyCaseOpens = process.platform === "darwin" || process.platform === "win32";

/**
 * Looks through a root, and reads again only what is not as it was recorded. Calls are made in place, in short slices: on
 * another thread each would cost several times more.
 */
export async function scanRoot(
  root: { readonly path: string; readonly realPath: string },
  known: FolderRecords,
  options: ScanRootOptions,
): Promise<RootScan> {
  return new RootScanner(root.realPath, known, options).scan(root.path);
}

class RootScanner {
  readonly #root: string;
  readonly #known: FolderRecords;
  readonly #options: ScanRootOptions;
  readonly #records = noRecords();
  readonly #skills: FoundSkill[] = [];
  readonly #problems: FolderProblem[] = [];
  readonly #folders: string[] = [];
  readonly #started = Date.now();
  /** What is still to be looked at, the deepest level last. */
  readonly #levels: Level[] = [];
  /** Links, followed when the real folders are done: a skill is named by its real place. */
  readonly #links: Folder[] = [];
  #changed = false;
  /** Whether the folder before was a skill: its neighbour will be one too, so its file is tried before it is listed. */
  #expectSkill = true;

  constructor(root: string, known: FolderRecords, options: ScanRootOptions) {
    this.#root = root;
    this.#known = known;
    this.#options = options;
  }

  async scan(path: string): Promise<RootScan> {
    const name = this.#root.slice(this.#root.lastIndexOf(sep) + 1);
    await this.#tree({ key: "", path, realPath: this.#root, name, depth: 0, careful: false });
    await this.#followLinks();
    const { skills, plain } = this.#records;
    this.#changed ||= skills.size !== this.#known.skills.size || plain.size !== this.#known.plain.size;
    return {
      skills: this.#skills,
      problems: this.#problems,
      folders: this.#folders,
      records: this.#records,
      changed: this.#changed,
    };
  }

  /** Looks at a folder and at all below it, in order. */
  async #tree(top: Folder): Promise<void> {
    const { slices, maxFolders } = this.#options;
    for (let folder: Folder | undefined = top; folder !== undefined; folder = this.#nextFolder()) {
      if (slices.over) await slices.pause();
      if (this.#folders.length >= maxFolders) {
        const message = `There are more than ${maxFolders.toLocaleString("en")} folders; what lies beyond was not searched.`;
        this.#problem(folder.path, { code: "folder-limit", severity: "warning", message });
        this.#levels.length = 0;
        this.#links.length = 0;
        return;
      }
      this.#folders.push(folder.realPath);
      const look = this.#look(folder);
      const found = typeof look === "string" ? look : await look;
      // What lies in a skill's folder belongs to that skill; a root is a folder of skills all the same.
      if (found === "none" || folder.depth === 0) await this.#descend(folder, found);
      else this.#expectSkill = true;
    }
  }

  #nextFolder(): Folder | undefined {
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      while (level.next < level.names.length) {
        const folder = below(level.parent, level.names[level.next++] ?? "");
        if (this.#options.ignore?.(folder.path) !== true) return folder;
      }
      this.#levels.pop();
      if (!level.parent.careful && this.#wasDisturbed(level)) this.#lookAgain(level);
    }
    return undefined;
  }

  /** Whether a folder's folders were renamed or replaced since they were listed; then one may have been a link. */
  #wasDisturbed({ parent, stamp }: Level): boolean {
    return !hasStamp(fs.lstatSync(parent.realPath, noThrow), stamp) || isTooFresh(stamp, this.#started);
  }

  /** Forgets what was found below a folder, and looks again with care. */
  #lookAgain({ parent, names, stamp, before }: Level): void {
    this.#skills.length = before.skills;
    this.#folders.length = before.folders;
    this.#problems.length = before.problems;
    this.#links.length = before.links;
    const isBelow = (key: string): boolean => (parent.key === "" ? key !== "" : key.startsWith(`${parent.key}/`));
    for (const records of [this.#records.skills, this.#records.plain]) {
      for (const key of records.keys()) if (isBelow(key)) records.delete(key);
    }
    this.#levels.push({ parent: { ...parent, careful: true }, names, stamp, before, next: 0 });
  }

  /** Takes what is known of a skill whose file is as it was; else tries to read it, where one is to be expected. */
  #look(folder: Folder): Look {
    const record = this.#known.skills.get(folder.key);
    if (record === undefined) {
      return this.#expectSkill && !this.#known.plain.has(folder.key) ? this.#read(folder) : "none";
    }
    const stats = fs.lstatSync(skillFile(folder), noThrow);
    if (!hasStamp(stats, record.stamp)) return this.#read(folder);
    this.#record(folder, record);
    return "skill";
  }

  #read(folder: Folder): Look {
    const path = skillFile(folder);
    let head: SkillHead;
    try {
      head = readHead(path, folder.careful);
    } catch (error) {
      switch (fileErrorCode(error)) {
        case "ENOENT":
        case "ENOTDIR":
          return "none";
        case "ELOOP":
        case "EMLINK":
          return this.#readLinked(folder);
        default:
          return this.#unreadable(path, `This skill cannot be read: ${describeFileError(error)}.`);
      }
    }
    if (!head.isFile) return this.#unreadable(path, "This is not a regular file, so it was not read.");
    const options = { parse: this.#options.parse, fallbackId: folder.name };
    const quick = anyCaseOpens ? undefined : quickEntry(head, options);
    if (quick === undefined) return this.#readWhole(folder, path, head);
    this.#changed = true;
    this.#record(folder, skillRecord(folder, head.stamp, quick));
    return "skill";
  }

  async #readWhole(folder: Folder, path: string, head: SkillHead): Promise<"skill" | "none"> {
    // Where case does not matter, a skill.md opens as SKILL.md; clients elsewhere would not find it.
    if (anyCaseOpens && !(await realpath(path)).endsWith(`${sep}SKILL.md`)) return "none";
    try {
      const read = await readWholeEntry(path, { parse: this.#options.parse, fallbackId: folder.name });
      this.#changed = true;
      this.#record(folder, skillRecord(folder, head.stamp, read));
      return "skill";
    } catch (error) {
      return this.#unreadable(path, error instanceof Error ? error.message : String(error));
    }
  }

  async #readLinked(folder: Folder): Promise<"skill" | "none"> {
    const path = skillFile(folder);
    const file = await realpath(path).catch(() => undefined);
    if (file === undefined) return "none";
    if (!this.#mayFollow(file)) return this.#refuseLink(path);
    try {
      const { stamp } = readHead(file, true);
      const read = await readWholeEntry(file, { parse: this.#options.parse, fallbackId: folder.name });
      // Not recorded: the stamp of a link says nothing about what it points to.
      this.#add(folder, skillRecord(folder, stamp, read));
      return "skill";
    } catch (error) {
      return this.#unreadable(path, error instanceof Error ? error.message : String(error));
    }
  }

  #record(folder: Folder, record: SkillRecord): void {
    if (!isTooFresh(record.stamp, this.#started)) this.#records.skills.set(folder.key, record);
    this.#add(folder, record);
  }

  #add({ path, realPath }: Folder, record: SkillRecord): void {
    this.#skills.push({ record, path, realPath, root: this.#root });
  }

  /** Puts the folders below a folder on the list, and looks for a SKILL.md there if nobody has yet. */
  async #descend(folder: Folder, found: "skill" | "none"): Promise<void> {
    const record = this.#recallPlain(folder) ?? (await this.#listFolder(folder, found));
    this.#expectSkill = record === "skill";
    if (record === "skill" || record === undefined) return;
    for (const diagnostic of record.diagnostics) this.#problem(folder.path, diagnostic);
    if (folder.depth >= this.#options.maxDepth) return;
    for (const name of record.links) this.#links.push({ ...below(folder, name), careful: true });
    const before = {
      skills: this.#skills.length,
      folders: this.#folders.length,
      problems: this.#problems.length,
      links: this.#links.length,
    };
    this.#levels.push({ parent: folder, names: record.folders, stamp: record.stamp, before, next: 0 });
  }

  #recallPlain(folder: Folder): PlainRecord | undefined {
    const record = this.#known.plain.get(folder.key);
    if (record === undefined) return undefined;
    if (!hasStamp(fs.lstatSync(folder.realPath, noThrow), record.stamp)) return undefined;
    this.#recordPlain(folder, record);
    return record;
  }

  #recordPlain(folder: Folder, record: PlainRecord): void {
    if (!isTooFresh(record.stamp, this.#started)) this.#records.plain.set(folder.key, record);
  }

  async #listFolder(folder: Folder, found: "skill" | "none"): Promise<PlainRecord | "skill" | undefined> {
    let stats: Stats;
    let entries: Dirent[];
    try {
      // Looked at before it is listed, so that what comes in between is seen next time.
      stats = fs.lstatSync(folder.realPath);
      entries = fs.readdirSync(folder.realPath, { withFileTypes: true });
    } catch (error) {
      if (folder.depth > 0 && fileErrorCode(error) === "ENOENT") return undefined;
      this.#unreadable(folder.path, `This folder cannot be read: ${describeFileError(error)}.`);
      return undefined;
    }
    if (this.#options.slices.over) await this.#options.slices.pause();
    const { name, miscased } = skillFileName(entries.map((entry) => entry.name));
    if (name === "SKILL.md" && found === "none" && (await this.#read(folder)) === "skill" && folder.depth > 0) {
      return "skill";
    }
    const wrong = name === "skill.md" ? name : miscased;
    const wanted = entries.filter(
      (entry) => !skipped.has(entry.name) && (this.#options.hidden || !entry.name.startsWith(".")),
    );
    const record: PlainRecord = {
      kind: "plain",
      stamp: stampOf(stats),
      folders: sortedNames(wanted.filter((entry) => entry.isDirectory())),
      links: sortedNames(wanted.filter((entry) => entry.isSymbolicLink())),
      diagnostics: wrong === undefined ? [] : [misspelled(wrong)],
    };
    this.#changed = true;
    this.#recordPlain(folder, record);
    return record;
  }

  async #followLinks(): Promise<void> {
    if (this.#options.links === "ignore" || this.#links.length === 0) return;
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      const real = await realFolder(link.path);
      if (real === undefined || this.#folders.includes(real)) continue;
      if (!this.#mayFollow(real)) {
        if (!this.#options.realRoots.some((root) => isWithin(root, real))) this.#refuseLink(link.path);
      } else if (!isWithin(real, this.#root)) await this.#tree({ ...link, realPath: real });
    }
  }

  #mayFollow(realPath: string): boolean {
    const { links } = this.#options;
    return links === "follow" || (links === "inside" && isWithin(this.#root, realPath));
  }

  #refuseLink(path: string): "skill" {
    const message = "This symbolic link leads out of its folder, so it was not followed.";
    this.#problem(path, { code: "folder-link-outside", severity: "warning", message });
    return "skill";
  }

  /** There is a skill, or there was to be one; nobody looks for others in its folder. */
  #unreadable(path: string, message: string): "skill" {
    this.#problem(path, { code: "file-unreadable", severity: "error", message });
    return "skill";
  }

  #problem(path: string, diagnostic: Diagnostic): void {
    this.#problems.push({ path, diagnostic });
  }
}

/** What was read, with its place and its time. */
function skillRecord({ path }: Folder, stamp: Stamp, { entry, diagnostics }: ReadEntryResult): SkillRecord {
  if (entry === undefined) return { kind: "skill", stamp, entry, diagnostics };
  const location = `${path}${sep}SKILL.md`;
  const revision = stampText(stamp);
  const { id, name, description, compatibility, disableModelInvocation, userInvocable } = entry;
  // Nearly all skills have these fields alone, and copying them one by one is several times faster.
  const isPlain = compatibility === undefined && disableModelInvocation === undefined && userInvocable === undefined;
  const located = isPlain ? { id, name, description, location, revision } : { ...entry, location, revision };
  return { kind: "skill", stamp, entry: located, diagnostics };
}

function below({ key, path, realPath, depth, careful }: Folder, name: string): Folder {
  const own = child(path, name);
  return {
    key: key === "" ? name : `${key}/${name}`,
    path: own,
    realPath: path === realPath ? own : child(realPath, name),
    name,
    depth: depth + 1,
    careful,
  };
}

function child(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function skillFile({ realPath }: Folder): string {
  return `${realPath}${sep}SKILL.md`;
}

function sortedNames(entries: readonly Dirent[]): string[] {
  return entries.map(({ name }) => name).sort();
}

/** Where a link to a folder leads; undefined for any other link. */
async function realFolder(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function misspelled(name: string): Diagnostic {
  const message = `The file must be called SKILL.md, not ${name}; it was left out.`;
  return { code: "file-case", severity: "warning", message };
}
