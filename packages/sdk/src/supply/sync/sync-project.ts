import { SkillError } from "../../core/errors.ts";
import { userHome } from "../../node/user-cache-folder.ts";
import { EMPTY_LOCK } from "../lock/empty-lock.ts";
import { formatLock } from "../lock/format-lock.ts";
import { isSameLock } from "../lock/is-same-lock.ts";
import { loadLock, readSoundLock } from "../lock/load-lock.ts";
import { type Lock, LOCK_FILE_NAME, type LockedSkill, type LockedSource } from "../lock/lock.ts";
import { loadProject, readProject } from "../project/load-project.ts";
import { PROJECT_FILE_NAME } from "../project/parse-project.ts";
import type { Project } from "../project/project.ts";
import { assertDistinctSkills } from "./assert-distinct-skills.ts";
import { asksForSignatures, assertSignatures, type SignatureCheck } from "./assert-signatures.ts";
import { readRecord, recordChange, recordedLock, withRecord } from "./machine-record.ts";
import { bakedRecordChange } from "./baked-record.ts";
import { bakeLocked, type PlannedBake, planBake, presentText } from "./plan-bake.ts";
import { planInstalls } from "./plan-outputs.ts";
import { type PlannedText, planText } from "./plan-text.ts";
import { reportSources } from "./report-sources.ts";
import { resolveSources } from "./resolve-sources.ts";
import { restoreContents } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";
import { staleFolders } from "./stale-folders.ts";
import type { SyncReport } from "./sync-report.ts";
import type { Change } from "./transaction/change.ts";
import { commitChanges, recoverChanges } from "./transaction/commit-changes.ts";
import { withStates } from "./transaction/with-states.ts";
import { withSyncLock } from "./with-sync-lock.ts";

export interface SyncOptions {
  /** Sources to ask anew although the lock has them. */
  readonly update?: "all" | ReadonlySet<string>;
  /** Do what the lock says and nothing else: a project file that asks for more is refused with `lock-outdated`. */
  readonly frozen?: boolean;
  /** Replace what others put in the way, or changed by hand. */
  readonly force?: boolean;
  /** Let the project write to folders of the user, outside of it. */
  readonly user?: boolean;
  /** A project file that is to take the place of the one there, with all the rest or not at all. */
  readonly projectText?: string;
  /** In place of `projectText`: makes it of the one that is there (undefined if there is none), while nobody else can change it. */
  readonly editProject?: (text: string | undefined) => string | Promise<string>;
  /** Asked once everything is known and nothing is written; false leaves everything as it is. */
  readonly confirm?: (report: SyncReport) => Promise<boolean>;
  /** Looks at signatures, where the policy asks for it. */
  readonly checkSignature?: SignatureCheck;
  /** Default: the user's. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Makes lock, module and agents' folders what the project file says: all of it, or nothing. */
export async function syncProject(
  directory: string,
  context: SupplyContext,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const { env = process.env, home = userHome(), force = false, user = false } = options;
  return withSyncLock(directory, env, async (journal, assertHeld) => {
    const recovered = await recoverChanges(journal, { force });
    const projectText = await newProjectText(directory, options);
    const { project } = projectText === undefined ? await loadProject(directory) : readProject(projectText);
    const record = await readRecord(journal);
    const before = await loadLock(directory, record?.isSound === true ? record.text : undefined);
    const old = before?.lock ?? EMPTY_LOCK;

    const sources = await resolveSources(project, old, context, options);
    assertDistinctSkills(sources);
    const places = { directory, home, env, force, user, locked: old };
    const installs = await planInstalls(
      project,
      sources,
      withRecord(old, recordedLock(record, before)),
      context,
      places,
    );
    const bake = await planBake(directory, project.targets.bake?.out, skillsOf(sources), { journal, force });
    const needsAll = bake?.isNeeded === true || asksForSignatures(project);
    await restoreNeeded(project, sources, needsAll ? undefined : installs.needed, context);
    const unsigned = await assertSignatures(project, sources, context, options.checkSignature);
    const stale = await staleFolders(project, sources, context, options);

    const lock: Lock = { lockVersion: 1, sources, installed: installs.installed };
    const isSame = before !== undefined && isSameLock(lock, before.lock);
    if (options.frozen === true && !isSame) throw outdatedLock();
    const keepsText = isSame && (before.isCanonical || options.frozen === true);
    const lockText = keepsText ? before.text : formatLock(lock);
    // No lock is written that the next command would refuse.
    if (!keepsText) readSoundLock(lockText);
    const module = await planModule(directory, bake, skillsOf(sources), context, journal);
    const texts: PlannedText[] = [...module.texts];
    if (projectText !== undefined) texts.push(await planText(directory, PROJECT_FILE_NAME, "project", projectText));
    // Last, because it says that all the rest is there.
    texts.push(await planText(directory, LOCK_FILE_NAME, "lock", lockText, before?.text));

    const isSound = !keepsText || before.isCanonical;
    const records = [...recordChange(journal, { text: lockText, isSound }, record), ...module.records];
    const changes = [...installs.changes, ...texts.flatMap((text) => text.changes)];
    const report: SyncReport = {
      sources: reportSources(old.sources, sources),
      outputs: [...installs.outputs, ...texts.map(({ output }) => output)],
      warnings: [...unsigned, ...installs.warnings, ...stale],
      refused: [],
      drift: changes.length > 0,
      written: false,
      recovered,
    };
    // Who is asked may take long, and others may change what was looked at.
    const asked = options.confirm === undefined ? changes : await withStates(changes);
    const isAgreed = changes.length === 0 || options.confirm === undefined || (await options.confirm(report));
    if (!isAgreed) return report;
    assertHeld();
    const signal = context.signal === undefined ? {} : { signal: context.signal };
    await commitChanges([...records, ...asked], journal, signal);
    return { ...report, written: changes.length > 0 };
  });
}

/** The module, baked if it is not there as it should be, and what remembers it. */
async function planModule(
  directory: string,
  bake: PlannedBake | undefined,
  skills: readonly LockedSkill[],
  context: SupplyContext,
  journal: string,
): Promise<{ readonly texts: readonly PlannedText[]; readonly records: readonly Change[] }> {
  if (bake === undefined) return { texts: [], records: [] };
  const { out, key, isNeeded } = bake;
  if (!isNeeded)
    return { texts: [{ output: { path: out, kind: "module", state: "same", files: [] }, changes: [] }], records: [] };
  const code = await bakeLocked(skills, out, context);
  return {
    texts: [await planText(directory, out, "module", code)],
    records: [bakedRecordChange(journal, key, code)],
  };
}

/** The project file as it is to be, made of the one that is there now that nobody else can change it. */
async function newProjectText(directory: string, options: SyncOptions): Promise<string | undefined> {
  if (options.editProject === undefined) return options.projectText;
  return options.editProject(await presentText(directory, PROJECT_FILE_NAME));
}

function outdatedLock(): SkillError {
  const message = "tradecraft.json asks for something else than tradecraft.lock holds. Run: tradecraft sync";
  return new SkillError("lock-outdated", message);
}

/** Brings what the cache lacks: of the given skills, or of all. */
export async function restoreNeeded(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  needed: ReadonlySet<LockedSkill> | undefined,
  context: SupplyContext,
): Promise<void> {
  for (const [name, locked] of Object.entries(sources)) {
    const source = project.skills[name];
    const wanted = Object.entries(locked.skills).filter(([, skill]) => needed === undefined || needed.has(skill));
    if (source !== undefined) await restoreContents(name, source, locked, wanted, context);
  }
}

/** Every skill of all sources. */
export function skillsOf(sources: Readonly<Record<string, LockedSource>>): LockedSkill[] {
  return Object.values(sources).flatMap(({ skills }) => Object.values(skills));
}
