import { isAbsolute, join, resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { Lock, LockedSkill, LockedSource } from "../lock/lock.ts";
import type { Project } from "../project/project.ts";
import { AGENTS } from "./agents.ts";
import { realInside, realOf } from "./real-path.ts";

/** A folder in which an agent looks for skills, and what is to be in it. */
export interface InstallPlace {
  /** As the lock names it: relative to the project, or below `~/`. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  readonly mode: "copy" | "link";
  /** For `link`: the place that has the files. */
  readonly original?: string;
  readonly skills: ReadonlyMap<string, LockedSkill>;
  /** A link in the project makes it the same folder as another place, which is looked after already. */
  readonly isAlias: boolean;
}

export interface InstallPlacesOptions {
  readonly directory: string;
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether folders of the user, outside of the project, may be written to. */
  readonly user: boolean;
}

const originals = ".agents/skills";

/** Every folder that is to have skills, and what was installed before and is not wanted any more, with no skills. */
export async function installPlaces(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  before: Lock,
  options: InstallPlacesOptions,
): Promise<InstallPlace[]> {
  const wanted = wantedByPlace(project, sources);
  const mode = project.targets.install?.mode ?? "copy";
  const prefix = project.targets.install?.scope === "user" ? "~/" : "";
  const original = `${prefix}${originals}`;
  if (mode === "link" && wanted.size > 0) {
    const all = new Map([...wanted.values()].flatMap((skills) => [...skills]));
    wanted.set(original, all);
  }
  for (const name of Object.keys(before.installed)) if (!wanted.has(name)) wanted.set(name, new Map());
  const outside = [...wanted].find(([name]) => name.startsWith("~/"));
  if (outside !== undefined && !options.user) throw notAllowed(...outside);
  const named = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  const originalFolder = mode === "link" && wanted.size > 0 ? await placeFolder(original, options) : undefined;
  // Links between agents' folders make one place of two; the one with the files is looked at first.
  const seen = new Set<string>(originalFolder === undefined ? [] : [await realOf(originalFolder)]);
  const places: InstallPlace[] = [];
  for (const [name, skills] of named.sort((a, b) => Number(a[1].size === 0) - Number(b[1].size === 0))) {
    const folder = await placeFolder(name, options);
    const real = await realOf(folder);
    const isOriginal = originalFolder !== undefined && name === original;
    const isAlias = !isOriginal && seen.has(real);
    seen.add(real);
    const isLink = originalFolder !== undefined && !isOriginal && skills.size > 0;
    const from = isLink ? { original: originalFolder } : {};
    places.push({ name, folder, mode: isLink ? "link" : "copy", ...from, skills, isAlias });
  }
  return places.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function wantedByPlace(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
): Map<string, Map<string, LockedSkill>> {
  const wanted = new Map<string, Map<string, LockedSkill>>();
  const { install } = project.targets;
  if (install === undefined) return wanted;
  for (const [name, source] of Object.entries(sources)) {
    for (const agent of project.skills[name]?.agents ?? install.agents) {
      const folders = AGENTS[agent];
      const below = install.scope === "user" ? folders?.user : folders?.project;
      if (below === undefined) throw noFolder(agent, install.scope);
      const place = install.scope === "user" ? `~/${below}` : below;
      const skills = wanted.get(place) ?? new Map<string, LockedSkill>();
      for (const skill of Object.values(source.skills)) skills.set(skill.name, skill);
      wanted.set(place, skills);
    }
  }
  return wanted;
}

/** The folder behind a place's name. What belongs to a project stays in it, wherever links in it may lead. */
export async function placeFolder(
  name: string,
  { directory, home, env }: Omit<InstallPlacesOptions, "user">,
): Promise<string> {
  if (name.startsWith("~/")) {
    if (home === undefined) throw new SkillError("path-refused", `${name}: this user has no home folder.`);
    return movedByVariable(name.slice(2), env) ?? join(home, name.slice(2));
  }
  await realInside(directory, name);
  return resolve(directory, name);
}

function movedByVariable(below: string, env: InstallPlacesOptions["env"]): string | undefined {
  const agent = Object.values(AGENTS).find(({ user, variable }) => user === below && variable !== undefined);
  const value = agent?.variable === undefined ? undefined : env[agent.variable.name];
  return agent?.variable !== undefined && value !== undefined && isAbsolute(value)
    ? join(value, agent.variable.below)
    : undefined;
}

/** A project that was cloned must not instruct agents in every other project unasked. */
function notAllowed(place: string, skills: ReadonlyMap<string, unknown>): SkillError {
  const what =
    skills.size > 0
      ? `This project installs skills for all projects of yours, in ${place}.`
      : `This project once installed skills for all projects of yours, in ${place}, and would remove them now.`;
  const message = `${what} To let it: --user`;
  return new SkillError("path-refused", message, { facts: { path: place } });
}

function noFolder(agent: string, scope: string): SkillError {
  const message = `${agent} has no folder for skills of a ${scope}; choose the other scope, or leave it out.`;
  return new SkillError("project-invalid", message, { facts: { agent } });
}
