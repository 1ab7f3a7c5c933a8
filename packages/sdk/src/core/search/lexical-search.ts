import { bestFirst } from "./best-first.ts";
import { BODY_MASK, DESCRIPTION_MASK, DESCRIPTION_SHIFT, NAME_SHIFT } from "./field-layout.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { findDoc, findTerm, type PostingSegment } from "./posting-segment.ts";
import { queryTerms } from "./query-terms.ts";
import type { LexicalWeights } from "./resolve-lexical-options.ts";
import type { SkillMatch } from "./skill-matcher.ts";

const MOST_TERMS = 64;

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
 * BM25F, one term after another, rarest first. The work is that of the postings looked at: sums are kept per document and
 * taken back afterwards by a list of those touched, and once no other document can be among the best, only those that
 * still can are looked up.
 */
export class LexicalSearch {
  /** Postings looked at by the last search. */
  touched = 0;
  readonly #weights: LexicalWeights;
  #sums = new Float64Array(0);

  constructor(weights: LexicalWeights) {
    this.#weights = weights;
  }

  search(index: LexicalIndex, query: string, topK: number, threshold: number): SkillMatch[] {
    this.touched = 0;
    const { documents, dictionary } = index;
    if (this.#sums.length < documents.end) this.#sums = new Float64Array(documents.alive.length);
    const { terms, name } = queryTerms(query, dictionary);
    if (terms.size === 0 || documents.count === 0) return [];
    const { scored, total } = this.#resolve(index, terms);
    const found = this.#sum(index, scored, topK, threshold * total);
    this.#raiseName(index, name, total, found);
    const { ids } = documents;
    const sums = this.#sums;
    const enough = threshold > 0 ? found.filter((doc) => (sums[doc] as number) / total >= threshold) : found;
    const best = bestFirst(enough, topK, (left, right) => {
      const difference = (sums[left] as number) - (sums[right] as number);
      return difference === 0 ? (ids[left] as string) < (ids[right] as string) : difference > 0;
    });
    const matches = best.map((doc) => ({ id: ids[doc] as string, score: Math.min(1, (sums[doc] as number) / total) }));
    for (const doc of found) sums[doc] = 0;
    return matches;
  }

  /** Terms with their postings, rarest first, and the sum that a document cannot pass. */
  #resolve(index: LexicalIndex, terms: ReadonlyMap<string, number>): { scored: ScoredTerm[]; total: number } {
    const all = [...terms].map(([term, times]) => {
      const id = index.dictionary.find(term);
      const ranges = id === undefined ? [] : rangesOf(index, id);
      const frequency = ranges.reduce((sum, range) => sum + this.#living(index, range), 0);
      const { count } = index.documents;
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

  #living({ documents: { alive } }: LexicalIndex, { segment, start, end }: PostingRange): number {
    if (segment.dead === 0) return end - start;
    this.touched += end - start;
    let count = 0;
    for (let at = start; at < end; at++) count += alive[segment.docs[at] as number] as number;
    return count;
  }

  /** Sums for all documents that can be among the best; the list of them. */
  #sum(index: LexicalIndex, terms: readonly ScoredTerm[], topK: number, least: number): number[] {
    const scorer = this.#scorer(index);
    const { alive } = index.documents;
    let found: number[] = [];
    let left = terms.reduce((sum, { weight }) => sum + weight, 0);
    let open = true;
    for (const { weight, ranges } of terms) {
      const postings = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      // A little slack: the bound is a sum in another order than the sums it is compared with.
      const slack = left * 1.000_001;
      if (found.length > 0 && postings > found.length >> 2) {
        const bar = Math.max(least, found.length >= topK ? this.#kthBest(found, topK) : 0) * 0.999_999;
        if (bar > slack) open = false;
        if (!open) found = this.#drop(found, bar - slack);
      }
      left -= weight;
      if (open) for (const range of ranges) this.#addRange(range, weight, alive, scorer, found);
      else if (found.length * 16 < postings) for (const doc of found) this.#addOne(doc, ranges, weight, scorer);
      else for (const range of ranges) this.#raiseRange(range, weight, scorer);
    }
    return found;
  }

  #addRange(
    { segment, start, end }: PostingRange,
    weight: number,
    alive: Uint8Array,
    scorer: Scorer,
    found: number[],
  ): void {
    const sums = this.#sums;
    const { docs, freqs, dead } = segment;
    this.touched += end - start;
    for (let at = start; at < end; at++) {
      const doc = docs[at] as number;
      if (dead > 0 && alive[doc] === 0) continue;
      const gain = weight * scorer(doc, freqs[at] as number);
      if (gain === 0) continue;
      const sum = sums[doc] as number;
      if (sum === 0) found.push(doc);
      sums[doc] = sum + gain;
    }
  }

  #raiseRange({ segment: { docs, freqs }, start, end }: PostingRange, weight: number, scorer: Scorer): void {
    const sums = this.#sums;
    this.touched += end - start;
    for (let at = start; at < end; at++) {
      const doc = docs[at] as number;
      const sum = sums[doc] as number;
      if (sum > 0) sums[doc] = sum + weight * scorer(doc, freqs[at] as number);
    }
  }

  #addOne(doc: number, ranges: readonly PostingRange[], weight: number, scorer: Scorer): void {
    for (const { segment, start, end } of ranges) {
      if (doc < segment.firstDoc || doc >= segment.endDoc) continue;
      this.touched++;
      const at = findDoc(segment.docs, doc, start, end);
      if (at >= 0) this.#sums[doc] = (this.#sums[doc] as number) + weight * scorer(doc, segment.freqs[at] as number);
    }
  }

  #kthBest(found: readonly number[], count: number): number {
    const sums = this.#sums;
    const values = found.map((doc) => sums[doc] as number);
    return bestFirst(values, count, (left, right) => left > right).at(-1) ?? 0;
  }

  #drop(found: readonly number[], least: number): number[] {
    const sums = this.#sums;
    return found.filter((doc) => {
      if ((sums[doc] as number) >= least) return true;
      sums[doc] = 0;
      return false;
    });
  }

  /** A skill whose name is the query fits as well as can be. */
  #raiseName(index: LexicalIndex, name: string | undefined, total: number, found: number[]): void {
    const id = name === undefined ? undefined : index.dictionary.find(name);
    if (id === undefined) return;
    for (const { segment, start, end } of rangesOf(index, id)) {
      for (let at = start; at < end; at++) {
        const doc = segment.docs[at] as number;
        if (index.documents.alive[doc] === 0) continue;
        if (this.#sums[doc] === 0) found.push(doc);
        this.#sums[doc] = total;
      }
    }
  }

  /** How much of a term's weight a document earns, below 1. */
  #scorer({ documents }: LexicalIndex): Scorer {
    const { name, description, body, k1, b } = this.#weights;
    const { totals, count, names, descriptions, bodies } = documents;
    const slope = (sum: number, share: number): number => (share * count) / sum;
    const nameSlope = slope(totals.name, b.name);
    const descriptionSlope = slope(totals.description, b.description);
    const bodySlope = slope(totals.body, b.body);
    const nameBase = 1 - b.name;
    const descriptionBase = 1 - b.description;
    const bodyBase = 1 - b.body;
    return (doc, freq) => {
      const inBody = freq & BODY_MASK;
      let times = inBody === 0 ? 0 : (body * inBody) / (bodyBase + bodySlope * (bodies[doc] as number));
      if (freq > BODY_MASK) {
        const inDescription = (freq & DESCRIPTION_MASK) >> DESCRIPTION_SHIFT;
        times += (description * inDescription) / (descriptionBase + descriptionSlope * (descriptions[doc] as number));
        times += (name * (freq >> NAME_SHIFT)) / (nameBase + nameSlope * (names[doc] as number));
      }
      return times / (times + k1);
    };
  }
}

type Scorer = (doc: number, freq: number) => number;

function rangesOf({ segments }: LexicalIndex, term: number): PostingRange[] {
  return segments.flatMap((segment) => {
    const at = findTerm(segment, term);
    if (at < 0) return [];
    return [{ segment, start: segment.offsets[at] as number, end: segment.offsets[at + 1] as number }];
  });
}
