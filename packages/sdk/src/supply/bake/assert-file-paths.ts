import { foldName } from "../../core/source/collisions.ts";
import { normalizeResourcePath, refusedPath } from "../../core/source/normalize-resource-path.ts";

/** Throws `path-refused` for paths that are unsafe, have another spelling, or could be mistaken for one another. */
export function assertFilePaths(files: readonly { readonly path: string }[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (normalizeResourcePath(path) !== path) throw refusedPath(path, "it can be written in another way");
    const folded = foldName(path);
    if (seen.has(folded)) {
      throw refusedPath(path, "another file's name is the same, or differs in case or Unicode form only");
    }
    seen.add(folded);
  }
}
