import { SkillError } from "@tradecraft/sdk";
import type { ProjectSource, SkillFetcher, SupplyContext } from "@tradecraft/sdk/supply";
import { isVersion } from "./source-text/parse-pin.ts";
import type { NamedDraft, SourceDraft } from "./source-text/source-draft.ts";

const pinned: readonly SourceDraft["type"][] = ["git", "claude-marketplace", "npm"];

/** A source with a pin: the one it has, else the newest version there is, else the default branch. */
export async function choosePin({ name, source }: NamedDraft, context: SupplyContext): Promise<ProjectSource> {
  const hasPin = source.version !== undefined || source.ref !== undefined || source.sha !== undefined;
  if (hasPin || !pinned.includes(source.type)) return source as ProjectSource;
  const fetcher = context.fetchers[source.type] as unknown as SkillFetcher;
  try {
    // Asked as somebody who has a version: then the newest version is the answer, not a commit.
    const at = context.fetchContext(source.type, name);
    const newest = await fetcher.latest?.({ ...source, version: "0.0.0" } as ProjectSource, at);
    if (newest !== undefined && isVersion(newest)) return { ...source, version: newest } as ProjectSource;
    return { ...source, ref: source.type === "npm" ? "latest" : "HEAD" } as ProjectSource;
  } catch (error) {
    context.signal?.throwIfAborted();
    if (!SkillError.is(error)) throw error;
    throw new SkillError(error.code, `${name}: ${error.message}`, {
      facts: { ...error.facts, source: name },
      cause: error,
    });
  } finally {
    context.onProgress?.({ source: name, text: "", isDone: true });
  }
}
