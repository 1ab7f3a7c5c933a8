import type { StandardSchemaV1 } from "@standard-schema/spec";
import { SkillError } from "../../core/errors.ts";
import type { BuilderState } from "./builder-state.ts";
import type { Way } from "./builder-types.ts";
import type { ModuleBuilder } from "./module-types.ts";
import type { StoresOf } from "./skill-config.ts";
import { SkillModuleBuilder } from "./skill-module-builder.ts";
import type { AnySchema } from "./workflow-definition.ts";

/** What `module` takes. */
export interface ModuleConfig<Entry, Params, Stores> {
  readonly name: string;
  readonly entry: Entry;
  /** Params of its own; the skill that registers it makes them from its own. */
  readonly params?: Params;
  readonly stores?: Stores;
}

/** Begins a module: steps that several skills share. Its steps lead out to `__parent__`. */
export function module<
  const Entry extends string,
  Params extends AnySchema | undefined = undefined,
  const Stores extends Readonly<Record<string, AnySchema>> = Readonly<Record<never, never>>,
>(
  config: ModuleConfig<Entry, Params, Stores>,
): ModuleBuilder<
  BuilderState<
    Params extends StandardSchemaV1 ? StandardSchemaV1.InferInput<Params> : undefined,
    Params extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Params> : unknown,
    unknown,
    StoresOf<Stores>,
    never,
    never,
    never,
    Way<Entry, never>,
    Entry,
    never
  >,
  Entry
> {
  if (typeof config !== "object" || config === null || typeof config.name !== "string" || config.name === "") {
    throw new SkillError("workflow-invalid", "A module needs a `name`.");
  }
  return new SkillModuleBuilder(config) as never;
}
