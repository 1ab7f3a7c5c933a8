import { sep } from "node:path";

/** The order of files and folders below some roots: root by root, and in each as a person would list it. */
export function comparePlaces(roots: readonly string[]): (a: string, b: string) => number {
  const rootOf = (path: string): number => {
    const at = roots.findIndex((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
    return at < 0 ? roots.length : at;
  };
  return (a, b) => rootOf(a) - rootOf(b) || compareFolders(foldersOf(a), foldersOf(b));
}

/** A SKILL.md stands for its folder, which comes before what lies in it. */
function foldersOf(path: string): string[] {
  const parts = path.split(sep);
  return parts.at(-1) === "SKILL.md" ? parts.slice(0, -1) : parts;
}

function compareFolders(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0 || b[at] === undefined) return a.length - b.length;
  return (a[at] as string) < b[at] ? -1 : 1;
}
