import type { SkillDefinition } from "./skill-definition.ts";

/** Fields of a definition that say what the skill is. */
export const identityFields = ["name", "description", "license", "compatibility", "metadata"] as const;

/** What a skill in code may have and a SKILL.md may not. */
export const codeFields = [
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

/** Fields that whoever defines a skill writes, besides those that say what it is. */
export const writtenFields: readonly (keyof SkillDefinition)[] = [
  "body",
  "allowedTools",
  "extra",
  "resources",
  ...codeFields,
];

/** Fields that can be other ones after a skill was reconfigured. */
export const changingFields: readonly (keyof SkillDefinition)[] = [...writtenFields, "files", "directory"];

/** What every provider takes as the name of a tool. */
export const toolName: RegExp = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
