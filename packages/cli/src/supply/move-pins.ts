import { SkillError } from "@tradecraft/sdk";
import { findOutdated, type Lock, type Project, type ProjectSource, type SupplyContext } from "@tradecraft/sdk/supply";
import { UsageError } from "../usage-error.ts";
import { pinOf } from "./merge-source.ts";
import { isVersion, parsePin } from "./source-text/parse-pin.ts";
import type { DraftPin } from "./source-text/source-draft.ts";

export interface MovePinsContext {
  readonly project: Project;
  readonly lock: Lock;
  readonly context: SupplyContext;
}

/** Sources with other pins: those with a version at the newest there is, or the one source at the point that is wanted. */
export async function movePins(
  names: readonly string[],
  to: string | undefined,
  { project, lock, context }: MovePinsContext,
): Promise<Record<string, ProjectSource>> {
  if (to !== undefined) return moveTo(names[0] ?? "", to, project);
  const versioned = Object.entries(project.skills).filter(
    ([name, source]) => names.includes(name) && "version" in source,
  );
  const asked = await findOutdated({ ...project, skills: Object.fromEntries(versioned) }, lock, context);
  const set: Record<string, ProjectSource> = {};
  for (const { name, latest, isOutdated, problem } of asked) {
    if (problem !== undefined)
      throw new SkillError("source-unavailable", `${name}: ${problem}`, { facts: { source: name } });
    const source = project.skills[name];
    if (!isOutdated || latest === undefined || source === undefined || !("version" in source)) continue;
    if (!isVersion(latest)) continue;
    const version = `${source.version.startsWith("v") ? "v" : ""}${latest.replace(/^v/, "")}`;
    if (version !== source.version) set[name] = { ...source, version };
  }
  return set;
}

/** Sources of a project that may be another by now, at these pins; what is gone stays gone. */
export function withPins(
  moved: Readonly<Record<string, ProjectSource>>,
  { skills }: Project,
): Record<string, ProjectSource> {
  const sources = Object.entries(moved).flatMap(([name, source]) => {
    const present = Object.hasOwn(skills, name) ? skills[name] : undefined;
    return present === undefined ? [] : [[name, atPin(present, pinOf(source as DraftPin))] as const];
  });
  return Object.fromEntries(sources);
}

function atPin(source: ProjectSource, pin: DraftPin): ProjectSource {
  const { version: _version, ref: _ref, sha: _sha, ...rest } = source as ProjectSource & Record<string, unknown>;
  return { ...rest, ...pin } as unknown as ProjectSource;
}

function moveTo(name: string, to: string, { skills }: Project): Record<string, ProjectSource> {
  const source = skills[name];
  if (source === undefined) return {};
  if (!("version" in source || "ref" in source || "sha" in source))
    throw new UsageError(
      "option-value",
      `--to: the source "${name}" has no versions; its content is pinned by the lock`,
    );
  const pin = parsePin(to);
  if (source.type === "npm" && "sha" in pin)
    throw new UsageError("option-value", "--to: a package has versions and tags, not commits");
  return { [name]: atPin(source, pin) };
}
