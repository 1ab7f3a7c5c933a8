import type { SkillDefinition } from "./skill-definition.ts";

/** Every field of a definition that says what the skill is. */
export const identityFields = ["name", "description", "license", "compatibility", "metadata"] as const;

/** Every field of a definition that can be another after the skill was reconfigured. */
export const changingFields = [
  "body",
  "allowedTools",
  "extra",
  "resources",
  "files",
  "directory",
  "tools",
  "toolsets",
  "state",
  "model",
  "thinking",
  "requestLimit",
  "forceFinalAnswer",
  "lifespan",
  "deps",
  "extras",
] as const;

/** A skill as it is now: it may be reconfigured while somebody uses it. Fields may be getters, also of a class. */
export function definitionNow(definition: SkillDefinition): SkillDefinition {
  const fields = [...identityFields, ...changingFields].map((field) => [field, definition[field]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as SkillDefinition;
}
