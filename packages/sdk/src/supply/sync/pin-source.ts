import { mapLimited } from "../../core/map-limited.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { PinnedFile } from "../../core/integrity/skill-file-list.ts";
import { findSkills, type FoundSkill } from "../fetch/find-skills.ts";
import type { FetchedSource } from "../fetch/skill-fetcher.ts";
import { pathInFolder } from "../fetch/skill-folders.ts";
import type { SourceTree } from "../fetch/source-tree.ts";
import { type LockedSkill, type LockedSource, requestOf } from "../lock/lock.ts";
import type { ProjectSource } from "../project/project.ts";
import type { SupplyContext } from "./supply-context.ts";

/** Reads the wanted skills of a source, keeps their files in the cache, and says what each one holds. */
export async function pinSource(
  source: ProjectSource,
  fetched: FetchedSource,
  context: SupplyContext,
): Promise<LockedSource> {
  const tree = await fetched.open();
  const skills: Record<string, LockedSkill> = {};
  const copies = new Set<string>();
  for (const found of plainFoldersFirst(await findSkills(tree, source))) {
    context.signal?.throwIfAborted();
    const files = await pinFound(tree, found, context);
    const from = fetched.originOf?.(found.folder);
    const digest = await skillDigest(files);
    // Repositories keep copies of a skill for one agent and another; one of them is enough.
    const copy = `${found.name} ${digest}`;
    if (copies.has(copy)) continue;
    copies.add(copy);
    skills[found.folder] = { name: found.name, digest, files, ...(from !== undefined && { from }) };
  }
  return { request: requestOf(source), resolved: fetched.resolved, skills };
}

async function pinFound(
  tree: SourceTree,
  { folder, files }: FoundSkill,
  context: SupplyContext,
): Promise<PinnedFile[]> {
  const contents = await tree.read(
    files.map(({ path }) => path),
    context.signal === undefined ? {} : { signal: context.signal },
  );
  const pinned = await mapLimited(files, 8, async ({ path, executable }): Promise<PinnedFile> => {
    const bytes = contents.get(path) ?? new Uint8Array();
    const sha256 = await context.cache.put(bytes);
    return { path: pathInFolder(folder, path), size: bytes.length, executable, sha256 };
  });
  return pinned.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `skills/pdf` before `.claude/skills/pdf`: the folder that a person would name. */
function plainFoldersFirst(found: readonly FoundSkill[]): FoundSkill[] {
  return [...found].sort((a, b) => Number(a.folder.startsWith(".")) - Number(b.folder.startsWith(".")));
}
