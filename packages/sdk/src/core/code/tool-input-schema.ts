import type { ToolInputSchema } from "../skillset/skill-tool.ts";
import type { JsonSchema } from "./code-tool.ts";
import { isPlainObject } from "./state/plain-object.ts";

/** A JSON Schema as every framework takes it for a tool; undefined if it does not describe an object. */
export function toolInputSchema(given: JsonSchema): ToolInputSchema | undefined {
  const { $schema: _, ...schema } = given;
  const { type, properties = {}, required = [], additionalProperties = true } = schema;
  // `type` may be missing where an object is described by its parts.
  const isObject = type === "object" || (type === undefined && Object.keys(schema).length > 0);
  if (!isObject || !isPlainObject(properties) || !Array.isArray(required)) return undefined;
  return {
    ...schema,
    type: "object",
    properties: properties as ToolInputSchema["properties"],
    required: required as string[],
    additionalProperties: additionalProperties as ToolInputSchema["additionalProperties"],
  };
}
