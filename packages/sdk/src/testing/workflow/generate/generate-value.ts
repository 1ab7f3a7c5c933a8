import type { JsonSchema } from "../../../core/code/code-tool.ts";
import { schemaFromJson } from "../../../core/code/schema-from-json.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { numberValue } from "./number-value.ts";
import type { Random } from "./random.ts";
import { textValue } from "./text-value.ts";

/** A value, or why none could be made. */
export type GeneratedValue = { readonly value: unknown } | { readonly problem: string };

/** What a schema that contains itself is followed to. */
const deepest = 5;
const tries = 20;

/** A random value that a JSON Schema describes, checked against it. The same seed gives the same value. */
export function generateValue(schema: JsonSchema, random: Random): GeneratedValue {
  const check = checkerOf(schema);
  let problem = "Nothing fits it.";
  for (let number = 0; number < tries; number++) {
    try {
      const value = new Generator(schema, random).value(schema, "", 0);
      const issue = check(value);
      if (issue === undefined) return { value };
      problem = issue;
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error;
      problem = error.message;
    }
  }
  return { problem };
}

const checkers = new WeakMap<JsonSchema, (value: unknown) => string | undefined>();

function checkerOf(schema: JsonSchema): (value: unknown) => string | undefined {
  let check = checkers.get(schema);
  if (!check) {
    const standard = schemaFromJson(schema)["~standard"];
    check = (value) => {
      const result = standard.validate(value);
      return "issues" in result && result.issues ? result.issues.map(({ message }) => message).join("; ") : undefined;
    };
    checkers.set(schema, check);
  }
  return check;
}

/** No value can be made here. */
class Unmakeable extends Error {}

class Generator {
  readonly #root: JsonSchema;
  readonly #random: Random;

  constructor(root: JsonSchema, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  value(given: unknown, path: string, depth: number): unknown {
    if (given === false) throw new Unmakeable(`Nothing may be at ${at(path)}.`);
    if (depth > deepest * 4) throw new Unmakeable(`The schema goes on without end at ${at(path)}.`);
    const schema = this.#resolved(given, path);
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return this.#anyOf(schema["enum"], path);
    for (const key of ["anyOf", "oneOf"]) {
      const choices = schema[key];
      if (!Array.isArray(choices)) continue;
      const { [key]: _, ...rest } = schema;
      return this.#choice(choices, rest, path, depth);
    }
    return this.#typed(schema, path, depth);
  }

  /** The schema that a reference stands for, with everything that must hold besides in one. */
  #resolved(given: unknown, path: string): JsonSchema {
    let schema = asSchema(given);
    for (let hops = 0; hops < 50; hops++) {
      const { $ref, allOf } = schema;
      if (typeof $ref === "string") {
        const { $ref: _, ...rest } = schema;
        schema = mergeSchemas(asSchema(this.#target($ref, path)), rest);
      } else if (Array.isArray(allOf)) {
        const { allOf: _, ...rest } = schema;
        schema = allOf.reduce<JsonSchema>((merged, part) => mergeSchemas(merged, asSchema(part)), rest);
      } else return schema;
    }
    throw new Unmakeable(`References at ${at(path)} lead in a circle.`);
  }

  #target($ref: string, path: string): unknown {
    if ($ref === "#") return this.#root;
    if (!$ref.startsWith("#/")) throw new Unmakeable(`The reference "${$ref}" at ${at(path)} leads out of the schema.`);
    const keys = $ref
      .slice(2)
      .split("/")
      .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
    const found = keys.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      this.#root,
    );
    if (found === undefined) throw new Unmakeable(`The reference "${$ref}" at ${at(path)} leads nowhere.`);
    return found;
  }

  #choice(choices: readonly unknown[], rest: JsonSchema, path: string, depth: number): unknown {
    // Deep down the plain ones come first, so that a schema that contains itself comes to an end.
    const order = this.#random.shuffle(choices);
    const plain = (choice: unknown): number => (JSON.stringify(choice).includes("$ref") ? 1 : 0);
    if (depth > deepest) order.sort((left, right) => plain(left) - plain(right));
    let failure: unknown;
    for (const choice of order) {
      try {
        return this.value(mergeSchemas(rest, this.#resolved(choice, path)), path, depth + 1);
      } catch (error) {
        if (!(error instanceof Unmakeable)) throw error;
        failure = error;
      }
    }
    throw failure ?? new Unmakeable(`There is nothing to choose from at ${at(path)}.`);
  }

  #typed(schema: JsonSchema, path: string, depth: number): unknown {
    const type = this.#typeOf(schema);
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return this.#random.chance(0.5);
      case "integer":
      case "number":
        return this.#made(numberValue(schema, this.#random, type === "integer"), "number", path);
      case "string":
        return this.#made(textValue(schema, this.#random), textNeed(schema), path);
      case "array":
        return this.#array(schema, path, depth);
      case "object":
        return this.#object(schema, path, depth);
      default:
        return this.#random.pick([null, true, 1, "text", {}, []]);
    }
  }

  #typeOf(schema: JsonSchema): unknown {
    const { type } = schema;
    if (Array.isArray(type)) return this.#random.pick(type as unknown[]);
    if (type !== undefined) return type;
    if ("properties" in schema || "required" in schema || "additionalProperties" in schema) return "object";
    if ("items" in schema || "prefixItems" in schema || "minItems" in schema) return "array";
    if ("pattern" in schema || "minLength" in schema || "maxLength" in schema || "format" in schema) return "string";
    return "minimum" in schema || "maximum" in schema || "multipleOf" in schema ? "number" : undefined;
  }

  #array(schema: JsonSchema, path: string, depth: number): unknown[] {
    const { items, uniqueItems, contains } = schema;
    const fixed = listOf(schema["prefixItems"]) ?? (Array.isArray(items) ? (items as unknown[]) : []);
    const more = Array.isArray(items) ? schema["additionalItems"] : items;
    const least = Math.max(countOf(schema["minItems"]) ?? 0, contains === undefined ? 0 : 1);
    const most = Math.min(countOf(schema["maxItems"]) ?? Infinity, more === false ? fixed.length : Infinity);
    const wanted =
      depth > deepest
        ? least
        : this.#random.int(least, Math.max(least, Math.min(most, Math.max(least, fixed.length) + 3)));
    // A tuple without `minItems` may be short by its schema, but libraries mean it whole.
    const length = Math.max(wanted, Math.min(fixed.length, most));
    const values: unknown[] = [];
    for (let index = 0, left = 30; index < length && left > 0;) {
      const item =
        index < fixed.length
          ? fixed[index]
          : index === fixed.length && contains !== undefined
            ? contains
            : (more ?? true);
      const value = this.value(item, `${path}/${index}`, depth + 1);
      const again = uniqueItems === true && values.some((other) => JSON.stringify(other) === JSON.stringify(value));
      if (again) {
        left--;
        continue;
      }
      values.push(value);
      index++;
    }
    return values;
  }

  #object(schema: JsonSchema, path: string, depth: number): Record<string, unknown> {
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
    const required = new Set(listOf(schema["required"]) ?? []);
    const entries: [string, unknown][] = [];
    for (const [name, property] of properties) {
      if (property === false) continue;
      if (!required.has(name) && (depth > deepest || this.#random.chance(0.4))) continue;
      try {
        entries.push([name, this.value(property, `${path}/${name}`, depth + 1)]);
      } catch (error) {
        if (required.has(name) || !(error instanceof Unmakeable)) throw error;
      }
    }
    const named = new Set(properties.map(([name]) => name));
    for (const name of required)
      if (typeof name === "string" && !named.has(name)) entries.push([name, this.#extra(schema, path, name, depth)]);
    const least = countOf(schema["minProperties"]) ?? 0;
    const rest = schema["additionalProperties"];
    const open = typeof rest === "object" && rest !== null && depth <= deepest ? this.#random.int(0, 2) : 0;
    for (let number = 0; number < Math.max(open, least - entries.length); number++) {
      const name = this.#name(schema, number);
      if (name !== undefined && !named.has(name) && !entries.some(([other]) => other === name))
        entries.push([name, this.#extra(schema, path, name, depth)]);
    }
    return Object.fromEntries(entries);
  }

  /** A property that is not listed. */
  #extra(schema: JsonSchema, path: string, name: string, depth: number): unknown {
    const patterns = Object.entries((schema["patternProperties"] ?? {}) as Record<string, unknown>);
    const [, byPattern] = patterns.find(([pattern]) => new RegExp(pattern, "u").test(name)) ?? [];
    return this.value(byPattern ?? schema["additionalProperties"] ?? true, `${path}/${name}`, depth + 1);
  }

  #name({ propertyNames, patternProperties, additionalProperties }: JsonSchema, number: number): string | undefined {
    const [pattern] = Object.keys((patternProperties ?? {}) as object);
    const names = additionalProperties === false && pattern !== undefined ? { type: "string", pattern } : propertyNames;
    if (typeof names !== "object" || names === null) return `key${number}`;
    const name: unknown = this.value({ type: "string", ...names }, "", 0);
    return typeof name === "string" ? name : undefined;
  }

  #anyOf(values: readonly unknown[], path: string): unknown {
    if (values.length === 0) throw new Unmakeable(`There is nothing to choose from at ${at(path)}.`);
    return this.#random.pick(values);
  }

  #made<Value>(value: Value | undefined, what: string, path: string): Value {
    if (value === undefined) throw new Unmakeable(`No ${what} could be made for ${at(path)}.`);
    return value;
  }
}

function textNeed({ pattern, format }: JsonSchema): string {
  const needs = [
    ...(typeof pattern === "string" ? [`the pattern ${pattern}`] : []),
    ...(typeof format === "string" ? [`the format ${format}`] : []),
  ];
  return needs.length > 0 ? `text with ${needs.join(" and ")}` : "text of that length";
}

function asSchema(value: unknown): JsonSchema {
  if (value === false) return { enum: [] };
  return typeof value === "object" && value !== null ? (value as JsonSchema) : {};
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function at(path: string): string {
  return path === "" ? "the root" : path;
}
