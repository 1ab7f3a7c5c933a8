import { SkillError } from "../../core/errors.ts";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import { userHome } from "../../node/user-cache-folder.ts";
import { EMPTY_LOCK } from "../lock/empty-lock.ts";
import { formatLock } from "../lock/format-lock.ts";
import { loadLock } from "../lock/load-lock.ts";
import { LOCK_FILE_NAME, type LockedSource } from "../lock/lock.ts";
import { loadProject } from "../project/load-project.ts";
import type { Project } from "../project/project.ts";
import { assertSignatures } from "./assert-signatures.ts";
import { readRecord, recordedLock, withRecord } from "./machine-record.ts";
import { bakeLocked, planBake } from "./plan-bake.ts";
import { planInstalls } from "./plan-outputs.ts";
import { pointText } from "./report-sources.ts";
import { keptSource } from "./resolve-sources.ts";
import { staleFolders } from "./stale-folders.ts";
import type { SupplyContext } from "./supply-context.ts";
import type { SyncOptions } from "./sync-project.ts";
import { restoreNeeded, skillsOf } from "./sync-project.ts";
import type { OutputReport, SourceReport, SyncReport } from "./sync-report.ts";
import { journalPath, readJournal } from "./transaction/journal.ts";

/**
 * Says how lock, module and agents' folders differ from what the project file says, and writes nothing. What was never
 * written here, as in a fresh clone that leaves generated files out, is `absent`, which is no drift.
 */
export async function checkProject(
  directory: string,
  context: SupplyContext,
  options: Pick<SyncOptions, "home" | "env" | "checkSignature"> = {},
): Promise<SyncReport> {
  const { env = process.env, home = userHome() } = options;
  const journal = await journalPath(directory, env);
  const isPending = (await readJournal(journal)) !== undefined;
  const { project } = await loadProject(directory);
  const before = await loadLock(directory);
  const lock = before?.lock ?? EMPTY_LOCK;
  const sources = compareRequests(project, lock.sources, (name) => {
    const source = project.skills[name];
    return source === undefined ? undefined : keptSource(lock, name, source);
  });
  const kept = Object.fromEntries(Object.entries(lock.sources).filter(([name]) => name in project.skills));
  const known = withRecord(lock, recordedLock(await readRecord(journal), before));
  const places = { directory, home, env, force: true, user: true, locked: lock };
  const installs = await planInstalls(project, kept, known, context, places);
  const text = formatLock({ ...lock, sources: kept, installed: installs.installed });
  const lockState = before?.text.replaceAll("\r\n", "\n") === text ? "same" : "written";
  const outputs: OutputReport[] = [
    ...installs.outputs,
    ...(await checkModule(directory, project, kept, context, journal)),
    { path: LOCK_FILE_NAME, kind: "lock", state: lockState, files: [] },
  ];
  const warnings = [...installs.warnings, ...(await staleFolders(project, kept, context))];
  const signatures = await checkSignatures(project, kept, context, options.checkSignature);
  const drift =
    isPending ||
    warnings.length > 0 ||
    signatures.refused.length > 0 ||
    sources.some(({ state }) => state !== "same") ||
    outputs.some(({ state }) => state === "written" || state === "removed");
  return {
    sources,
    outputs,
    warnings: [...warnings, ...signatures.warnings],
    refused: signatures.refused,
    drift,
    written: false,
    recovered: isPending ? "pending" : "none",
  };
}

/** What the policy says about signatures, a line for each; what `sync` would refuse is refused. */
async function checkSignatures(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  context: SupplyContext,
  check: SyncOptions["checkSignature"],
): Promise<Pick<SyncReport, "warnings" | "refused">> {
  const warnings: string[] = [];
  const refused: string[] = [];
  for (const [name, locked] of Object.entries(sources)) {
    const mode = project.skills[name]?.policy?.signatures ?? project.policy.signatures;
    if (mode === "ignore") continue;
    try {
      await restoreNeeded(project, { [name]: onlySignatures(locked) }, undefined, context);
      warnings.push(...(await assertSignatures(project, { [name]: locked }, context, check)));
    } catch (error) {
      if (!SkillError.is(error) || error.code === "project-invalid") throw error;
      (mode === "require" ? refused : warnings).push(error.message);
    }
  }
  return { warnings, refused };
}

/** The source with nothing of its skills but what `assertSignatures` reads. */
function onlySignatures(locked: LockedSource): LockedSource {
  const skills = Object.entries(locked.skills).map(([folder, skill]) => {
    const files = skill.files.filter(({ path }) => path === SIGNATURE_FILE_NAME);
    return [folder, { ...skill, files }] as const;
  });
  return { ...locked, skills: Object.fromEntries(skills) };
}

function compareRequests(
  project: Project,
  locked: Readonly<Record<string, LockedSource>>,
  kept: (name: string) => LockedSource | undefined,
): SourceReport[] {
  const names = [...new Set([...Object.keys(project.skills), ...Object.keys(locked)])].sort();
  return names.map((name): SourceReport => {
    const from = locked[name] === undefined ? {} : { from: pointText(locked[name].resolved) };
    const isWanted = name in project.skills;
    const state = !isWanted ? "removed" : from.from === undefined ? "added" : kept(name) ? "same" : "outdated";
    return { name, state, ...from, skills: [] };
  });
}

async function checkModule(
  directory: string,
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  context: SupplyContext,
  journal: string,
): Promise<OutputReport[]> {
  const bake = await planBake(directory, project.targets.bake?.out, skillsOf(sources), { journal, force: true });
  if (bake === undefined) return [];
  const { out, present, isNeeded } = bake;
  if (present === undefined) return [{ path: out, kind: "module", state: "absent", files: [] }];
  if (!isNeeded) return [{ path: out, kind: "module", state: "same", files: [] }];
  await restoreNeeded(project, sources, undefined, context);
  const isSame =
    new TextDecoder().decode(present).replaceAll("\r\n", "\n") === (await bakeLocked(skillsOf(sources), out, context));
  return [{ path: out, kind: "module", state: isSame ? "same" : "written", files: [] }];
}
