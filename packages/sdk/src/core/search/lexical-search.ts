import { FieldScorer } from "./field-scorer.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { findDoc, findTerm, type PostingSegment } from "./posting-segment.ts";
import { queryTerms } from "./query-terms.ts";
import type { LexicalWeights } from "./resolve-lexical-options.ts";
import { ScoreSums } from "./score-sums.ts";
import type { SkillMatch } from "./skill-matcher.ts";

const MOST_TERMS = 64;
// Sums and their bounds are added up in different orders; a little slack makes up for the last bits.
const SLACK = 1.000_001;
const LOOKUP_COST = 16;

interface PostingRange {
  readonly segment: PostingSegment;
  readonly start: number;
  readonly end: number;
}

interface ScoredTerm {
  readonly weight: number;
  readonly ranges: readonly PostingRange[];
}

/**
 * BM25F, one term after another, rarest first. The work is that of the postings looked at: once no other document can be
 * among the best, only those that still can are looked up.
 */
export class LexicalSearch {
  /** Postings looked at by the last search. */
  touched = 0;
  readonly #weights: LexicalWeights;
  readonly #sums = new ScoreSums();

  constructor(weights: LexicalWeights) {
    this.#weights = weights;
  }

  search(index: LexicalIndex, query: string, topK: number, threshold: number): SkillMatch[] {
    this.touched = 0;
    const { documents } = index;
    if (documents.count === 0) return [];
    const { terms, name } = queryTerms(query, (term) => this.#frequency(rangesOf(index, term), index) > 0);
    if (terms.size === 0) return [];
    const { scored, total } = this.#resolve(index, terms);
    this.#sums.reserve(documents.alive.length);
    try {
      this.#addUp(index, scored, topK, threshold * total);
      this.#raiseName(index, name, total);
      return this.#best(documents.ids, topK, threshold, total);
    } finally {
      this.#sums.clear();
    }
  }

  /** Terms with their postings, rarest first, and the sum that a document cannot pass. */
  #resolve(index: LexicalIndex, terms: ReadonlyMap<string, number>): { scored: ScoredTerm[]; total: number } {
    const { count } = index.documents;
    const all = Array.from(terms, ([term, times]) => {
      const ranges = rangesOf(index, term);
      const frequency = this.#frequency(ranges, index);
      const rarity = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
      return { weight: rarity * (1 + Math.log(times)), ranges };
    });
    // Sorting is stable: terms of equal weight stay in the order of the query, whatever the index went through.
    const kept = all.sort((left, right) => right.weight - left.weight).slice(0, MOST_TERMS);
    return {
      scored: kept.filter(({ ranges }) => ranges.length > 0),
      total: kept.reduce((sum, { weight }) => sum + weight, 0),
    };
  }

  /** Living documents in ranges. */
  #frequency(ranges: readonly PostingRange[], { documents: { alive } }: LexicalIndex): number {
    let count = 0;
    for (const { segment, start, end } of ranges) {
      if (segment.dead === 0) count += end - start;
      else {
        this.touched += end - start;
        for (let at = start; at < end; at++) count += alive[segment.docs[at] as number] as number;
      }
    }
    return count;
  }

  /** Sums of all documents that can be among the best. */
  #addUp(index: LexicalIndex, terms: readonly ScoredTerm[], topK: number, least: number): void {
    const sums = this.#sums;
    const scorer = new FieldScorer(this.#weights, index.documents);
    let left = terms.reduce((sum, { weight }) => sum + weight, 0) * SLACK;
    let open = true;
    for (const { weight, ranges } of terms) {
      const postings = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      if (postings > sums.count >> 2) {
        const bar = Math.max(least, sums.reachedBy(Math.min(topK, sums.count + 1))) / SLACK;
        if (bar > left) open = false;
        if (!open) sums.drop(bar - left);
      }
      left -= weight;
      if (!open && sums.count * LOOKUP_COST < postings) this.#lookUp(ranges, weight, scorer);
      else for (const range of ranges) this.#scan(range, weight, scorer, open ? index.documents.alive : undefined);
    }
  }

  /** Adds a term for every document in a range, or without `alive` for those that have a sum. */
  #scan(
    { segment, start, end }: PostingRange,
    weight: number,
    scorer: FieldScorer,
    alive: Uint8Array | undefined,
  ): void {
    const sums = this.#sums;
    const { docs, freqs, dead } = segment;
    this.touched += end - start;
    for (let at = start; at < end; at++) {
      const doc = docs[at] as number;
      const gain = weight * scorer.score(doc, freqs[at] as number);
      if (alive === undefined) sums.raise(doc, gain);
      else if (dead === 0 || alive[doc] === 1) sums.add(doc, gain);
    }
  }

  /** Adds a term for the documents that have a sum. */
  #lookUp(ranges: readonly PostingRange[], weight: number, scorer: FieldScorer): void {
    const sums = this.#sums;
    for (const { segment, start, end } of ranges) {
      for (let place = 0; place < sums.count; place++) {
        const doc = sums.docs[place] as number;
        if (doc < segment.firstDoc || doc >= segment.endDoc) continue;
        this.touched++;
        const at = findDoc(segment.docs, doc, start, end);
        if (at >= 0) sums.raise(doc, weight * scorer.score(doc, segment.freqs[at] as number));
      }
    }
  }

  /** A skill whose name is the query fits as well as can be. */
  #raiseName(index: LexicalIndex, name: string | undefined, total: number): void {
    if (name === undefined) return;
    for (const { segment, start, end } of rangesOf(index, name)) {
      for (let at = start; at < end; at++) {
        const doc = segment.docs[at] as number;
        if (index.documents.alive[doc] === 1) this.#sums.set(doc, total);
      }
    }
  }

  #best(ids: readonly string[], topK: number, threshold: number, total: number): SkillMatch[] {
    const sums = this.#sums;
    // Sums that differ in the last bit may be equal as scores, and then go by id.
    if (topK < sums.count) sums.drop(sums.reachedBy(topK) / SLACK);
    const matches: SkillMatch[] = [];
    for (let place = 0; place < sums.count; place++) {
      const doc = sums.docs[place] as number;
      const score = Math.min(1, sums.get(doc) / total);
      if (score >= threshold) matches.push({ id: ids[doc] as string, score });
    }
    matches.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
    return matches.length > topK ? matches.slice(0, topK) : matches;
  }
}

function rangesOf({ dictionary, segments }: LexicalIndex, text: string): PostingRange[] {
  const term = dictionary.terms.find(text);
  if (term === undefined) return [];
  return segments.flatMap((segment) => {
    const at = findTerm(segment, term);
    if (at < 0) return [];
    return [{ segment, start: segment.offsets[at] as number, end: segment.offsets[at + 1] as number }];
  });
}
