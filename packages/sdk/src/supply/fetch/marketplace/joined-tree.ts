import { SkillError } from "../../../core/errors.ts";
import { pathInFolder } from "../skill-folders.ts";
import type { RefusedEntry, SourceTree, TreeEntry } from "../source-tree.ts";

/** A folder of a tree, and where it goes. */
export interface PlacedFolder {
  readonly tree: SourceTree;
  readonly folder: string;
  /** In the joined tree. */
  readonly target: string;
}

/** One tree of folders of others; the folders are skills. */
export function joinedTree(folders: readonly PlacedFolder[]): SourceTree {
  const origins = new Map<string, { readonly tree: SourceTree; readonly path: string }>();
  const entries: TreeEntry[] = [];
  const refused: RefusedEntry[] = [];
  for (const { tree, folder, target } of folders) {
    const isIn = ({ path }: { readonly path: string }): boolean => folder === "." || path.startsWith(`${folder}/`);
    const moved = (path: string): string => `${target}/${pathInFolder(folder, path)}`;
    for (const entry of tree.entries.filter(isIn)) {
      const path = moved(entry.path);
      // A skill inside a skill comes with it, and may be named as well.
      if (origins.has(path)) continue;
      origins.set(path, { tree, path: entry.path });
      entries.push({ ...entry, path });
    }
    for (const entry of tree.refused?.filter(isIn) ?? []) refused.push({ ...entry, path: moved(entry.path) });
  }
  return {
    entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)),
    refused,
    skillFolders: folders.map(({ target }) => target).sort(),
    read: async (paths, options) => {
      const asked = new Map<SourceTree, Map<string, string>>();
      for (const path of paths) {
        const origin = origins.get(path);
        if (origin === undefined) throw noFile(path);
        const own = asked.get(origin.tree) ?? new Map<string, string>();
        asked.set(origin.tree, own.set(path, origin.path));
      }
      const contents = new Map<string, Uint8Array>();
      for (const [tree, own] of asked) {
        const read = await tree.read([...new Set(own.values())], options);
        for (const [path, original] of own) contents.set(path, read.get(original) ?? new Uint8Array());
      }
      return contents;
    },
  };
}

function noFile(path: string): SkillError {
  const shown = path.slice(0, 200);
  return new SkillError("resource-missing", `There is no file "${shown}" in this marketplace.`, {
    facts: { path: shown },
  });
}
