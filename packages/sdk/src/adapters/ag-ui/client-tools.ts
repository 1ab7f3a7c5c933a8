import type { Tool } from "@ag-ui/core";
import { jsonSchema, tool, type ToolSet } from "ai";

type JsonSchema = Parameters<typeof jsonSchema>[0];

/** Tools that a client brings along, for the AI SDK. They have no code here: a call of one ends the run, and the client answers it. */
export function clientTools(tools: readonly Tool[]): ToolSet {
  // Without a prototype: `constructor` is the name of a tool like any other.
  const made = Object.create(null) as ToolSet;
  for (const { name, description, parameters } of tools) {
    made[name] = tool({ description, inputSchema: jsonSchema(schemaOf(parameters)) });
  }
  return made;
}

function schemaOf(parameters: unknown): JsonSchema {
  const isSchema = typeof parameters === "object" && parameters !== null && "type" in parameters;
  return (isSchema ? parameters : { type: "object", properties: {} }) as JsonSchema;
}
