import type { StandardSchemaV1 } from "@standard-schema/spec";
import { assertSkillDefinition } from "./assert-skill-definition.ts";
import type { CodeTool } from "./code-tool.ts";
import type { SkillDefinition, SkillLifespan, SkillStateDefinition } from "./skill-definition.ts";

type StateOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Schema> : undefined;

/** A definition in which the tools know the types of their input, of the state, and of what the lifespan sets up. */
export interface TypedSkillDefinition<
  Inputs extends Readonly<Record<string, StandardSchemaV1>>,
  Schema extends StandardSchemaV1 | undefined,
  Deps,
  Live,
  Extras extends Readonly<Record<string, unknown>>,
> extends Omit<SkillDefinition, "tools" | "state" | "deps" | "lifespan" | "extras"> {
  readonly state?: Schema extends StandardSchemaV1 ? SkillStateDefinition<Schema> : never;
  readonly deps?: Deps | (() => Deps);
  readonly lifespan?: SkillLifespan<Awaited<Deps>, Live>;
  readonly tools?: { readonly [Name in keyof Inputs]: CodeTool<Inputs[Name], StateOf<Schema>, Awaited<Live>> };
  readonly extras?: Extras;
}

/** Names and all: what was given is there. */
type Given<Name extends string, Value> = [keyof Value] extends [never] ? unknown : { readonly [_ in Name]: Value };

/** What `defineSkill` returns: what it was given. */
export type DefinedSkill<
  Inputs extends Readonly<Record<string, StandardSchemaV1>>,
  Schema extends StandardSchemaV1 | undefined,
  Deps,
  Live,
  Extras extends Readonly<Record<string, unknown>>,
> = TypedSkillDefinition<Inputs, Schema, Deps, Live, Extras> &
  Given<"tools", { readonly [Name in keyof Inputs]: CodeTool<Inputs[Name], StateOf<Schema>, Awaited<Live>> }> &
  Given<"extras", Extras>;

/**
 * A skill in code. Throws `skill-invalid` for what no agent could use: a name against the rules, no instructions, a key
 * that is unknown, a tool without a schema, a state without a beginning. Returns what it was given.
 */
export function defineSkill<
  const Inputs extends Readonly<Record<string, StandardSchemaV1>> = Readonly<Record<never, StandardSchemaV1>>,
  Schema extends StandardSchemaV1 | undefined = undefined,
  Deps = undefined,
  Live = Deps,
  Extras extends Readonly<Record<string, unknown>> = Readonly<Record<never, unknown>>,
>(
  definition: TypedSkillDefinition<Inputs, Schema, Deps, Live, Extras>,
): DefinedSkill<Inputs, Schema, Deps, Live, Extras> {
  assertSkillDefinition(definition);
  return definition as DefinedSkill<Inputs, Schema, Deps, Live, Extras>;
}
