import { changingFields, identityFields } from "./definition-fields.ts";
import type { SkillDefinition } from "./skill-definition.ts";

/** A skill as it is now: it may be reconfigured while somebody uses it. Fields may be getters, also of a class. */
export function definitionNow(definition: SkillDefinition): SkillDefinition {
  const fields = [...identityFields, ...changingFields].map((field) => [field, definition[field]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as SkillDefinition;
}
