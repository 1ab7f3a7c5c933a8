import type { PostingSegment } from "./posting-segment.ts";

const FIRST_CAPACITY = 1 << 12;

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
  flush(vocabulary: number, firstDoc: number, endDoc: number): PostingSegment {
    const size = this.#size;
    const places = new Uint32Array(vocabulary);
    let distinct = 0;
    for (let at = 0; at < size; at++) {
      const term = this.#terms[at] as number;
      const count = places[term] as number;
      if (count === 0) distinct++;
      places[term] = count + 1;
    }
    const terms = new Uint32Array(distinct);
    const offsets = new Uint32Array(distinct + 1);
    let place = 0;
    let index = 0;
    for (let term = 0; term < vocabulary; term++) {
      const count = places[term] as number;
      if (count === 0) continue;
      terms[index] = term;
      offsets[index++] = place;
      places[term] = place;
      place += count;
    }
    offsets[distinct] = size;
    const docs = new Uint32Array(size);
    const freqs = new Uint16Array(size);
    for (let at = 0; at < size; at++) {
      const term = this.#terms[at] as number;
      const to = places[term] as number;
      places[term] = to + 1;
      docs[to] = this.#docs[at] as number;
      freqs[to] = this.#freqs[at] as number;
    }
    const dead = this.#dead;
    this.#size = 0;
    this.#dead = 0;
    return { terms, offsets, docs, freqs, firstDoc, endDoc, dead };
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
