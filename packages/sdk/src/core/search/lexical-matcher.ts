import { LexicalIndex } from "./lexical-index.ts";
import { LexicalSearch } from "./lexical-search.ts";
import { readSnapshot, writeSnapshot } from "./lexical-snapshot.ts";
import { type LexicalMatcherOptions, resolveLexicalOptions } from "./resolve-lexical-options.ts";
import { resolveMatchOptions } from "./resolve-match-options.ts";
import { SharedRun } from "./shared-run.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "./skill-matcher.ts";
import { updateIndex } from "./update-index.ts";

/** A matcher whose index can be put away. */
export interface LexicalMatcher extends SkillMatcher {
  /** Undefined as long as there is nothing to keep, or while the index changes. */
  snapshot(): Uint8Array | undefined;
  /** Ignored by a matcher that already has an index. */
  restore(snapshot: Uint8Array): void;
}

/** Ranks skills by the words they share with the query (BM25F over name, description and body). */
export function lexicalMatcher(options: LexicalMatcherOptions = {}): LexicalMatcher {
  const search = new LexicalSearch(resolveLexicalOptions(options));
  const updates = new SharedRun();
  let index = new LexicalIndex();
  let current: readonly SkillCandidate[] | undefined;

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
    await updateIndex(index, corpus, signal);
    current = corpus;
  }

  return {
    match,
    snapshot: () => (updates.busy || index.documents.count === 0 ? undefined : writeSnapshot(index)),
    restore: (snapshot) => {
      if (!updates.busy && index.documents.count === 0) index = readSnapshot(snapshot) ?? index;
    },
  };
}
