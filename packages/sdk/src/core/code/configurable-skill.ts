import { SkillError } from "../errors.ts";
import { changingFields, identityFields } from "./definition-fields.ts";
import { defineSkill } from "./define-skill.ts";
import type { SkillDefinition } from "./skill-definition.ts";

/** Makes a skill from options; called again when they change. */
export type SkillFactory<Options = unknown> = (options?: Options) => SkillDefinition | Promise<SkillDefinition>;

/** A skill that can be made again with other options. */
export interface ConfigurableSkill<Options = unknown> extends SkillDefinition {
  /** How often it was reconfigured. */
  readonly revision: number;
  /**
   * Calls the factory again, and replaces instructions, tools, state, model, resources and extras together. What the
   * skill is (name, description, license, compatibility, metadata) stays. If the factory fails, all stays.
   */
  reconfigure(options?: Options): Promise<void>;
}

/** A skill whose factory takes options: `configurableSkill((options: { db?: string } = {}) => defineSkill({ … }))`. */
export function configurableSkill<Options>(
  factory: (options?: Options) => SkillDefinition,
): ConfigurableSkill<Options> {
  const made: unknown = factory();
  if (made instanceof Promise) {
    made.catch(() => undefined);
    throw new SkillError(
      "skill-invalid",
      "A factory that returns a promise needs loadConfigurableSkill, and an await.",
    );
  }
  return configurable(defineSkill(made as SkillDefinition), factory);
}

/** As `configurableSkill`, for a factory that may take its time. */
export async function loadConfigurableSkill<Options>(
  factory: SkillFactory<Options>,
): Promise<ConfigurableSkill<Options>> {
  return configurable(defineSkill(await factory()), factory);
}

/** Whether a skill has a factory. */
export function isConfigurable(skill: object): skill is ConfigurableSkill {
  return "reconfigure" in skill && typeof skill.reconfigure === "function" && "revision" in skill;
}

function configurable<Options>(first: SkillDefinition, factory: SkillFactory<Options>): ConfigurableSkill<Options> {
  let current = first;
  let revision = 0;
  let last: Promise<unknown> = Promise.resolve();

  const reconfigure = async (options?: Options): Promise<void> => {
    const made = defineSkill(await factory(options));
    if (made.name !== first.name) {
      const message = `The factory of the skill "${first.name}" made a skill called "${made.name}"; a skill keeps its name when it is reconfigured.`;
      throw new SkillError("skill-invalid", message, { facts: { skill: first.name, field: "name" } });
    }
    current = made;
    revision += 1;
  };
  const skill = {
    // One after the other, so that the last one asked for is the one that holds.
    reconfigure: (options?: Options) => {
      const next = last.then(() => reconfigure(options));
      last = next.catch(() => undefined);
      return next;
    },
  };
  Object.defineProperty(skill, "revision", { get: () => revision, enumerable: true });
  for (const field of identityFields) if (first[field] !== undefined) Object.assign(skill, { [field]: first[field] });
  for (const field of changingFields)
    Object.defineProperty(skill, field, { get: () => current[field], enumerable: true });
  return Object.freeze(skill) as unknown as ConfigurableSkill<Options>;
}
