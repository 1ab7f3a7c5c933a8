import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BuilderState } from "./builder-state.ts";
import type { Way } from "./builder-types.ts";
import type { SkillBuilderConfig, StoresOf } from "./skill-config.ts";
import type { AnySchema } from "./workflow-definition.ts";
import type { WorkflowBuilder } from "./workflow-builder.ts";
import { SkillBuilder } from "./skill-builder.ts";

/** Begins a workflow. */
export function skill<
  const Entry extends string,
  Params extends AnySchema | undefined = undefined,
  const Stores extends Readonly<Record<string, AnySchema>> = Readonly<Record<never, never>>,
  Final extends AnySchema | undefined = undefined,
>(
  config: SkillBuilderConfig<Entry, Params, Stores, Final>,
): WorkflowBuilder<
  BuilderState<
    Params extends StandardSchemaV1 ? StandardSchemaV1.InferInput<Params> : undefined,
    Params extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Params> : Readonly<Record<string, never>>,
    Final extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Final> : unknown,
    StoresOf<Stores>,
    never,
    never,
    never,
    Way<Entry, never>,
    Entry,
    never
  >
> {
  return new SkillBuilder(config) as never;
}
