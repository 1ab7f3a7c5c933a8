import { changingFields, identityFields } from "./definition-fields.ts";
import type { SkillDefinition } from "./skill-definition.ts";

/** A skill as it is now: it may be reconfigured while somebody uses it. Fields may be getters, also of a class. */
export function definitionNow(definition: SkillDefinition): SkillDefinition {
  const now: Record<string, unknown> = {};
  for (const field of allFields) {
    const value = definition[field];
    if (value !== undefined) now[field] = value;
  }
  return now as unknown as SkillDefinition;
}

const allFields: readonly (keyof SkillDefinition)[] = [...identityFields, ...changingFields];
