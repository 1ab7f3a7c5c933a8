import type { JsonSchema } from "../../core/code/code-tool.ts";

/** A place in an answer. */
export interface ResponseSlot {
  /** As `answers.color`; empty for the answer itself. */
  readonly path: string;
  readonly kind: "choice" | "flag" | "text" | "number" | "open";
  /** Of a choice. */
  readonly values: readonly string[];
  /** A list: it takes several values. */
  readonly many: boolean;
}

const deepest = 4;

/** Every place in an answer that takes a value. */
export function responseSlots(schema: JsonSchema | undefined): readonly ResponseSlot[] {
  return schema === undefined ? [{ path: "", kind: "open", values: [], many: false }] : slotsOf(schema, "", false, 0);
}

function slotsOf(given: unknown, path: string, many: boolean, depth: number): ResponseSlot[] {
  const slot = (kind: ResponseSlot["kind"], values: readonly string[] = []): ResponseSlot[] => [
    { path, kind, values, many },
  ];
  if (typeof given !== "object" || given === null || depth > deepest) return slot("open");
  const schema = given as JsonSchema;
  const values = valuesOf(schema);
  if (values !== undefined) return slot("choice", values);
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return alternatives(choices, path, many, depth);
  switch (schema["type"]) {
    case "string":
      return slot("text");
    case "boolean":
      return slot("flag");
    case "number":
    case "integer":
      return slot("number");
    case "null":
      return [];
    case "array": {
      const fixed = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
      if (fixed.length > 0) return fixed.flatMap((item, index) => slotsOf(item, `${path}[${index}]`, many, depth + 1));
      return slotsOf(schema["items"], path, true, depth + 1);
    }
    case "object": {
      const properties = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
      const named = properties.flatMap(([name, property]) =>
        slotsOf(property, path === "" ? name : `${path}.${name}`, many, depth + 1),
      );
      const rest = schema["additionalProperties"];
      // A record takes any number of answers.
      return typeof rest === "object" || properties.length === 0 ? [...named, ...slot("open")] : named;
    }
    default:
      return slot("open");
  }
}

function alternatives(choices: readonly unknown[], path: string, many: boolean, depth: number): ResponseSlot[] {
  const slots = choices.flatMap((choice) => slotsOf(choice, path, many, depth + 1));
  const own = slots.filter((slot) => slot.path === path);
  const [first] = own;
  // `"a" | "b"` is one choice; `"a" | string` takes any text.
  if (first !== undefined && own.length === slots.length && own.every(({ kind }) => kind === "choice"))
    return [
      { ...first, values: [...new Set(own.flatMap(({ values }) => values))], many: own.some((slot) => slot.many) },
    ];
  const free = own.find(({ kind }) => kind !== "choice");
  return own.length === slots.length && free !== undefined ? [free] : slots;
}

function valuesOf(schema: JsonSchema): readonly string[] | undefined {
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"]] : undefined;
  return values?.filter((value) => value !== null).map(String);
}
