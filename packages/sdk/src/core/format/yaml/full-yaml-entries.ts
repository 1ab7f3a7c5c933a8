import { isCollection, isNode, isScalar, type Pair, type Range, type YAMLMap } from "yaml";
import type { FrontmatterValue } from "../types.ts";
import type { FrontmatterEntry } from "./entry.ts";

/** The entries of a mapping, with what each says and where; `marked` as in `FrontmatterEntry`. */
export function entriesOf(
  map: YAMLMap,
  data: { readonly [key: string]: FrontmatterValue },
  text: string,
  marked: boolean,
): FrontmatterEntry[] {
  const entries: FrontmatterEntry[] = [];
  for (const pair of map.items) {
    if (isScalar(pair.key) && pair.key.range) entries.push(entryOf(pair, pair.key.range, data, text, marked));
  }
  // Keys that are not scalars exist too; their text stands for them.
  for (const key of Object.keys(data)) {
    if (entries.some((entry) => entry.key === key)) continue;
    const place = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: -1, end: 0, commentAt: -1 };
    entries.push({ key, value: data[key] ?? null, ...place, marked: true });
  }
  return entries;
}

function entryOf(
  pair: Pair,
  keyRange: Range,
  data: { readonly [key: string]: FrontmatterValue },
  text: string,
  marked: boolean,
): FrontmatterEntry {
  const [keyStart, keyEnd] = keyRange;
  const key = isScalar(pair.key) ? scalarText(pair.key.value) : "";
  const range = isNode(pair.value) ? pair.value.range : undefined;
  const valueStart = range?.[0] ?? keyEnd + 1;
  const rangeEnd = range?.[1] ?? valueStart;
  const onLine = hasLineValue(pair.value) && !text.slice(keyEnd, valueStart).includes("\n");
  const lineEnd = text.indexOf("\n", Math.max(keyEnd, rangeEnd - 1));
  const end = lineEnd < 0 ? text.length : lineEnd;
  const plain = isScalar(pair.value) && pair.value.type === "PLAIN";
  const comment = plain ? /^[ ]+#/.exec(text.slice(rangeEnd, end)) : null;
  return {
    key,
    value: data[key] ?? null,
    keyStart,
    keyEnd,
    valueStart,
    valueEnd: onLine ? rangeEnd : -1,
    end: Math.min(end + 1, text.length),
    commentAt: comment === null ? -1 : rangeEnd + comment[0].length - 1,
    marked,
  };
}

/** True for values that can stand on their key's line as a whole: flow collections, plain and quoted scalars. */
function hasLineValue(value: unknown): boolean {
  if (isCollection(value)) return value.flow === true;
  return isScalar(value) && value.value !== null && value.type !== "BLOCK_LITERAL" && value.type !== "BLOCK_FOLDED";
}

/** A scalar's value as the text that stands for it as a key. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
