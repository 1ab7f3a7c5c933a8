import { createHash } from "node:crypto";
import { SkillError } from "../../core/errors.ts";
import type { PinnedFile } from "../../core/integrity/skill-file-list.ts";
import type { LockedSkill, LockedSource } from "../lock/lock.ts";
import type { ProjectSource } from "../project/project.ts";
import { assertUnchangedSkills } from "./assert-unchanged-skills.ts";
import { namedError } from "./named-error.ts";
import { pointText } from "./report-sources.ts";
import { fetcherFor, type SupplyContext } from "./supply-context.ts";

/** Brings what the cache lacks of a locked source's files, and accepts nothing but what the lock pins. */
export async function restoreContents(
  name: string,
  source: ProjectSource,
  locked: LockedSource,
  wanted: readonly (readonly [folder: string, skill: LockedSkill])[],
  context: SupplyContext,
): Promise<void> {
  const missing: { readonly path: string; readonly file: PinnedFile }[] = [];
  for (const [folder, skill] of wanted)
    for (const file of skill.files)
      if (!(await context.cache.has(file.sha256, file.size)))
        missing.push({ path: folder === "." ? file.path : `${folder}/${file.path}`, file });
  if (missing.length === 0) return;
  try {
    const fetcher = fetcherFor(context.fetchers, source);
    const origins = new Map(wanted.map(([folder, { from }]) => [folder, from]));
    const fetched = await fetcher.restore(source, locked.resolved, context.fetchContext(source.type, name), origins);
    const tree = await fetched.open();
    // What has no versions may offer more by now than it did: then the skills themselves have to be as they were.
    const isElsewhere = "digest" in locked.resolved && pointText(fetched.resolved) !== locked.resolved.digest;
    if (isElsewhere) await assertUnchangedSkills(tree, wanted);
    const there = new Set(tree.entries.filter(({ kind }) => kind === "file").map(({ path }) => path));
    const gone = missing.find(({ path }) => !there.has(path));
    if (gone !== undefined) throw otherContent(gone.path, "it is not there any more");
    const contents = await tree.read(missing.map(({ path }) => path));
    for (const { path, file } of missing) {
      const bytes = contents.get(path) ?? new Uint8Array();
      const found = createHash("sha256").update(bytes).digest("hex");
      if (found !== file.sha256) throw otherContent(path, "its content is another");
      await context.cache.put(bytes);
    }
  } catch (error) {
    context.signal?.throwIfAborted();
    throw namedError(name, error);
  }
}

/** The files of a locked skill, out of the cache, verified. */
export async function contentsOf(skill: LockedSkill, context: SupplyContext): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const { path, sha256 } of skill.files) {
    const bytes = await context.cache.get(sha256);
    if (bytes === undefined)
      throw new SkillError(
        "source-unavailable",
        `${path} of ${skill.name} left the cache while it was needed. Try again.`,
      );
    contents.set(path, bytes);
  }
  return contents;
}

function otherContent(path: string, reason: string): SkillError {
  const message = `The source does not give what the lock pins: "${path}": ${reason}. Somebody changed what was published, or the lock. To accept what is there now: tradecraft update`;
  return new SkillError("digest-mismatch", message, { facts: { path } });
}
