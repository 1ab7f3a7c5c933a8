import type { JsonSchema } from "../../core/code/code-tool.ts";
import { jsonSchemaOf } from "../../core/code/standard-schema.ts";
import { frozenJson } from "../engine/values/frozen-json.ts";
import type { AnySchema } from "../define/workflow-definition.ts";

const draft = "https://json-schema.org/draft/2020-12/schema";
const known = new WeakMap<AnySchema, JsonSchema | null>();

/**
 * The JSON Schema of the answer that a step takes, as agents are shown it: draft 2020-12, the side that goes in. null without
 * a schema, and for one whose library cannot tell.
 */
export function jsonSchemaOfStep(step: { readonly response?: AnySchema | undefined }): JsonSchema | null {
  return step.response === undefined ? null : jsonSchemaOfAnswer(step.response);
}

/** The same of a schema. */
export function jsonSchemaOfAnswer(schema: AnySchema): JsonSchema | null {
  let told = known.get(schema);
  if (told === undefined) {
    const plain = jsonSchemaOf(schema, "input");
    told = plain === undefined ? null : (frozenJson({ $schema: draft, ...plain }) as JsonSchema);
    known.set(schema, told);
  }
  return told;
}
