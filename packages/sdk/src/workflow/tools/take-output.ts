import type { JsonSchema } from "../../core/code/code-tool.ts";
import type { WorkflowDefinition } from "../define/workflow-definition.ts";
import { findStep } from "../engine/workflow-map.ts";
import { jsonSchemaOfStep } from "../schema/json-schema-of-step.ts";

/**
 * The answer that a model meant. Where any JSON is taken, some models send JSON as text: it is read where the step takes
 * objects or lists alone, so that no text is lost.
 */
export function takeOutput(definition: WorkflowDefinition, step: string, output: unknown): unknown {
  if (typeof output !== "string") return output;
  const schema = jsonSchemaOfStep(findStep(definition, step)?.unit ?? {});
  if (!schema || !isStructured(schema)) return output;
  try {
    const read: unknown = JSON.parse(output);
    return typeof read === "object" && read !== null ? read : output;
  } catch {
    return output;
  }
}

function isStructured({ type, anyOf }: JsonSchema): boolean {
  if (type !== undefined) return type === "object" || type === "array";
  return Array.isArray(anyOf) && anyOf.every((part: JsonSchema) => isStructured(part));
}
