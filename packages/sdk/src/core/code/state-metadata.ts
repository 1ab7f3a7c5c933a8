import type { JsonSchema } from "./code-tool.ts";
import type { SkillDefinition, SkillStateDefinition } from "./skill-definition.ts";
import { jsonSchemaOf } from "./standard-schema.ts";

/** What a skill says about its state. */
export interface StateMetadata {
  readonly namespace: string;
  readonly schema: JsonSchema;
  /** What a session starts with, before the schema has seen it. */
  readonly initial: unknown;
}

/** What a skill says about its state; undefined if it has none. */
export function stateMetadata({ state }: SkillDefinition): StateMetadata | undefined {
  if (state === undefined) return undefined;
  return { namespace: state.namespace, schema: stateJsonSchema(state), initial: state.initial ?? {} };
}

/** JSON Schema of a state; one that allows everything if the schema library cannot give any. */
export function stateJsonSchema({ schema, jsonSchema }: SkillStateDefinition): JsonSchema {
  return jsonSchema ?? jsonSchemaOf(schema, "output") ?? jsonSchemaOf(schema, "input") ?? {};
}
