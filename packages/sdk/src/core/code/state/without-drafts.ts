// Declares a module, which no import can bring in; tests compile this file without the rest of the folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./mutative.d.ts" />
import { current, isDraft } from "mutative/dist/mutative.esm.production.min.mjs";
import { isPlainObject } from "./plain-object.ts";

/** The same with plain values in the place of drafts, which are of no use once their edit is over. */
export function withoutDrafts(value: unknown, seen: Set<unknown> = new Set()): unknown {
  if (typeof value !== "object" || value === null || seen.has(value)) return value;
  if (isDraft(value)) return current(value);
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return value;
  seen.add(value);
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const plain = withoutDrafts(item, seen);
    changed ||= plain !== item;
    return [key, plain] as const;
  });
  if (!changed) return value;
  return list ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
