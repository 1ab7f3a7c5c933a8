import { SkillError } from "../../../core/errors.ts";
import type { SourceTree, TreeEntry } from "../source-tree.ts";

/** A tree whose contents are all at hand. */
export function memoryTree(
  files: readonly (TreeEntry & { readonly bytes: Uint8Array })[],
  skillFolders?: readonly string[],
): SourceTree {
  const contents = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return {
    entries: files.map(({ path, kind, size, executable }) => ({ path, kind, size, executable })),
    ...(skillFolders === undefined ? {} : { skillFolders }),
    read: async (paths) => new Map(paths.map((path) => [path, contents.get(path) ?? noFile(path)])),
  };
}

function noFile(path: string): never {
  throw new SkillError("resource-missing", `There is no file "${path.slice(0, 200)}" in this archive.`, {
    facts: { path: path.slice(0, 200) },
  });
}
