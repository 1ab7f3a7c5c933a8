import { jsonSchemaOf } from "../../../core/code/standard-schema.ts";
import type { AnySchema } from "../../define/workflow-definition.ts";

/**
 * Whether a schema may have given a value. One that transforms need not take what it gives, and a client tells what it gave.
 * A library that speaks JSON Schema, but has none for what this schema gives, transforms it into anything; of libraries that
 * do not speak it nothing is known, and nothing is assumed.
 */
export async function mayBeOutput(schema: AnySchema, value: unknown): Promise<boolean> {
  if (!("jsonSchema" in schema["~standard"])) return false;
  const given = jsonSchemaOf(schema, "output");
  if (given === undefined) return true;
  // Rarely needed, and as large as an engine: a built skill loads it when it is.
  const { fitsJsonSchema } = await import("./fits-json-schema.ts");
  return fitsJsonSchema(given, value);
}
