import { bestFirst } from "./best-first.ts";
import { joinSnapshots, splitSnapshots } from "./joined-snapshots.ts";
import { resolveMatchOptions } from "./resolve-match-options.ts";
import type { SkillCandidate, SkillMatch, SkillMatcher, SkillMatchOptions } from "./skill-matcher.ts";

export interface HybridMatcherOptions {
  /** How much ranks below the first still count: higher is more. Default 10. */
  readonly k?: number;
  /** One weight per matcher. Default 1 each. */
  readonly weights?: readonly number[];
  /** How many matches to ask each matcher for, at least. Default 100. */
  readonly depth?: number;
  /** Is told of a matcher that failed, and the others go on without it. Without this, one failure fails the match. */
  readonly onFailure?: (error: unknown, index: number) => void;
}

/**
 * Several matchers as one, by reciprocal rank fusion: a skill earns weight / (k + rank) from each. The score is its share of
 * what a skill earns that all of them rank first.
 */
export function hybridMatcher(matchers: readonly SkillMatcher[], options: HybridMatcherOptions = {}): SkillMatcher {
  const { k = 10, weights = matchers.map(() => 1), depth = 100, onFailure } = options;
  if (matchers.length === 0) throw new RangeError("A hybrid needs at least one matcher.");
  if (!(k >= 0)) throw new RangeError(`k must be 0 or more, and is ${k}.`);
  if (!(depth >= 1)) throw new RangeError(`depth must be 1 or more, and is ${depth}.`);
  if (weights.length !== matchers.length || !weights.every((weight) => weight > 0 && weight < Infinity)) {
    throw new RangeError("weights must be positive numbers, one per matcher.");
  }

  async function ask(
    query: string,
    corpus: readonly SkillCandidate[],
    inner: SkillMatchOptions,
  ): Promise<(readonly SkillMatch[] | undefined)[]> {
    const asked = matchers.map(async (matcher) => matcher.match(query, corpus, inner));
    if (onFailure === undefined) return Promise.all(asked);
    const answers = await Promise.allSettled(asked);
    inner.signal?.throwIfAborted();
    const failed = answers.filter((answer) => answer.status === "rejected");
    if (failed.length === answers.length) throw failed[0]?.reason;
    return answers.map((answer, index) => {
      if (answer.status === "fulfilled") return answer.value;
      onFailure(answer.reason, index);
      return undefined;
    });
  }

  return {
    async match(query, corpus, matchOptions = {}) {
      const { topK, threshold } = resolveMatchOptions(matchOptions);
      const { signal } = matchOptions;
      signal?.throwIfAborted();
      if (topK === 0) return [];
      const inner = { topK: Math.max(topK, depth), ...(signal === undefined ? {} : { signal }) };
      const rankings = await ask(query, corpus, inner);
      const matches = fuse(rankings, weights, k).filter(({ score }) => score >= threshold);
      return bestFirst(matches, topK, (left, right) =>
        left.score === right.score ? left.id < right.id : left.score > right.score,
      );
    },
    snapshot: () => joinSnapshots(matchers.map((matcher) => matcher.snapshot?.())),
    restore: (snapshot) => {
      for (const [index, part] of splitSnapshots(snapshot, matchers.length).entries()) {
        if (part.length > 0) matchers[index]?.restore?.(part);
      }
    },
  };
}

function fuse(
  rankings: readonly (readonly SkillMatch[] | undefined)[],
  weights: readonly number[],
  k: number,
): SkillMatch[] {
  const sums = new Map<string, number>();
  let most = 0;
  for (const [index, ranking] of rankings.entries()) {
    if (ranking === undefined) continue;
    const weight = weights[index] ?? 1;
    most += weight / (k + 1);
    for (const [place, { id }] of ranking.entries()) sums.set(id, (sums.get(id) ?? 0) + weight / (k + place + 1));
  }
  return Array.from(sums, ([id, sum]) => ({ id, score: Math.min(1, sum / most) }));
}
