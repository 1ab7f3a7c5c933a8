import type { AnySchema } from "@tradecraft/sdk/workflow";
import { inputJsonSchema } from "./input-json-schema.ts";
import { cell, oneLine } from "./markdown-text.ts";

type Shape = Readonly<Record<string, unknown>>;

/** What `start` takes, as a table. */
export function parametersSection(params: AnySchema | undefined): string {
  if (params === undefined) return "## Parameters\n\nNone: `--params '{}'`.";
  const schema = inputJsonSchema(params);
  const properties = Object.entries((schema?.["properties"] ?? {}) as Record<string, Shape>);
  if (schema === undefined || properties.length === 0) {
    const shape = schema === undefined ? "" : `\n\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``;
    return `## Parameters\n\nOne JSON value, as \`--params\`.${shape}`;
  }
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
  const rows = properties.map(([name, shape]) =>
    [
      `\`${cell(name)}\``,
      cell(typeText(shape)),
      required.has(name) ? "yes" : "no",
      "default" in shape ? `\`${cell(JSON.stringify(shape["default"]))}\`` : "",
      cell(typeof shape["description"] === "string" ? shape["description"] : ""),
    ].join(" | "),
  );
  const example = Object.fromEntries(
    properties.filter(([name]) => required.has(name)).map(([name, shape]) => [name, exampleOf(shape)]),
  );
  return `## Parameters

| Name | Type | Required | Default | About |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join("\n")}

\`--params '${JSON.stringify(example).replaceAll("'", "'\\''")}'\``;
}

const longest = 80;

/** A type in a few words: `string`, `"a" or "b"`, `string[]`. */
function typeText(shape: Shape): string {
  const text = fullTypeText(shape);
  return text.length > longest ? oneLine(text, longest) : text;
}

function fullTypeText(shape: Shape): string {
  const { type, enum: values, const: value, anyOf, items } = shape;
  if (Array.isArray(values)) return values.map((each) => JSON.stringify(each)).join(" or ");
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(anyOf)) return (anyOf as Shape[]).map(fullTypeText).join(" or ");
  if (type === "array")
    return `${typeof items === "object" && items !== null ? bracket(fullTypeText(items as Shape)) : "any"}[]`;
  return typeof type === "string" ? type : "any";
}

function bracket(text: string): string {
  return text.includes(" ") ? `(${text})` : text;
}

function exampleOf(shape: Shape): unknown {
  const { type, enum: values, const: value, anyOf, minimum, default: preset } = shape;
  if (preset !== undefined) return preset;
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf((anyOf[0] ?? {}) as Shape);
  if (type === "number" || type === "integer") return typeof minimum === "number" ? minimum : 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? {} : "…";
}
