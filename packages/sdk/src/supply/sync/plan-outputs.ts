import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { gitAttributes } from "../install/git-attributes.ts";
import { installPlaces, type InstallPlace, type InstallPlacesOptions } from "../install/install-places.ts";
import { planInstall, type InstallStep } from "../install/plan-install.ts";
import type { InstalledFolder, Lock, LockedSkill, LockedSource } from "../lock/lock.ts";
import type { Project } from "../project/project.ts";
import { assertOwnFolders } from "./assert-own-folders.ts";
import { contentsOf } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";
import type { OutputReport } from "./sync-report.ts";
import type { Change } from "./transaction/change.ts";

/** What is to be written into agents' folders. */
export interface PlannedInstall {
  readonly changes: readonly Change[];
  readonly outputs: readonly OutputReport[];
  readonly installed: Lock["installed"];
  /** Skills whose files are needed. */
  readonly needed: ReadonlySet<LockedSkill>;
  readonly warnings: readonly string[];
}

export interface PlanOutputsOptions extends InstallPlacesOptions {
  readonly force: boolean;
  /** What the lock itself says; `before` may know more, from this machine. */
  readonly locked: Lock;
}

/** Compares agents' folders with what is to be in them. */
export async function planInstalls(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  before: Lock,
  context: SupplyContext,
  options: PlanOutputsOptions,
): Promise<PlannedInstall> {
  const places = await installPlaces(project, sources, before, options);
  await assertOwnFolders(options.directory, project, places);
  const planned = await mapLimited(places, 4, async (place) => {
    const steps = await planInstall(place, before, {
      force: options.force,
      locked: options.locked,
      isKept: ({ sha256, size }) => context.cache.has(sha256, size),
    });
    return { place, steps, attributes: await planAttributes(place) };
  });
  const steps = planned.flatMap((item) => item.steps);
  const attributes = planned.flatMap((item) => item.attributes);
  return {
    changes: [...steps.flatMap((step) => changeOf(step, context)), ...attributes],
    outputs: planned.flatMap((item) => reportPlace(item.place, item.steps, item.attributes)),
    installed: Object.fromEntries(places.flatMap(installedEntry)),
    warnings: steps.filter(({ action }) => action === "leave").map(leftAlone),
    needed: new Set(steps.flatMap(({ action, files }) => (action === "write" && files !== undefined ? [files] : []))),
  };
}

function changeOf({ action, path, files, target }: InstallStep, context: SupplyContext): Change[] {
  if (action === "write" && files !== undefined) {
    const load = async (): Promise<Awaited<ReturnType<Extract<Change, { kind: "folder" }>["files"]>>> => {
      const contents = await contentsOf(files, context);
      return files.files.map((file) => ({ ...file, bytes: contents.get(file.path) ?? new Uint8Array() }));
    };
    return [{ kind: "folder", path, files: load }];
  }
  if (action === "link" && target !== undefined) return [{ kind: "link", path, target }];
  return action === "remove" ? [{ kind: "remove", path }] : [];
}

async function planAttributes(place: InstallPlace): Promise<Change[]> {
  if (place.name.startsWith("~/") || place.mode === "link") return [];
  const path = join(place.folder, ".gitattributes");
  const present = await readAttributes(path, place);
  const wanted = gitAttributes(present, place.isAlias ? [] : [...place.skills.keys()]);
  if (place.isAlias || wanted === present?.replaceAll("\r\n", "\n")) return [];
  return wanted === undefined ? [{ kind: "remove", path }] : [{ kind: "file", path, contents: wanted }];
}

function reportPlace(
  place: InstallPlace,
  steps: readonly InstallStep[],
  attributes: readonly Change[],
): OutputReport[] {
  const isAbsent = steps.every(({ isThere }) => !isThere);
  const states = { keep: "same", write: "written", link: "written", remove: "removed", leave: "same" } as const;
  const kind = place.mode === "link" ? "link" : "skill";
  const reports = steps.map(({ skill, action, changes }): OutputReport => {
    const state = isAbsent && place.skills.size > 0 ? "absent" : states[action];
    return { path: `${place.name}/${skill}`, kind, state, files: changes };
  });
  const extra = attributes.map(({ kind: change }): OutputReport => ({
    path: `${place.name}/.gitattributes`,
    kind: "attributes",
    state: change === "remove" ? "removed" : isAbsent ? "absent" : "written",
    files: [],
  }));
  return [...reports, ...extra];
}

/** The `.gitattributes` that is there. A link could lead to anything, which would then be committed. */
async function readAttributes(path: string, place: InstallPlace): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (stats.isFile() && stats.size <= 1024 * 1024) return readFile(path, "utf8");
  const message = `${place.name}/.gitattributes is no regular file, or too large. Move it away.`;
  throw new SkillError("sync-conflict", message, { facts: { path: `${place.name}/.gitattributes` } });
}

function leftAlone({ place, skill }: InstallStep): string {
  return `${place.name}/${skill} is not wanted any more, but was changed since an earlier sync put it there; it is left as it is.`;
}

function installedEntry({ name, mode, skills }: InstallPlace): [string, InstalledFolder][] {
  return skills.size === 0 ? [] : [[name, { mode, skills: [...skills.keys()].sort() }]];
}
