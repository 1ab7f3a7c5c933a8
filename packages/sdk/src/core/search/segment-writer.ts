import type { Pacer } from "./pacer.ts";
import type { PostingSegment } from "./posting-segment.ts";

const FIRST_CAPACITY = 1 << 12;
const POSTINGS_PER_CHECK = 1 << 15;

/** Collects the postings of documents one after another, and turns them into a segment. */
export class SegmentWriter {
  #terms = new Uint32Array(FIRST_CAPACITY);
  #freqs = new Uint16Array(FIRST_CAPACITY);
  #docs = new Uint32Array(FIRST_CAPACITY);
  #size = 0;
  #dead = 0;

  get size(): number {
    return this.#size;
  }

  /** Postings already here whose document was removed. */
  bury(count: number): void {
    this.#dead += count;
  }

  /** Adds the first `count` of `terms`, with `counts` by term, and sets those counts to 0. */
  add(doc: number, terms: Uint32Array, count: number, counts: Uint16Array): void {
    while (this.#size + count > this.#terms.length) this.#grow();
    let at = this.#size;
    for (let index = 0; index < count; index++, at++) {
      const term = terms[index] as number;
      this.#terms[at] = term;
      this.#docs[at] = doc;
      this.#freqs[at] = counts[term] as number;
      counts[term] = 0;
    }
    this.#size = at;
  }

  /** Everything so far as a segment, grouped by term with documents in order: a counting sort. */
  async flush(vocabulary: number, firstDoc: number, endDoc: number, pacer: Pacer): Promise<PostingSegment> {
    const size = this.#size;
    const places = new Uint32Array(vocabulary);
    for (let from = 0; from < size; from += POSTINGS_PER_CHECK) {
      if (pacer.due()) await pacer.pause();
      this.#countTerms(from, Math.min(size, from + POSTINGS_PER_CHECK), places);
    }
    const { terms, offsets } = placeTerms(places, size);
    const docs = new Uint32Array(size);
    const freqs = new Uint16Array(size);
    for (let from = 0; from < size; from += POSTINGS_PER_CHECK) {
      if (pacer.due()) await pacer.pause();
      this.#placePostings(from, Math.min(size, from + POSTINGS_PER_CHECK), places, docs, freqs);
    }
    const dead = this.#dead;
    this.#size = 0;
    this.#dead = 0;
    return { terms, offsets, docs, freqs, firstDoc, endDoc, dead };
  }

  #countTerms(from: number, end: number, counts: Uint32Array): void {
    const terms = this.#terms;
    for (let at = from; at < end; at++) {
      const term = terms[at] as number;
      counts[term] = (counts[term] as number) + 1;
    }
  }

  #placePostings(from: number, end: number, places: Uint32Array, docs: Uint32Array, freqs: Uint16Array): void {
    const terms = this.#terms;
    for (let at = from; at < end; at++) {
      const term = terms[at] as number;
      const to = places[term] as number;
      places[term] = to + 1;
      docs[to] = this.#docs[at] as number;
      freqs[to] = this.#freqs[at] as number;
    }
  }

  #grow(): void {
    const capacity = this.#terms.length * 2;
    const terms = new Uint32Array(capacity);
    terms.set(this.#terms);
    const docs = new Uint32Array(capacity);
    docs.set(this.#docs);
    const freqs = new Uint16Array(capacity);
    freqs.set(this.#freqs);
    this.#terms = terms;
    this.#docs = docs;
    this.#freqs = freqs;
  }
}

/** Terms that occur, and where their postings begin; the counts become those places. */
function placeTerms(counts: Uint32Array, size: number): { terms: Uint32Array; offsets: Uint32Array } {
  let distinct = 0;
  for (let term = 0; term < counts.length; term++) if (counts[term] !== 0) distinct++;
  const terms = new Uint32Array(distinct);
  const offsets = new Uint32Array(distinct + 1);
  let place = 0;
  let index = 0;
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term] as number;
    if (count === 0) continue;
    terms[index] = term;
    offsets[index++] = place;
    counts[term] = place;
    place += count;
  }
  offsets[distinct] = size;
  return { terms, offsets };
}
