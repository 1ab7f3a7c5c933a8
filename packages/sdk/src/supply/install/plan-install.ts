import { dirname, join, relative } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { folderCalls } from "../../node/folder/folder-calls.ts";
import { changesIn } from "../../node/pin/compare-skill-folder.ts";
import type { FileChange } from "../../node/pin/file-change.ts";
import { describeFileChange } from "../../node/pin/file-change.ts";
import { type InspectedFolder, inspectSkillFolder } from "../../node/pin/inspect-skill-folder.ts";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import type { InstallPlace } from "./install-places.ts";

/** What is to be done about one skill in one place. */
export interface InstallStep {
  readonly place: InstallPlace;
  readonly skill: string;
  readonly path: string;
  readonly action: "keep" | "write" | "link" | "remove";
  /** What is there now and should not be, or the other way round. */
  readonly changes: readonly FileChange[];
  readonly files?: LockedSkill;
  readonly target?: string;
}

export interface PlanInstallOptions {
  /** Replace what somebody else put there or changed. */
  readonly force: boolean;
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
  const ours = new Set(before.installed[place.name]?.skills);
  const names = [...new Set([...place.skills.keys(), ...ours])].sort();
  const steps: InstallStep[] = [];
  for (const skill of names) {
    options.signal?.throwIfAborted();
    const path = join(place.folder, skill);
    const wanted = place.skills.get(skill);
    const known = {
      isOurs: ours.has(skill) || options.force,
      force: options.force,
      old: lockedFiles(before, skill),
      isKept: options.isKept,
    };
    if (wanted === undefined) steps.push(...(await planRemoval({ place, skill, path }, known)));
    else if (place.original !== undefined)
      steps.push(await planLink({ place, skill, path }, join(place.original, skill), known));
    else steps.push(await planFolder({ place, skill, path }, wanted, known));
  }
  return steps;
}

type At = Pick<InstallStep, "place" | "skill" | "path">;

interface Known {
  readonly isOurs: boolean;
  readonly force: boolean;
  /** What the lock said that it was. */
  readonly old: SkillFileList | undefined;
  readonly isKept: PlanInstallOptions["isKept"];
}

async function planFolder(at: At, wanted: LockedSkill, known: Known): Promise<InstallStep> {
  const { isOurs, force, old } = known;
  const kind = await kindOf(at.path);
  if (kind === "none") return { ...at, action: "write", files: wanted, changes: [] };
  if (kind !== "folder") {
    if (!isOurs) throw inTheWay(at, kind);
    return { ...at, action: "write", files: wanted, changes: [{ code: "link-found", path: "." }] };
  }
  const inspected = await inspectSkillFolder(at.path);
  const changes = await changesIn(inspected, wanted.files);
  if (changes.length === 0) return { ...at, action: "keep", files: wanted, changes };
  const byHand = old === undefined ? changes : await changesIn(inspected, old);
  if (!force && !isOurs) throw inTheWay(at, "folder");
  if (!force && (await isLoss(byHand, inspected, known))) throw changedByHand(at, byHand);
  return { ...at, action: "write", files: wanted, changes };
}

async function planLink(at: At, original: string, { isOurs }: Known): Promise<InstallStep> {
  const target = relative(dirname(at.path), original);
  const kind = await kindOf(at.path);
  const now = kind === "link" ? await folderCalls.readlink(at.path) : undefined;
  if (now === target) return { ...at, action: "keep", changes: [], target };
  if (kind !== "none" && !isOurs) throw inTheWay(at, kind);
  return { ...at, action: "link", changes: [], target };
}

async function planRemoval(at: At, known: Known): Promise<InstallStep[]> {
  const { force, old } = known;
  const kind = await kindOf(at.path);
  if (kind === "none") return [];
  if (kind === "file" || (kind === "folder" && old === undefined)) throw inTheWay(at, kind);
  if (kind === "folder" && !force) {
    const inspected = await inspectSkillFolder(at.path);
    const byHand = await changesIn(inspected, old ?? []);
    if (await isLoss(byHand, inspected, known)) throw changedByHand(at, byHand);
  }
  return [{ ...at, action: "remove", changes: [] }];
}

/** Whether something would be gone for good with a folder that is not as the lock had it. */
async function isLoss(
  changes: readonly FileChange[],
  { files, problems }: InspectedFolder,
  { isKept }: Known,
): Promise<boolean> {
  if (changes.every(({ code }) => code === "file-missing")) return false;
  if (problems.length > 0 || isKept === undefined) return true;
  for (const file of files) if (!(await isKept(file))) return true;
  return false;
}

/** The files of a skill as a lock has them. */
export function lockedFiles(lock: Lock, name: string): SkillFileList | undefined {
  for (const { skills } of Object.values(lock.sources))
    for (const skill of Object.values(skills)) if (skill.name === name) return skill.files;
  return undefined;
}

type Kind = "none" | "folder" | "link" | "file";

async function kindOf(path: string): Promise<Kind> {
  try {
    const stats = await folderCalls.lstat(path);
    return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "file";
  } catch {
    return "none";
  }
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
