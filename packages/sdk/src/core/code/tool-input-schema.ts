import type { ToolInputSchema } from "../skillset/skill-tool.ts";
import type { JsonSchema } from "./code-tool.ts";
import { isPlainObject } from "./state/plain-object.ts";

/** A JSON Schema as every framework takes it for a tool; undefined if it does not describe an object. */
export function toolInputSchema(given: JsonSchema): ToolInputSchema | undefined {
  const { $schema: _, ...schema } = given;
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!describesObject(schema) || !isPlainObject(properties) || !Array.isArray(required)) return undefined;
  return {
    ...schema,
    type: "object",
    properties: properties as ToolInputSchema["properties"],
    required: required as string[],
    additionalProperties: additionalProperties as ToolInputSchema["additionalProperties"],
  };
}

/** `type` may be missing where an object is described by its parts, or is one of several. */
function describesObject(schema: unknown): boolean {
  if (!isPlainObject(schema)) return false;
  const { type } = schema;
  if (type !== undefined) return type === "object";
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) return parts.some(describesObject);
  }
  return "properties" in schema || "$ref" in schema || "additionalProperties" in schema;
}
