import { isPlainObject } from "./is-plain-object.ts";

/** Keys that name an object's inner workings in some place or other. */
const refused = new Set(["__proto__", "constructor", "prototype"]);

/**
 * A new frozen value with `writes` over `base`: objects are merged key by key, everything else is replaced, and `undefined`
 * changes nothing. What was not written is shared with `base`.
 */
export function deepMerge(base: unknown, writes: unknown): unknown {
  if (writes === undefined) return base;
  if (!isPlainObject(writes)) return writes;
  const merged: Record<string, unknown> = isPlainObject(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(writes)) {
    if (refused.has(key) || value === undefined) continue;
    merged[key] = deepMerge(Object.hasOwn(merged, key) ? merged[key] : undefined, value);
  }
  return Object.freeze(merged);
}
