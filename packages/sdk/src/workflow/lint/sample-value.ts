import type { JsonSchema } from "../../core/code/code-tool.ts";

/** Every text of a sample holds this, so that what was made from one can be told from what an author wrote. */
export const SAMPLE_TEXT = "sample-text";

/** How a sample is made. */
export interface SampleChoice {
  /** Whether optional properties are there, lists have elements and flags are set. */
  readonly full: boolean;
  /** Which of several possible values is taken, by path; the first (or, if not full, the last) otherwise. */
  readonly picks?: ReadonlyMap<string, number>;
}

/** A place in a schema with several possible values. */
export interface ChoicePoint {
  readonly path: string;
  readonly count: number;
}

/** As deep as a schema that contains itself is followed. */
const deepest = 6;

/** A value that a JSON Schema describes; something that puts up with any use where there is no schema. */
export function sampleValue(schema: JsonSchema | undefined, choice: SampleChoice, path = ""): unknown {
  return schema === undefined ? anything() : new Sampler(schema, choice).value(schema, path, 0);
}

/** Places of a schema that have several possible values. */
export function choicePointsOf(schema: JsonSchema | undefined, path = ""): readonly ChoicePoint[] {
  if (schema === undefined) return [];
  const sampler = new Sampler(schema, { full: true });
  sampler.value(schema, path, 0);
  return sampler.points;
}

class Sampler {
  readonly points: ChoicePoint[] = [];
  readonly #root: JsonSchema;
  readonly #choice: SampleChoice;

  constructor(root: JsonSchema, choice: SampleChoice) {
    this.#root = root;
    this.#choice = choice;
  }

  value(given: unknown, path: string, depth: number): unknown {
    const schema = this.#resolve(given);
    if (schema === undefined || depth > deepest) return anything();
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return this.#pick(schema["enum"], path);
    const choices = listOf(schema["anyOf"]) ?? listOf(schema["oneOf"]);
    if (choices !== undefined) return this.value(this.#pick(choices, path), path, depth + 1);
    const all = listOf(schema["allOf"]);
    if (all !== undefined) {
      const parts = [{ ...schema, allOf: undefined }, ...all].map((part) => this.value(part, path, depth + 1));
      const objects = parts.filter((part) => typeof part === "object" && part !== null);
      return objects.length > 0 ? Object.assign({}, ...objects) : parts[0];
    }
    const { type } = schema;
    return this.#typed(Array.isArray(type) ? this.#pick(type, path) : type, schema, path, depth);
  }

  #typed(type: unknown, schema: JsonSchema, path: string, depth: number): unknown {
    const { full } = this.#choice;
    switch (type) {
      case "string":
        return sampleText(schema, place(path));
      case "integer":
      case "number":
        return this.#pick(sampleNumbers(schema), path);
      case "boolean":
        return this.#pick([true, false], path);
      case "null":
        return null;
      case "array": {
        const fixed = listOf(schema["prefixItems"]) ?? [];
        const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
        const count = schema["items"] === false ? 0 : Math.min(Math.max(least, full ? 2 : 0), 8) - fixed.length;
        const more = Array.from({ length: Math.max(count, 0) }, () => schema["items"]);
        return [...fixed, ...more].map((item, index) => this.value(item, `${path}[${index}]`, depth + 1));
      }
      default:
        return type === "object" || schema["properties"] !== undefined ? this.#object(schema, path, depth) : anything();
    }
  }

  #object(schema: JsonSchema, path: string, depth: number): unknown {
    const { full } = this.#choice;
    const required = listOf(schema["required"]) ?? [];
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
    const entries = properties
      .filter(([name]) => full || required.includes(name))
      .map(([name, property]) => [name, this.value(property, path === "" ? name : `${path}.${name}`, depth + 1)]);
    const rest = schema["additionalProperties"];
    if (full && typeof rest === "object" && rest !== null && properties.length === 0)
      entries.push([SAMPLE_TEXT, this.value(rest, `${path}.*`, depth + 1)]);
    return Object.fromEntries(entries);
  }

  #pick(values: readonly unknown[], path: string): unknown {
    const { full, picks } = this.#choice;
    if (values.length > 1) this.points.push({ path, count: values.length });
    const index = picks?.get(path) ?? (full ? place(path) % values.length : values.length - 1);
    return values[Math.min(index, values.length - 1)];
  }

  #resolve(schema: unknown): JsonSchema | undefined {
    let found = schema;
    for (let hops = 0; hops < deepest; hops++) {
      if (typeof found !== "object" || found === null) return undefined;
      const { $ref } = found as JsonSchema;
      if (typeof $ref !== "string") return found as JsonSchema;
      const steps = $ref.replace(/^#\/?/, "").split("/").filter(Boolean);
      found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], this.#root);
    }
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

/** Which element of a list a path leads into; elements differ, since some lists must not repeat themselves. */
function place(path: string): number {
  const [, index = "0"] = /\[(\d+)\][^[]*$/.exec(path) ?? [];
  return Number(index);
}

function sampleText({ format, minLength, maxLength, default: fallback }: JsonSchema, index: number): string {
  const own = index === 0 ? SAMPLE_TEXT : `${SAMPLE_TEXT}-${index + 1}`;
  if (typeof fallback === "string" && index === 0) return fallback;
  if (format === "email") return `${own}@example.com`;
  if (format === "uri" || format === "url") return `https://example.com/${own}`;
  if (format === "date-time") return "2026-01-02T03:04:05Z";
  if (format === "date") return "2026-01-02";
  const text = typeof minLength === "number" ? own.padEnd(Math.min(minLength, 1000), "-x") : own;
  return typeof maxLength === "number" ? text.slice(0, maxLength) : text;
}

function sampleNumbers(schema: JsonSchema): readonly number[] {
  const bound = (name: string, shift: number): number | undefined => {
    const exclusive = schema[`exclusive${name}`];
    if (typeof exclusive === "number") return exclusive + shift;
    const value = schema[name.toLowerCase()];
    return typeof value === "number" ? value : undefined;
  };
  const least = bound("Minimum", 1) ?? -Infinity;
  const most = bound("Maximum", -1) ?? Infinity;
  const clip = (value: number): number => Math.max(Math.min(value, most), least);
  return [...new Set([clip(2), clip(0), clip(1000)])];
}

/** Stands for a value nobody can foresee: every property of it is there, every call gives it, as text it is sample text. */
export function anything(): unknown {
  const proxy: unknown = new Proxy(() => undefined, {
    get: (_, key) => {
      if (key === "then") return undefined;
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === Symbol.toPrimitive || key === "toString" || key === "toJSON") return () => SAMPLE_TEXT;
      return proxy;
    },
    apply: () => proxy,
    ownKeys: () => [],
    has: () => true,
  });
  return proxy;
}
