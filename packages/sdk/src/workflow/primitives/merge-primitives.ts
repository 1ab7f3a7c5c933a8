import { builtinPrimitives } from "./builtin-primitives.ts";
import type { Primitive } from "./primitive.ts";

const merged = new WeakMap<readonly Primitive[], readonly Primitive[]>();

/** The six and an author's own. One of the author's with the tag of one of the six takes its place. */
export function mergePrimitives(own: readonly Primitive[]): readonly Primitive[] {
  if (own.length === 0) return builtinPrimitives;
  let all = merged.get(own);
  if (!all) {
    const byTag = new Map([...builtinPrimitives, ...own].map((primitive) => [primitive.tag, primitive]));
    merged.set(own, (all = Object.freeze([...byTag.values()])));
  }
  return all;
}
