import type { JsonSchema } from "../../../core/code/code-tool.ts";

/** A place in a step's answer that a question can fill. */
export interface AnswerSlot {
  /** The property; undefined if the whole answer is the place. */
  readonly name: string | undefined;
  readonly isRequired: boolean;
  readonly kind: "boolean" | "enum" | "enums" | "texts" | "text" | "number" | "other";
  /** Of an enum. */
  readonly values: readonly string[];
  readonly schema: JsonSchema;
}

/** The places that a JSON Schema describes: the properties of an object, or the one value that it is. */
export function slotsOf(schema: JsonSchema): readonly AnswerSlot[] {
  if (schema["type"] !== "object") return [slotOf(undefined, schema, true)];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, part]) =>
    slotOf(name, part, (required as readonly string[]).includes(name)),
  );
}

function slotOf(name: string | undefined, schema: JsonSchema, isRequired: boolean): AnswerSlot {
  const slot = { name, isRequired, values: [], schema };
  const values = constantsOf(schema);
  if (schema["type"] === "boolean" || (values?.length === 2 && values.includes(true) && values.includes(false)))
    return { ...slot, kind: "boolean" };
  if (values) return values.every(isText) ? { ...slot, kind: "enum", values } : { ...slot, kind: "other" };
  switch (schema["type"]) {
    case "string":
      return { ...slot, kind: "text" };
    case "number":
    case "integer":
      return { ...slot, kind: "number" };
    case "array": {
      const items = (schema["items"] ?? {}) as JsonSchema;
      const choices = constantsOf(items);
      if (choices?.every(isText)) return { ...slot, kind: "enums", values: choices };
      return { ...slot, kind: items["type"] === "string" ? "texts" : "other" };
    }
    default:
      return { ...slot, kind: "other" };
  }
}

/** The values of an enumeration, however it is written; undefined for any other schema. */
function constantsOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  if ("const" in schema) return [schema["const"]];
  const parts = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonSchema[] | undefined;
  if (!Array.isArray(parts) || parts.length === 0) return undefined;
  const values = parts.map((part: JsonSchema) => constantsOf(part));
  return values.every((value) => value !== undefined) ? values.flat() : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
