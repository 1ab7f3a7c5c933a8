import { isSkillSource } from "./is-skill-source.ts";
import type { SkillSource } from "./skill-source.ts";
import { staticSkillSource, type StaticSkills } from "./static-skill-source.ts";

/** Skills in code stand wherever a source does. */
export function asSkillSource(skills: SkillSource | StaticSkills): SkillSource {
  return isSkillSource(skills) ? skills : staticSkillSource(skills);
}
