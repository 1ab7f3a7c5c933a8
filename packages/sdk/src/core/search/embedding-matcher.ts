import { bestFirst } from "./best-first.ts";
import { type Embed, embedTexts } from "./embed-texts.ts";
import { type EmbeddingCache, EmbeddingStore } from "./embedding-store.ts";
import { Pacer } from "./pacer.ts";
import { resolveMatchOptions } from "./resolve-match-options.ts";
import { SharedRun } from "./shared-run.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher } from "./skill-matcher.ts";

const ROWS_PER_CHECK = 2_048;

export interface EmbeddingMatcherOptions {
  /** Where vectors outlive the process, by the SHA-256 of what was embedded; a `Map` will do. One model to a cache. */
  readonly cache?: EmbeddingCache;
  /** Most texts per call of `embed`. Default 64. */
  readonly batchSize?: number;
}

/**
 * Ranks skills by the cosine of their vectors with the query's; what points away counts as 0, and 0 is no match. A skill is
 * embedded once per content: its name, its description and the beginning of its body.
 */
export function embeddingMatcher(embed: Embed, options: EmbeddingMatcherOptions = {}): SkillMatcher {
  const { cache, batchSize = 64 } = options;
  if (!(batchSize >= 1)) throw new RangeError(`batchSize must be 1 or more, and is ${batchSize}.`);
  const store = new EmbeddingStore(embed, cache, Math.floor(batchSize));
  const updates = new SharedRun();
  let current: readonly SkillCandidate[] | undefined;

  async function update(corpus: readonly SkillCandidate[], signal: AbortSignal): Promise<void> {
    if (current === corpus) return;
    await store.update(corpus, signal);
    current = corpus;
  }

  return {
    async match(query, corpus, matchOptions = {}) {
      const { topK, threshold } = resolveMatchOptions(matchOptions);
      const { signal } = matchOptions;
      signal?.throwIfAborted();
      if (topK === 0 || query.trim() === "" || corpus.length === 0) return [];
      let vector: Float32Array | undefined;
      if (cache !== undefined && store.dimension === undefined) {
        [vector] = await embedTexts(embed, [query], undefined, signal);
        store.dimension ??= vector?.length;
      }
      while (current !== corpus || updates.busy) await updates.join(corpus, (stop) => update(corpus, stop), signal);
      // A later update replaces the rows and leaves these as they are.
      const { rows, dimension } = store;
      if (rows.size === 0) return [];
      if (vector?.length !== dimension) [vector] = await embedTexts(embed, [query], dimension, signal);
      const matches = vector === undefined ? [] : await compare(vector, rows, threshold, signal);
      return bestFirst(matches, topK, (left, right) =>
        left.score === right.score ? left.id < right.id : left.score > right.score,
      );
    },
  };
}

async function compare(
  query: Float32Array,
  rows: ReadonlyMap<string, { readonly vector: Float32Array }>,
  threshold: number,
  signal: AbortSignal | undefined,
): Promise<SkillMatch[]> {
  const pacer = new Pacer(signal);
  const matches: SkillMatch[] = [];
  let count = 0;
  for (const [id, { vector }] of rows) {
    if (++count % ROWS_PER_CHECK === 0 && pacer.due()) await pacer.pause();
    let product = 0;
    for (let at = 0; at < query.length; at++) product += (query[at] as number) * (vector[at] as number);
    const score = Math.min(1, product);
    if (score > 0 && score >= threshold) matches.push({ id, score });
  }
  return matches;
}
