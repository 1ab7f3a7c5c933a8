import { dirname, sep } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ReadEntryResult } from "../../core/source/read-entry.ts";
import { type FolderRecords, noRecords, type PlainRecord, type SkillRecord } from "./folder-record.ts";
import { type Folder, skillFile } from "./folder.ts";
import { isTooFresh, type Stamp, stampText } from "./stamp.ts";

/** A folder with a SKILL.md, listed or not. */
export interface FoundSkill {
  readonly record: SkillRecord;
  /** Absolute path of the skill's folder, as it was reached. */
  readonly path: string;
  /** Its real path: what the skill's files must lie in. */
  readonly realPath: string;
  /** Real path of its SKILL.md: no other file is read in its place. */
  readonly realFile: string;
}

/** A finding that belongs to no skill. */
export interface FolderProblem {
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

/** How much had been found at some moment. */
export interface FindingsMark {
  readonly skills: number;
  readonly problems: number;
  readonly folders: number;
  readonly links: number;
}

/** What a scan of a root has found so far. */
export class ScanFindings {
  readonly skills: FoundSkill[] = [];
  readonly problems: FolderProblem[] = [];
  /** Real paths of all folders that were looked at. */
  readonly folders: string[] = [];
  /** Folders beyond those that hold a file which a link in place of a SKILL.md leads to. */
  readonly elsewhere: string[] = [];
  /** Links to follow when the real folders are done: a skill is named by its real place. */
  readonly links: Folder[] = [];
  readonly records: FolderRecords = noRecords();
  /** Whether anything was read that was not known. */
  changed = false;
  readonly started: number = Date.now();

  mark(): FindingsMark {
    const { skills, problems, folders, links } = this;
    return { skills: skills.length, problems: problems.length, folders: folders.length, links: links.length };
  }

  /** Forgets what was found since, all of it below one folder. */
  rewind(mark: FindingsMark, { key: parent }: Folder): void {
    this.skills.length = mark.skills;
    this.problems.length = mark.problems;
    this.folders.length = mark.folders;
    this.links.length = mark.links;
    const isBelow = (key: string): boolean => (parent === "" ? key !== "" : key.startsWith(`${parent}/`));
    for (const records of [this.records.skills, this.records.plain]) {
      for (const key of records.keys()) if (isBelow(key)) records.delete(key);
    }
  }

  problem(path: string, diagnostic: Diagnostic): void {
    this.problems.push({ path, diagnostic });
  }

  /** Something stands where a skill should that cannot be read. */
  unreadable(path: string, message: string): void {
    this.problem(path, { code: "file-unreadable", severity: "error", message });
  }

  refusedLink(path: string): void {
    const message = "This symbolic link was not followed: it leads out of its folder, or links are to be ignored.";
    this.problem(path, { code: "folder-link-outside", severity: "warning", message });
  }

  /** A skill that is as it was recorded. */
  known(folder: Folder, record: SkillRecord): void {
    if (!isTooFresh(record.stamp, this.started)) this.records.skills.set(folder.key, record);
    this.#add(folder, record, skillFile(folder));
  }

  /** A skill that was read. */
  read(folder: Folder, stamp: Stamp, read: ReadEntryResult): void {
    this.changed = true;
    this.known(folder, skillRecord(folder, stamp, read));
  }

  /** A skill that a link in place of its file led to: the link's stamp says nothing about it, so it is not recorded. */
  linked(folder: Folder, realFile: string, stamp: Stamp, read: ReadEntryResult): void {
    this.elsewhere.push(dirname(realFile));
    this.#add(folder, skillRecord(folder, stamp, read), realFile);
  }

  plain({ key }: Folder, record: PlainRecord): void {
    if (!isTooFresh(record.stamp, this.started)) this.records.plain.set(key, record);
  }

  #add({ path, realPath }: Folder, record: SkillRecord, realFile: string): void {
    this.skills.push({ record, path, realPath, realFile });
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
