import { SkillError } from "../errors.ts";
import type { SkillEntry } from "../source/skill-source.ts";
import { isConfigurable } from "./configurable-skill.ts";
import type { SkillDefinition } from "./skill-definition.ts";

/** One skill of a registry, for the host. */
export interface SkillHandle {
  readonly id: string;
  readonly entry: SkillEntry;
  /** Undefined for a skill without code. */
  readonly definition: SkillDefinition | undefined;
  /** What the skill offers to the host. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Makes the skill again with other options; throws `not-configurable` if it has no factory. */
  reconfigure(options?: unknown): Promise<void>;
}

/** A handle on an entry and its code. */
export function skillHandle(entry: SkillEntry, definition: SkillDefinition | undefined): SkillHandle {
  const { id } = entry;
  return {
    id,
    entry,
    definition,
    get extras() {
      return definition?.extras ?? {};
    },
    reconfigure: async (options) => {
      if (definition !== undefined && isConfigurable(definition)) return definition.reconfigure(options);
      const what =
        definition === undefined ? "it is a folder or text without code" : "it was defined without a factory";
      const message = `The skill "${id}" cannot be reconfigured: ${what}. Only a skill made by a factory can (configurableSkill, or a package that exports a function).`;
      throw new SkillError("not-configurable", message, { facts: { skill: id } });
    },
  };
}
