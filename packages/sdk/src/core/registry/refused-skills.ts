import { shapeOf } from "../refused-options.ts";
import { isSkillSource } from "../source/is-skill-source.ts";

const wanted = "a source, an array of skills, or skills by id";

/** What is wrong with something that should be skills; undefined where nothing is. What a skill says is judged elsewhere. */
export function refusedSkills(value: unknown): string | undefined {
  if (typeof value === "string") return `skills must be ${wanted}; for a folder, give folderSkillSource(path)`;
  if (typeof value !== "object" || value === null) return `skills must be ${wanted}, not ${shapeOf(value)}`;
  if (isSkillSource(value)) return undefined;
  const pairs: Iterable<[unknown, unknown]> = isKeyed(value) ? value.entries() : Object.entries(value);
  for (const [key, skill] of pairs) {
    const which = typeof key === "number" ? `skill ${key + 1}` : `"${String(key)}"`;
    if (typeof skill === "string") continue;
    if (typeof skill !== "object" || skill === null || Array.isArray(skill))
      return `${which} must be a skill or the text of a SKILL.md, not ${shapeOf(skill)}`;
    if (isSkillSource(skill)) return `${which} is a source; for several, give mergeSkillSources([…])`;
  }
  return undefined;
}

function isKeyed(value: object): value is readonly unknown[] | ReadonlyMap<unknown, unknown> {
  return Array.isArray(value) || value instanceof Map;
}
