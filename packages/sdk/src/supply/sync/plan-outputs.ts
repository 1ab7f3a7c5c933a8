import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mapLimited } from "../../core/map-limited.ts";
import { gitAttributes } from "../install/git-attributes.ts";
import { installPlaces, type InstallPlace, type InstallPlacesOptions } from "../install/install-places.ts";
import { planInstall, type InstallStep } from "../install/plan-install.ts";
import type { InstalledFolder, Lock, LockedSkill, LockedSource } from "../lock/lock.ts";
import type { Project } from "../project/project.ts";
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
}

export interface PlanOutputsOptions extends InstallPlacesOptions {
  readonly force: boolean;
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
  const planned = await mapLimited(places, 4, async (place) => {
    const steps = await planInstall(place, before, {
      force: options.force,
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
  const present = await readFile(path, "utf8").catch(() => undefined);
  const wanted = gitAttributes(present, [...place.skills.keys()]);
  if (wanted === present) return [];
  return wanted === undefined ? [{ kind: "remove", path }] : [{ kind: "file", path, contents: wanted }];
}

function reportPlace(
  place: InstallPlace,
  steps: readonly InstallStep[],
  attributes: readonly Change[],
): OutputReport[] {
  const isAbsent = steps.every(
    ({ action, changes }) => action !== "keep" && action !== "remove" && changes.length === 0,
  );
  const states = { keep: "same", write: "written", link: "written", remove: "removed" } as const;
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

function installedEntry({ name, mode, skills }: InstallPlace): [string, InstalledFolder][] {
  return skills.size === 0 ? [] : [[name, { mode, skills: [...skills.keys()].sort() }]];
}
