import { isPlainObject } from "./is-plain-object.ts";

/**
 * A deep-frozen copy, exactly as it comes back from a log: what JSON cannot hold never reaches a callback, so that a run
 * that was interrupted sees the same values as one that was not. Throws a `TypeError` for what is no JSON at all.
 */
export function frozenJson(value: unknown): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  const text: string | undefined = JSON.stringify(value, refuseCode);
  return text === undefined ? undefined : deepFreeze(JSON.parse(text));
}

/** JSON leaves these out, or puts null in their place: nobody who returned one meant that. */
function refuseCode(_key: string, value: unknown): unknown {
  if (typeof value !== "function" && typeof value !== "symbol") return value;
  throw new TypeError(`a ${typeof value} is no JSON`);
}

/**
 * Freezes objects and lists that nobody else holds, in place. What is frozen was frozen here or by a store, all the way down,
 * and is not looked into again; whatever else a schema may have made is left as it is.
 */
export function deepFreeze<Value>(root: Value): Value {
  // Without recursion: answers may be nested as deeply as JSON allows.
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if ((!Array.isArray(value) && !isPlainObject(value)) || Object.isFrozen(value)) continue;
    for (const part of Object.values(Object.freeze(value) as object))
      if (typeof part === "object" && part !== null) open.push(part);
  }
  return root;
}

/** Far more than anybody writes, and far less than a stack holds. */
const mostLevels = 1_000;

/** A frozen copy of objects and lists; whatever else is in them is the same thing, not a copy. Throws a `RangeError` for more than 1,000 levels. */
export function frozenCopy<Value>(value: Value, level = 0): Value {
  if (level > mostLevels) throw new RangeError(`they are nested more than ${mostLevels.toLocaleString("en")} deep`);
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item, level + 1))) as Value;
  if (!isPlainObject(value)) return value;
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part, level + 1)])),
  ) as Value;
}
