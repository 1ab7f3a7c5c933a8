import { readdir, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { describeFileError, findSkillFiles } from "@tradecraft/sdk/node";
import { countOutside, type OutsideCount } from "./count-outside.ts";
import type { ScanProblem } from "./scan-report.ts";

/** A folder to scan. */
export interface ScanFolder {
  readonly path: string;
  readonly absolutePath: string;
}

/** What stands at the given paths. */
export interface FoundFolders {
  readonly folders: readonly ScanFolder[];
  readonly problems: readonly ScanProblem[];
  /** Whether not one of the paths exists. */
  readonly nothingThere: boolean;
  /** What lies at the paths and is not scanned. */
  readonly outside: OutsideCount;
}

/**
 * The skills at or below the given paths, outermost first: what lies in a skill is scanned with it, nested skills too. A
 * folder without any skill is scanned as it is.
 */
export async function findScanFolders(paths: readonly string[], cwd: string): Promise<FoundFolders> {
  const folders = new Map<string, ScanFolder>();
  const problems: ScanProblem[] = [];
  const roots: string[] = [];
  let missing = 0;
  for (const path of paths) {
    const absolutePath = resolve(cwd, path);
    let isFolder: boolean;
    try {
      isFolder = (await stat(absolutePath)).isDirectory();
    } catch (error) {
      missing++;
      problems.push({ path, absolutePath, message: `There is nothing to scan: ${describeFileError(error)}.` });
      continue;
    }
    const found: ScanFolder[] = [];
    if (!isFolder) found.push({ path: dirname(path), absolutePath: dirname(absolutePath) });
    else
      for await (const item of findSkillFiles([path], { cwd }))
        if (item.kind === "skill") found.push({ path: dirname(item.path), absolutePath: dirname(item.absolutePath) });
    if (found.length === 0) {
      // A wrong path must not pass for a skill in which nothing was found.
      if ((await readdir(absolutePath)).length === 0) {
        problems.push({ path, absolutePath, message: "There is nothing to scan: the folder is empty." });
        continue;
      }
      found.push({ path, absolutePath });
    }
    if (isFolder) roots.push(absolutePath);
    for (const folder of outermost(found)) folders.set(folder.absolutePath, folder);
  }
  const kept = outermost([...folders.values()]);
  const scanned = new Set(kept.map(({ absolutePath }) => absolutePath));
  const outside: OutsideCount = { files: 0, skills: 0, isMore: false };
  for (const root of outermost(roots.map((absolutePath) => ({ path: absolutePath, absolutePath })))) {
    const { files, skills, isMore } = await countOutside(root.absolutePath, scanned);
    outside.files += files;
    outside.skills += skills;
    outside.isMore ||= isMore;
  }
  return { folders: kept, problems, nothingThere: missing === paths.length, outside };
}

function outermost(found: readonly ScanFolder[]): ScanFolder[] {
  const sorted = [...found].sort((a, b) => (a.absolutePath < b.absolutePath ? -1 : 1));
  const kept: ScanFolder[] = [];
  const paths = new Set<string>();
  for (const folder of sorted) {
    let isInside = false;
    for (let up = dirname(folder.absolutePath); !isInside && dirname(up) !== up; up = dirname(up))
      isInside = paths.has(up);
    if (isInside || paths.has(folder.absolutePath)) continue;
    paths.add(folder.absolutePath);
    kept.push(folder);
  }
  return kept.map((folder) => ({
    ...folder,
    path: folder.path === "" ? relative(".", folder.absolutePath) || "." : folder.path,
  }));
}
