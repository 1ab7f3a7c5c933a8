/**
 * Postings that never change: for each term that occurs, the documents with it (ascending) and how often it is in each
 * field, packed by `field-layout.ts`. Documents are numbered through all segments; a segment holds a range of them.
 */
export interface PostingSegment {
  /** Ascending. */
  readonly terms: Uint32Array;
  /** Postings of `terms[i]` lie from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly freqs: Uint16Array;
  readonly firstDoc: number;
  /** One past the last. */
  readonly endDoc: number;
  /** Postings of documents that were removed since. */
  dead: number;
}

/** Place of a term in a segment, or -1. */
export function findTerm({ terms }: PostingSegment, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle] as number;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Place of a document among the postings from `low` to before `end`, or -1. */
export function findDoc(docs: Uint32Array, doc: number, start: number, end: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = docs[middle] as number;
    if (found === doc) return middle;
    if (found < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
