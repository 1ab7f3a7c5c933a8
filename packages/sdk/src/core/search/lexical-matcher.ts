import type { BodyReader } from "./body-reader.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { LexicalSearch } from "./lexical-search.ts";
import { readSnapshot, writeSnapshot } from "./lexical-snapshot.ts";
import { type LexicalMatcherOptions, resolveBodyWait, resolveLexicalOptions } from "./resolve-lexical-options.ts";
import { resolveMatchOptions } from "./resolve-match-options.ts";
import { SharedRun } from "./shared-run.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "./skill-matcher.ts";
import { addArrived, updateIndex } from "./update-index.ts";

/** A matcher whose index can be put away. */
export interface LexicalMatcher extends SkillMatcher {
  /** Undefined as long as there is nothing to keep, while the index changes, and while it waits for bodies. */
  snapshot(): Uint8Array | undefined;
  /** Ignored by a matcher that already has an index. */
  restore(snapshot: Uint8Array): void;
}

/** Ranks skills by the words they share with the query (BM25F over name, description and body). */
export function lexicalMatcher(options: LexicalMatcherOptions = {}): LexicalMatcher {
  const weights = resolveLexicalOptions(options);
  const bodyOptions = { bodies: weights.body > 0, bodyWait: resolveBodyWait(options) };
  const search = new LexicalSearch(weights);
  const updates = new SharedRun();
  let index = new LexicalIndex();
  let current: readonly SkillCandidate[] | undefined;
  /** Still reads what the index lacks of the current corpus. */
  let late: BodyReader | undefined;

  async function match(
    query: string,
    corpus: readonly SkillCandidate[],
    matchOptions: SkillMatchOptions = {},
  ): Promise<SkillMatch[]> {
    const { topK, threshold } = resolveMatchOptions(matchOptions);
    const { signal } = matchOptions;
    signal?.throwIfAborted();
    if (topK === 0) return [];
    while (current !== corpus || updates.busy) await updates.join(corpus, (stop) => update(corpus, stop), signal);
    return search.search(index, query, topK, threshold);
  }

  async function update(corpus: readonly SkillCandidate[], signal: AbortSignal): Promise<void> {
    if (current === corpus) return;
    current = undefined;
    late?.stop();
    late = undefined;
    const reader = await updateIndex(index, corpus, bodyOptions, signal);
    current = corpus;
    if (reader.done) return;
    late = reader;
    void follow(corpus, reader);
  }

  async function addLate(corpus: readonly SkillCandidate[], reader: BodyReader, signal: AbortSignal): Promise<void> {
    if (late !== reader) return;
    current = undefined;
    await addArrived(index, reader, signal);
    current = corpus;
    if (reader.done) late = undefined;
  }

  /** Adds late bodies as they come. Those who match meanwhile wait for what is being added, not for what is not there. */
  async function follow(corpus: readonly SkillCandidate[], reader: BodyReader): Promise<void> {
    while (late === reader && !reader.done) {
      await reader.wait(Infinity);
      // Whatever goes wrong here, the next match does all over again, and says so.
      await updates.join(corpus, (stop) => addLate(corpus, reader, stop), undefined).catch(() => reader.stop());
      // They have their turn before more is added.
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }

  return {
    match,
    snapshot: () =>
      updates.busy || late !== undefined || index.documents.count === 0
        ? undefined
        : writeSnapshot(index, bodyOptions.bodies),
    restore: (snapshot) => {
      if (!updates.busy && index.documents.count === 0) index = readSnapshot(snapshot, bodyOptions.bodies) ?? index;
    },
  };
}
