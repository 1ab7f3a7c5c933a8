import fs, { type Dirent, type Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ParseSkillResult } from "../../core/format/types.ts";
import { describeFileError, fileErrorCode } from "../describe-file-error.ts";
import { isWithin } from "../is-within.ts";
import { skillFileName } from "../skill-file-name.ts";
import type { FolderRecords, PlainRecord } from "./folder-record.ts";
import { below, type Folder, rootFolder, skillFile } from "./folder.ts";
import { type IsSkill, readSkillFolder } from "./read-skill-folder.ts";
import { type FindingsMark, type FolderProblem, type FoundSkill, ScanFindings } from "./scan-findings.ts";
import { hasStamp, isTooFresh, type Stamp, stampOf } from "./stamp.ts";
import type { TimeSlices } from "./time-slices.ts";

/** What becomes of symbolic links: followed where they stay inside the root, always, or never. */
export type LinkPolicy = "inside" | "follow" | "ignore";

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

/** The folders of one folder, how far the scan has come with them, and what it had found before. */
interface Level {
  readonly parent: Folder;
  readonly names: readonly string[];
  readonly stamp: Stamp;
  readonly before: FindingsMark;
  next: number;
}

const noThrow = { throwIfNoEntry: false } as const;
const skipped = new Set([".git", "node_modules"]);

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
  readonly #found: ScanFindings;
  /** What is still to be looked at, the deepest level last. */
  readonly #levels: Level[] = [];
  /** Whether the folder before was a skill: its neighbour will be one too, so its file is tried before it is listed. */
  #expectSkill = false;

  constructor(root: string, known: FolderRecords, options: ScanRootOptions) {
    this.#root = root;
    this.#known = known;
    this.#options = options;
    this.#found = new ScanFindings();
  }

  async scan(path: string): Promise<RootScan> {
    await this.#tree(rootFolder(path, this.#root));
    await this.#followLinks();
    const { skills, problems, folders, elsewhere, records, changed } = this.#found;
    const isSmaller = records.skills.size < this.#known.skills.size || records.plain.size < this.#known.plain.size;
    const watchable = elsewhere.length === 0 ? folders : [...folders, ...elsewhere];
    return { skills, problems, folders: watchable, records, changed: changed || isSmaller };
  }

  /** Looks at a folder and at all below it, in order. */
  async #tree(top: Folder): Promise<void> {
    const { slices, maxFolders } = this.#options;
    for (let folder: Folder | undefined = top; folder !== undefined; folder = this.#nextFolder()) {
      if (slices.over) await slices.pause();
      if (this.#found.folders.length >= maxFolders) {
        const message = `There are more than ${maxFolders.toLocaleString("en")} folders; what lies beyond was not searched.`;
        this.#found.problem(folder.path, { code: "folder-limit", severity: "warning", message });
        this.#levels.length = 0;
        this.#found.links.length = 0;
        return;
      }
      this.#found.folders.push(folder.realPath);
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
    return !hasStamp(fs.lstatSync(parent.realPath, noThrow), stamp) || isTooFresh(stamp, this.#found.started);
  }

  /** Forgets what was found below a folder, and looks again with care. */
  #lookAgain({ parent, names, stamp, before }: Level): void {
    this.#found.rewind(before, parent);
    this.#levels.push({ parent: { ...parent, careful: true }, names, stamp, before, next: 0 });
  }

  /** Takes what is known of a skill whose file is as it was; else tries to read it, where one is to be expected. */
  #look(folder: Folder): IsSkill | Promise<IsSkill> {
    const record = this.#known.skills.get(folder.key);
    if (record === undefined) {
      return this.#expectSkill && !this.#known.plain.has(folder.key) ? this.#read(folder) : "none";
    }
    if (!hasStamp(fs.lstatSync(skillFile(folder), noThrow), record.stamp)) return this.#read(folder);
    this.#found.known(folder, record);
    return "skill";
  }

  #read(folder: Folder): IsSkill | Promise<IsSkill> {
    const mayFollow = (realPath: string): boolean => this.#mayFollow(realPath);
    return readSkillFolder(folder, this.#found, { parse: this.#options.parse, mayFollow });
  }

  /** Puts the folders below a folder on the list, and looks for a SKILL.md there if nobody has yet. */
  async #descend(folder: Folder, found: IsSkill): Promise<void> {
    const record = this.#recallPlain(folder) ?? (await this.#listFolder(folder, found));
    this.#expectSkill = record === "skill";
    if (record === "skill" || record === undefined) return;
    for (const diagnostic of record.diagnostics) this.#found.problem(folder.path, diagnostic);
    if (folder.depth >= this.#options.maxDepth) return;
    for (const name of record.links) this.#found.links.push({ ...below(folder, name), careful: true });
    const { folders: names, stamp } = record;
    this.#levels.push({ parent: folder, names, stamp, before: this.#found.mark(), next: 0 });
  }

  #recallPlain(folder: Folder): PlainRecord | undefined {
    const record = this.#known.plain.get(folder.key);
    if (record === undefined || !hasStamp(fs.lstatSync(folder.realPath, noThrow), record.stamp)) return undefined;
    this.#found.plain(folder, record);
    return record;
  }

  async #listFolder(folder: Folder, found: IsSkill): Promise<PlainRecord | "skill" | undefined> {
    let stats: Stats;
    let entries: Dirent[];
    try {
      // Looked at before it is listed, so that what comes in between is seen next time.
      stats = fs.lstatSync(folder.realPath);
      entries = fs.readdirSync(folder.realPath, { withFileTypes: true });
    } catch (error) {
      if (folder.depth > 0 && fileErrorCode(error) === "ENOENT") return undefined;
      this.#found.unreadable(folder.path, `This folder cannot be read: ${describeFileError(error)}.`);
      return undefined;
    }
    if (this.#options.slices.over) await this.#options.slices.pause();
    const { name, miscased } = skillFileName(entries.map((entry) => entry.name));
    const isSkill = found === "skill" || (name === "SKILL.md" && (await this.#read(folder)) === "skill");
    if (isSkill && folder.depth > 0) return "skill";
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
    this.#found.changed = true;
    // A link to nothing may lead to a skill tomorrow, and nothing here would show it.
    if (name !== "SKILL.md" || isSkill) this.#found.plain(folder, record);
    return record;
  }

  async #followLinks(): Promise<void> {
    const { links, folders } = this.#found;
    if (this.#options.links === "ignore" || links.length === 0) return;
    const seen = new Set<string>();
    for (let link = links.shift(), looked = 0; link !== undefined; link = links.shift()) {
      for (; looked < folders.length; looked++) seen.add(folders[looked] ?? "");
      if (this.#options.ignore?.(link.path) === true) continue;
      const real = await realFolder(link.path);
      if (real === undefined || seen.has(real)) continue;
      if (!this.#mayFollow(real)) {
        if (!this.#options.realRoots.some((root) => isWithin(root, real))) this.#found.refusedLink(link.path);
      } else if (!isWithin(real, this.#root)) await this.#tree({ ...link, realPath: real });
    }
  }

  #mayFollow(realPath: string): boolean {
    const { links } = this.#options;
    return links === "follow" || (links === "inside" && isWithin(this.#root, realPath));
  }
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
