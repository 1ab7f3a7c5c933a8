import { normalizeResourcePath } from "./normalize-resource-path.ts";

/** Paths that were found plain; skills have many in common. */
const plain = new Set<string>();
const most = 10_000;

/** Whether a path is inside a skill and in its one spelling. */
export function isPlainPath(path: string): boolean {
  if (plain.has(path)) return true;
  try {
    if (normalizeResourcePath(path) !== path) return false;
  } catch {
    return false;
  }
  if (plain.size >= most) plain.clear();
  if (path.length <= 200) plain.add(path);
  return true;
}
