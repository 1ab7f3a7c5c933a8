import { pathToFileURL } from "node:url";
import { assertSkillDefinition } from "../../core/code/assert-skill-definition.ts";
import { loadConfigurableSkill, type SkillFactory } from "../../core/code/configurable-skill.ts";
import type { SkillDefinition } from "../../core/code/skill-definition.ts";
import { SkillError } from "../../core/errors.ts";
import { withDeadline } from "../../core/source/http/with-deadline.ts";
import { describeThrown } from "./package-problem.ts";
import { isObject } from "./read-package-json.ts";

export interface ImportSkillsOptions {
  /** Milliseconds for the module, and again for each factory. */
  readonly timeout: number;
  /** Told, in the middle of a sentence, what cannot be used. */
  readonly refuse: (reason: string) => void;
}

/** The skills that a module exports as its default, as `skills`, or as both; factories are called without options. */
export async function importSkills(
  file: string,
  { timeout, refuse }: ImportSkillsOptions,
): Promise<readonly SkillDefinition[]> {
  let exported: readonly unknown[];
  try {
    exported = exportsOf(await inTime(import(pathToFileURL(file).href) as Promise<object>, timeout));
  } catch (error) {
    refuse(`it cannot be imported (${reasonOf(error)}); mend the module or its dependencies`);
    return [];
  }
  if (exported.length === 0) {
    refuse("it exports no skill; its default export or `skills` must be a skill, a factory, or a list of those");
    return [];
  }
  const made = await Promise.all(
    exported.map(async (value, index) => {
      try {
        return await toSkill(value, timeout);
      } catch (error) {
        const which = exported.length === 1 ? "what it exports" : `number ${index + 1} of what it exports`;
        refuse(`${which} is no skill (${reasonOf(error)}); see defineSkill`);
        return undefined;
      }
    }),
  );
  return made.filter((skill) => skill !== undefined);
}

/** Each exported thing once: often a list is exported under both names. */
function exportsOf(module: object): readonly unknown[] {
  const own = module as { readonly default?: unknown; readonly skills?: unknown };
  // A CommonJS module is one object: its exports, or what a compiler made of a default export.
  const inner = own.default;
  const { default: main, skills } = isObject(inner) && ("skills" in inner || "default" in inner) ? inner : own;
  return [...new Set([main, skills].flat())].filter((value) => value !== undefined);
}

async function toSkill(value: unknown, timeout: number): Promise<SkillDefinition> {
  if (typeof value === "function") return inTime(loadConfigurableSkill(value as SkillFactory), timeout);
  assertSkillDefinition(value);
  return value;
}

function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const late = (): Error => new SkillError("source-unavailable", `not done within ${milliseconds} ms`);
  return withDeadline(() => work, { milliseconds, late });
}

function reasonOf(error: unknown): string {
  return SkillError.is(error) ? describeThrown(error).replace(/^SkillError: /, "") : describeThrown(error);
}
