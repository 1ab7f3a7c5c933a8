import { sep } from "node:path";

/** True when the absolute path `inner` is `outer` or lies below it. */
export function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
