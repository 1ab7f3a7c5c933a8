import type { SkillEntry, SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { explain } from "./explain.ts";
import { fileUri, manifestPath, rootUri } from "./skill-uri.ts";

/** A skill and the address it is published at. */
export interface PlannedSkill {
  readonly entry: SkillEntry;
  /** The skill's folder, without a slash at its end. */
  readonly root: string;
  /** The skill's SKILL.md. */
  readonly uri: string;
}

/** Which address each skill has; no skill lies inside another one. */
export interface SkillUriPlan {
  /** Sorted by address. */
  readonly skills: readonly PlannedSkill[];
  readonly byRoot: ReadonlyMap<string, PlannedSkill>;
  readonly refused: readonly SourceDiagnostic[];
}

// https://agentskills.io/specification#name-field, as the official clients read it: a listing with any other name is
// refused as a whole by some of them.
const specName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Gives each skill an address. The parts of its id become the path; a name that is not the last part is added, because
 * the last segment must be the name. An id whose path is taken, or lies inside another skill, is one segment instead.
 */
export function planSkillUris(entries: readonly SkillEntry[], prefix: readonly string[]): SkillUriPlan {
  const byRoot = new Map<string, PlannedSkill>();
  const refused: SourceDiagnostic[] = [];
  const clashing: SkillEntry[] = [];
  // Every folder above a planned skill: no later skill may stand in one of these places.
  const above = new Set<string>();
  const tryPlan = (entry: SkillEntry, segments: readonly string[]): boolean => {
    const root = rootUri([...prefix, ...segments]);
    const uri = root === undefined ? undefined : fileUri(root, manifestPath);
    if (root === undefined || uri === undefined || byRoot.has(root) || above.has(root)) return false;
    const parents = parentsOf(root);
    if (parents.some((parent) => byRoot.has(parent))) return false;
    for (const parent of parents) above.add(parent);
    byRoot.set(root, { entry, root, uri });
    return true;
  };
  const depths = new Map(entries.map((entry) => [entry, entry.id.split(/[/:]/).length]));
  const depth = (entry: SkillEntry): number => depths.get(entry) as number;
  // Shorter ids first: a plain name keeps its plain address, whatever else there is.
  for (const entry of [...entries].sort((a, b) => depth(a) - depth(b) || (a.id < b.id ? -1 : 1))) {
    const problem = nameProblem(entry);
    if (problem !== undefined) refused.push(problem);
    else if (!tryPlan(entry, segmentsOf(entry))) clashing.push(entry);
  }
  for (const entry of clashing) {
    if (tryPlan(entry, [entry.id, entry.name])) continue;
    refused.push(explain("skill-shadowed", entry, "another skill is published at its address"));
  }
  const skills = [...byRoot.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  return { skills, byRoot, refused };
}

function segmentsOf({ id, name }: SkillEntry): string[] {
  const parts = id.split(/[/:]/);
  return parts.at(-1) === name ? parts : [...parts, name];
}

/** The folders that a folder lies in, `skill://a/b` and `skill://a` for `skill://a/b/c`. */
function parentsOf(root: string): string[] {
  const parents: string[] = [];
  const start = "skill://".length;
  for (let at = root.lastIndexOf("/"); at > start; at = root.lastIndexOf("/", at - 1)) parents.push(root.slice(0, at));
  return parents;
}

function nameProblem(entry: SkillEntry): SourceDiagnostic | undefined {
  const { name } = entry;
  if (name.length > 64) return explain("name-too-long", entry, "its name is longer than 64 characters");
  if (specName.test(name)) return undefined;
  const why = `its name "${name}" is not made of lower-case ASCII letters, digits and single hyphens, as MCP clients ask`;
  return explain("name-characters", entry, why);
}
