import { join } from "node:path";
import { userHome } from "../../node/user-cache-folder.ts";
import { EMPTY_LOCK } from "../lock/empty-lock.ts";
import { formatLock } from "../lock/format-lock.ts";
import { loadLock } from "../lock/load-lock.ts";
import { type Lock, LOCK_FILE_NAME, type LockedSkill, type LockedSource } from "../lock/lock.ts";
import { loadProject, readProject } from "../project/load-project.ts";
import { PROJECT_FILE_NAME } from "../project/parse-project.ts";
import type { Project } from "../project/project.ts";
import { assertDistinctSkills } from "./assert-distinct-skills.ts";
import { asksForSignatures, assertSignatures, type SignatureCheck } from "./assert-signatures.ts";
import { loadRecord, recordChange, withRecord } from "./machine-record.ts";
import { bakeLocked, presentText } from "./plan-bake.ts";
import { planInstalls } from "./plan-outputs.ts";
import { reportSources } from "./report-sources.ts";
import { resolveSources } from "./resolve-sources.ts";
import { restoreContents } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";
import type { OutputReport, SyncReport } from "./sync-report.ts";
import type { Change } from "./transaction/change.ts";
import { commitChanges, recoverChanges } from "./transaction/commit-changes.ts";
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
  return withSyncLock(directory, env, async (journal) => {
    const recovered = await recoverChanges(journal);
    const { project } =
      options.projectText === undefined ? await loadProject(directory) : readProject(options.projectText);
    const before = await loadLock(directory);
    const old = before?.lock ?? EMPTY_LOCK;
    const record = await loadRecord(journal);

    const sources = await resolveSources(project, old, context, options);
    assertDistinctSkills(sources);
    const places = { directory, home, env, force, user };
    const installs = await planInstalls(project, sources, withRecord(old, record), context, places);
    const bakeOut = project.targets.bake?.out;
    const needsAll = bakeOut !== undefined || asksForSignatures(project);
    await restoreNeeded(project, sources, needsAll ? undefined : installs.needed, context);
    const warnings = await assertSignatures(project, sources, context, options.checkSignature);
    const lock: Lock = { lockVersion: 1, sources, installed: installs.installed };

    const changes: Change[] = [...installs.changes];
    const outputs: OutputReport[] = [...installs.outputs];
    const plan = async (path: string, kind: OutputReport["kind"], contents: string): Promise<void> => {
      const present = await presentText(directory, path);
      const state = present === contents ? "same" : "written";
      outputs.push({ path, kind, state, files: [] });
      if (state === "written") changes.push({ kind: "file", path: join(directory, path), contents });
    };
    if (bakeOut !== undefined) await plan(bakeOut, "module", await bakeLocked(skillsOf(sources), bakeOut, context));
    if (options.projectText !== undefined) await plan(PROJECT_FILE_NAME, "project", options.projectText);
    // Last, because it says that all the rest is there.
    await plan(LOCK_FILE_NAME, "lock", isSameLock(lock, old) ? (before?.text ?? formatLock(lock)) : formatLock(lock));

    const report: SyncReport = {
      sources: reportSources(old.sources, sources),
      outputs,
      warnings,
      drift: changes.length > 0,
      written: false,
      recovered,
    };
    const kept = recordChange(journal, lock, record);
    if (changes.length === 0) {
      await commitChanges(kept, journal);
      return report;
    }
    if (options.confirm !== undefined && !(await options.confirm(report))) return report;
    await commitChanges([...kept, ...changes], journal, context.signal === undefined ? {} : { signal: context.signal });
    return { ...report, written: true };
  });
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

/** Whether nothing was resolved anew and nothing is installed elsewhere: then the text of the lock is the same too. */
function isSameLock(now: Lock, old: Lock): boolean {
  const names = Object.keys(now.sources);
  return (
    names.length === Object.keys(old.sources).length &&
    names.every((name) => now.sources[name] === old.sources[name]) &&
    JSON.stringify(sortedEntries(now.installed)) === JSON.stringify(sortedEntries(old.installed))
  );
}

function sortedEntries(installed: Lock["installed"]): unknown {
  return Object.entries(installed)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, { mode, skills }]) => [place, mode, skills]);
}

/** Every skill of all sources. */
export function skillsOf(sources: Readonly<Record<string, LockedSource>>): LockedSkill[] {
  return Object.values(sources).flatMap(({ skills }) => Object.values(skills));
}
