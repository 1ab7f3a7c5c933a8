import type { Dirent, Stats } from "node:fs";
import { dirname, join, relative } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { folderCalls } from "../../node/folder/folder-calls.ts";
import { changesIn } from "../../node/pin/compare-skill-folder.ts";
import { describeFileChange, type FileChange } from "../../node/pin/file-change.ts";
import { type InspectedFolder, inspectSkillFolder } from "../../node/pin/inspect-skill-folder.ts";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import type { InstallPlace } from "./install-places.ts";
import { realOf } from "./real-path.ts";

/** What is to be done about one skill in one place. */
export interface InstallStep {
  readonly place: InstallPlace;
  readonly skill: string;
  readonly path: string;
  /** `leave`: an earlier sync put it there, it was changed since, and it is not wanted any more. */
  readonly action: "keep" | "write" | "link" | "remove" | "leave";
  /** What is there now and should not be, or the other way round; empty when nothing is there. */
  readonly changes: readonly FileChange[];
  readonly isThere: boolean;
  readonly files?: LockedSkill;
  readonly target?: string;
}

export interface PlanInstallOptions {
  /** Replace what somebody else put there or changed. */
  readonly force: boolean;
  /** What the lock says; `before` may know more, from this machine. */
  readonly locked: Lock;
  /**
   * Whether a content is kept elsewhere, so that nothing is lost with the file. Where it is so of all files of a folder,
   * an earlier sync wrote them, of a lock that somebody else has since replaced.
   */
  readonly isKept?: (file: PinnedFile) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** Compares a place with what is to be in it. What somebody else made or changed is refused with `sync-conflict`. */
export async function planInstall(
  place: InstallPlace,
  before: Lock,
  options: PlanInstallOptions,
): Promise<InstallStep[]> {
  if (place.isAlias) return [];
  const ours = new Set(before.installed[place.name]?.skills);
  const locked = new Set(options.locked.installed[place.name]?.skills);
  const names = [...new Set([...place.skills.keys(), ...ours])].sort();
  const folder = await realOf(place.folder);
  const kinds = await kindsIn(folder);
  const lists = lockedLists(before);
  const steps: InstallStep[] = [];
  for (const skill of names) {
    options.signal?.throwIfAborted();
    const at = { place, skill, path: join(folder, skill) };
    const wanted = place.skills.get(skill);
    const known: Known = {
      options,
      isOurs: ours.has(skill),
      isLocked: locked.has(skill),
      lists: lists.get(skill) ?? [],
      // Some systems have a folder by more names than the one they list.
      kind: kinds.get(skill) ?? (await kindAt(at.path)),
    };
    if (wanted === undefined) steps.push(...(await planRemoval(at, known)));
    else if (place.original !== undefined) steps.push(await planLink(at, join(place.original, skill), known));
    else steps.push(await planFolder(at, wanted, known));
  }
  return steps;
}

type At = Pick<InstallStep, "place" | "skill" | "path">;

interface Known {
  readonly options: PlanInstallOptions;
  readonly isOurs: boolean;
  readonly isLocked: boolean;
  /** What locks said that it was. */
  readonly lists: readonly SkillFileList[];
  /** What is there now. */
  readonly kind: Kind;
}

async function planFolder(at: At, wanted: LockedSkill, known: Known): Promise<InstallStep> {
  const { kind, isOurs, options } = known;
  const step = (action: "keep" | "write", changes: readonly FileChange[]): InstallStep => {
    const { place, skill, path } = at;
    return { place, skill, path, action, files: wanted, changes, isThere: kind !== "none" };
  };
  if (kind === "none") return step("write", []);
  if (kind !== "folder") {
    await assertOurLink(at, known);
    return step("write", [{ code: "link-found", path: "." }]);
  }
  const inspected = await inspectSkillFolder(at.path, { isReal: true, isBrief: true });
  const changes = await changesIn(inspected, wanted.files);
  if (changes.length === 0) return step("keep", changes);
  if (!isOurs && !options.force) throw inTheWay(at, kind);
  const byHand = await handChanges(inspected, known);
  if (byHand.length > 0 && !options.force) throw changedByHand(at, byHand);
  return step("write", changes);
}

async function planLink(at: At, original: string, known: Known): Promise<InstallStep> {
  const target = relative(await realOf(dirname(at.path)), await realOf(original));
  const { kind } = known;
  if (kind === "none") return { ...at, action: "link", changes: [], target, isThere: false };
  const now = kind === "link" ? await folderCalls.readlink(at.path) : undefined;
  if (now === target) return { ...at, action: "keep", changes: [], target, isThere: true };
  if (kind === "folder") {
    if (!known.isOurs && !known.options.force) throw inTheWay(at, kind);
    const byHand = await handChanges(await inspectSkillFolder(at.path, { isReal: true, isBrief: true }), known);
    if (byHand.length > 0 && !known.options.force) throw changedByHand(at, byHand);
  } else await assertOurLink(at, known);
  const code = kind === "link" ? "link-found" : "file-changed";
  return { ...at, action: "link", changes: [{ code, path: "." }], target, isThere: true };
}

async function planRemoval(at: At, known: Known): Promise<InstallStep[]> {
  const { kind } = known;
  if (kind === "none") return [];
  const step = { ...at, changes: [], isThere: true } as const;
  // What only this machine remembers may be another project's by now, or somebody's own.
  const leave: InstallStep[] = [{ ...step, action: "leave" }];
  if (kind === "file") return known.isLocked ? refuse(at, kind) : leave;
  if (kind === "link") {
    const isOriginal = (await folderCalls.readlink(at.path)).endsWith(join(".agents/skills", at.skill));
    if (!isOriginal && !known.options.force) return known.isLocked ? refuse(at, kind) : leave;
  }
  if (kind === "folder") {
    if (known.lists.length === 0) return refuse(at, kind);
    const byHand = await handChanges(await inspectSkillFolder(at.path, { isReal: true, isBrief: true }), known);
    if (byHand.length > 0 && !known.isLocked) return leave;
    if (byHand.length > 0 && !known.options.force) throw changedByHand(at, byHand);
  }
  return [{ ...step, action: "remove" }];
}

/** What somebody changed in a folder, compared with whichever lock it fits best; empty if nothing would be lost with it. */
async function handChanges(
  inspected: InspectedFolder,
  { lists, options: { isKept } }: Known,
): Promise<readonly FileChange[]> {
  let fewest: readonly FileChange[] | undefined;
  for (const list of lists) {
    const changes = await changesIn(inspected, list);
    if (changes.every(({ code }) => code === "file-missing")) return [];
    if (fewest === undefined || changes.length < fewest.length) fewest = changes;
  }
  const changes = fewest ?? (await changesIn(inspected, []));
  if (inspected.problems.length > 0 || isKept === undefined) return changes;
  for (const file of inspected.files) if (!(await isKept(file))) return changes;
  return [];
}

async function assertOurLink(at: At, { kind, isOurs, options }: Known): Promise<void> {
  if (options.force) return;
  if (kind !== "link" || !isOurs) throw inTheWay(at, kind);
  const target = await folderCalls.readlink(at.path);
  if (!target.endsWith(join(".agents/skills", at.skill))) throw inTheWay(at, kind);
}

/** The files of each skill, by its name, as locks have them. */
export function lockedLists(lock: Lock): Map<string, SkillFileList[]> {
  const lists = new Map<string, SkillFileList[]>();
  for (const { skills } of Object.values(lock.sources))
    for (const { name, files } of Object.values(skills)) {
      const known = lists.get(name);
      if (known === undefined) lists.set(name, [files]);
      else known.push(files);
    }
  return lists;
}

type Kind = "none" | "folder" | "link" | "file";

/** What a folder holds, by name; nothing if it is not there. */
async function kindsIn(folder: string): Promise<ReadonlyMap<string, Kind>> {
  try {
    return new Map((await folderCalls.entries(folder)).map((entry) => [entry.name, kindOf(entry)]));
  } catch {
    return new Map();
  }
}

async function kindAt(path: string): Promise<Kind> {
  try {
    return kindOf(await folderCalls.lstat(path));
  } catch {
    return "none";
  }
}

function kindOf(entry: Dirent | Stats): Kind {
  return entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "file";
}

function refuse(at: At, kind: Kind): never {
  throw inTheWay(at, kind);
}

function inTheWay({ place, skill }: At, kind: Kind): SkillError {
  const message = `${place.name}/${skill} is there already, a ${kind} that tradecraft did not install. Move it away, exclude the skill, or replace it with --force.`;
  return new SkillError("sync-conflict", message, { facts: { path: `${place.name}/${skill}` } });
}

function changedByHand({ place, skill }: At, changes: readonly FileChange[]): SkillError {
  const lines = changes
    .slice(0, 10)
    .map((change) => `  ${change.path}: ${describeFileChange(change)} (${change.code})`);
  const more = changes.length > 10 ? `\n  and ${changes.length - 10} more` : "";
  const message = `${place.name}/${skill} was changed after it was installed, and the changes would be lost:\n${lines.join("\n")}${more}\nKeep them elsewhere, or replace the folder with --force.`;
  return new SkillError("sync-conflict", message, {
    facts: { path: `${place.name}/${skill}`, changes: changes.length },
  });
}
