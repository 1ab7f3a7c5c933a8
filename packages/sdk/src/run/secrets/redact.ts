import { jsonSchemaOfAnswer } from "../../workflow/schema/json-schema-of-step.ts";
import type { AnySchema } from "../../workflow/define/workflow-definition.ts";
import { arktypeShape } from "./arktype-shape.ts";

type Shape = Readonly<Record<string, unknown>>;

/** What stands in the place of a secret. */
export const mask = "•••";

/** A value without what its schema marks as secret (`writeOnly`, or the format `password`), and what that was. */
export interface Redacted {
  readonly value: unknown;
  readonly secrets: ReadonlySet<unknown>;
}

/** Takes out what a schema marks as secret. */
export function redact(schema: AnySchema | undefined, value: unknown): Redacted {
  const secrets = new Set<unknown>();
  const root = schema && (jsonSchemaOfAnswer(schema) ?? arktypeShape(schema));
  // Most schemas mark nothing, and answers may be long.
  const marks = root && /"writeOnly":true|"format":"password"/.test(JSON.stringify(root));
  return { value: marks ? redactAt(root, value, { root, secrets, refs: new Set() }) : value, secrets };
}

/** Masks secrets wherever they appear: as a whole, and those that are no mere syllables also within texts. Keys are kept. */
export function maskValues(value: unknown, secrets: ReadonlySet<unknown>): unknown {
  if (secrets.size === 0) return value;
  const whole = new Set([...secrets].map(String));
  // Messages quote values as JSON does. The longest first: one secret may be a part of another.
  const parts = [...whole].filter(({ length }) => length >= 4).flatMap((text) => [text, quotedText(text)]);
  return maskAt(
    value,
    whole,
    [...new Set(parts)].toSorted((one, other) => other.length - one.length),
  );
}

function maskAt(value: unknown, whole: ReadonlySet<string>, parts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => maskAt(each, whole, parts));
  if (isObject(value)) return mapObject(value, (_key, each) => maskAt(each, whole, parts));
  if (typeof value === "number") return whole.has(String(value)) ? mask : value;
  if (typeof value !== "string") return value;
  return whole.has(value) ? mask : parts.reduce((text, part) => text.replaceAll(part, mask), value);
}

function quotedText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

interface Walk {
  readonly root: Shape;
  readonly secrets: Set<unknown>;
  /** References that are being followed at this value: a circle of them says nothing more. */
  readonly refs: ReadonlySet<string>;
}

function redactAt(shape: unknown, value: unknown, walk: Walk): unknown {
  if (!isObject(shape) || value === undefined || value === null) return value;
  if (shape["writeOnly"] === true || shape["format"] === "password") {
    keepLeaves(value, walk.secrets);
    return mask;
  }
  let result: unknown = value;
  const ref = shape["$ref"];
  if (typeof ref === "string" && !walk.refs.has(ref)) {
    result = redactAt(resolveRef(walk.root, ref), result, { ...walk, refs: new Set(walk.refs).add(ref) });
  }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    for (const option of listOf(shape[key])) result = redactAt(option, result, walk);
  }
  const inside = { ...walk, refs: new Set<string>() };
  if (Array.isArray(result)) {
    const first = listOf(shape["prefixItems"]);
    return result.map((each, at) => redactAt(first[at] ?? shape["items"], each, inside));
  }
  if (!isObject(result)) return result;
  const properties = isObject(shape["properties"]) ? shape["properties"] : {};
  const others = isObject(shape["patternProperties"]) ? Object.values(shape["patternProperties"]) : [];
  return mapObject(result, (key, each) => {
    if (Object.hasOwn(properties, key)) return redactAt(properties[key], each, inside);
    return [...others, shape["additionalProperties"]].reduce<unknown>(
      (now, other) => redactAt(other, now, inside),
      each,
    );
  });
}

/** Texts and numbers of a secret; what is too short to be one would mask half of everything. */
function keepLeaves(value: unknown, into: Set<unknown>): void {
  if (Array.isArray(value)) for (const each of value) keepLeaves(each, into);
  else if (isObject(value)) for (const each of Object.values(value)) keepLeaves(each, into);
  else if ((typeof value === "string" || typeof value === "number") && String(value).length > 2) into.add(value);
}

function resolveRef(root: Shape, ref: string): unknown {
  if (!ref.startsWith("#")) return undefined;
  const names = ref.slice(1).split("/").slice(1);
  return names.reduce<unknown>((at, name) => {
    const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, root);
}

function mapObject(object: Shape, map: (key: string, value: unknown) => unknown): Shape {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
