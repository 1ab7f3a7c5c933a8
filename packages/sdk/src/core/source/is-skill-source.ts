import type { SkillSource } from "./skill-source.ts";

/** Whether an object can be used as a source. */
export function isSkillSource(value: object): value is SkillSource {
  return "list" in value && typeof value.list === "function" && "read" in value && !("catalog" in value);
}
