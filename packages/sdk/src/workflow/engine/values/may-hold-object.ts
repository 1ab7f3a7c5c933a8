import { isPlainObject } from "./is-plain-object.ts";

/** Whether an object may be at a place, as far as a JSON Schema tells; true where it does not. */
export function mayHoldObject(root: unknown, path: readonly string[]): boolean {
  return allows(root, path, { root, left: 64 });
}

/** `left` ends references that lead in a circle. */
interface Walk {
  readonly root: unknown;
  readonly left: number;
}

function allows(schema: unknown, path: readonly string[], walk: Walk): boolean {
  if (schema === false) return false;
  if (!isPlainObject(schema) || walk.left === 0) return true;
  const deeper = { ...walk, left: walk.left - 1 };
  const { $ref, allOf, anyOf, oneOf } = schema;
  if (typeof $ref === "string" && !allows(referenced(walk.root, $ref), path, deeper)) return false;
  if (Array.isArray(allOf) && !allOf.every((each) => allows(each, path, deeper))) return false;
  for (const choice of [anyOf, oneOf])
    if (Array.isArray(choice) && !choice.some((each) => allows(each, path, deeper))) return false;
  const [key, ...rest] = path;
  if (key !== undefined) return allows(partOf(schema, key), rest, walk);
  const { type, enum: values = "const" in schema ? [schema["const"]] : undefined } = schema;
  if (Array.isArray(values) && !values.some(isPlainObject)) return false;
  return type === undefined || (Array.isArray(type) ? type.includes("object") : type === "object");
}

/** The schema of a key or an item; undefined if nothing is said about it. */
function partOf(schema: Record<string, unknown>, key: string): unknown {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  if (isPlainObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  if (/^\d+$/.test(key) && (prefixItems !== undefined || items !== undefined)) {
    const first: unknown = Array.isArray(prefixItems) ? prefixItems[Number(key)] : undefined;
    return first ?? items;
  }
  // Which pattern a key fits is not worth a regular expression of somebody else's.
  return patternProperties === undefined ? additionalProperties : undefined;
}

function referenced(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let schema = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isPlainObject(schema) || !Object.hasOwn(schema, key)) return undefined;
    schema = schema[key];
  }
  return schema;
}
