import type { JsonSchema } from "../../../core/code/code-tool.ts";

/** One schema for two that must both hold, as far as that can be written down; what cannot is checked afterwards. */
export function mergeSchemas(left: JsonSchema, right: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = merged[key];
    merged[key] = before === undefined || !Object.hasOwn(merged, key) ? value : mergeKeyword(key, before, value);
  }
  return merged;
}

function mergeKeyword(key: string, before: unknown, value: unknown): unknown {
  switch (key) {
    case "properties":
    case "patternProperties":
    case "$defs":
    case "definitions":
      return mergeProperties(before as JsonSchema, value as JsonSchema);
    case "required":
      return [...new Set([...(before as unknown[]), ...(value as unknown[])])];
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return Math.max(before as number, value as number);
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return Math.min(before as number, value as number);
    case "enum":
      return (before as unknown[]).filter((one) =>
        (value as unknown[]).some((other) => JSON.stringify(other) === JSON.stringify(one)),
      );
    case "type":
      return mergeTypes([before].flat(), [value].flat());
    case "additionalProperties":
      return before === false || value === false ? false : value;
    case "items":
      return typeof before === "object" && typeof value === "object" && before !== null && value !== null
        ? { allOf: [before, value] }
        : before === false || value === false
          ? false
          : value;
    default:
      return value;
  }
}

function mergeProperties(before: JsonSchema, value: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, schema] of Object.entries(value))
    merged[name] = Object.hasOwn(merged, name) ? { allOf: [merged[name], schema] } : schema;
  return merged;
}

function mergeTypes(left: readonly unknown[], right: readonly unknown[]): unknown {
  const both = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    // Every integer is a number.
    if (type === "number" && right.includes("integer")) return ["integer"];
    return type === "integer" && right.includes("number") ? ["integer"] : [];
  });
  return both.length === 1 ? both[0] : both;
}
