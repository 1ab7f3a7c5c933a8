import type { ToolInputSchema } from "../skillset/skill-tool.ts";
import type { JsonSchema } from "./code-tool.ts";
import { isJsonObject } from "./is-json-object.ts";

/** A JSON Schema as every framework takes it for a tool; undefined if it does not describe an object. */
export function toolInputSchema({ $schema: _, ...schema }: JsonSchema): ToolInputSchema | undefined {
  const { type, properties = {}, required = [], additionalProperties = true } = schema;
  // `type` may be missing where an object is described by its parts.
  const isObject = type === "object" || (type === undefined && Object.keys(schema).length > 0);
  if (!isObject || !isJsonObject(properties) || !Array.isArray(required)) return undefined;
  return {
    ...schema,
    type: "object",
    properties: properties as ToolInputSchema["properties"],
    required: required as string[],
    additionalProperties: additionalProperties as ToolInputSchema["additionalProperties"],
  };
}
