import type { Pacer } from "./pacer.ts";
import type { PostingSegment } from "./posting-segment.ts";

const POSTINGS_PER_CHECK = 1 << 14;

const NO_TERM = 0xffff_ffff;

/** One segment out of neighbours, without the documents that are gone; `renumber` gives the others new numbers. */
export async function mergeSegments(
  segments: readonly PostingSegment[],
  alive: Uint8Array,
  renumber: Uint32Array | undefined,
  pacer: Pacer,
): Promise<PostingSegment> {
  const size = segments.reduce((sum, { docs, dead }) => sum + docs.length - dead, 0);
  const most = segments.reduce((sum, { terms }) => sum + terms.length, 0);
  const terms = new Uint32Array(most);
  const offsets = new Uint32Array(most + 1);
  const docs = new Uint32Array(size);
  const freqs = new Uint16Array(size);
  const heads = segments.map(() => 0);
  let at = 0;
  let distinct = 0;
  let read = 0;
  for (;;) {
    const term = lowestTerm(segments, heads);
    if (term === NO_TERM) break;
    const start = at;
    for (let index = 0; index < segments.length; index++) {
      const segment = segments[index] as PostingSegment;
      const head = heads[index] as number;
      if (segment.terms[head] !== term) continue;
      heads[index] = head + 1;
      const from = segment.offsets[head] as number;
      const end = segment.offsets[head + 1] as number;
      read += end - from;
      at = copyPostings(segment, from, end, alive, renumber, docs, freqs, at);
    }
    if (at > start) {
      terms[distinct] = term;
      offsets[distinct++] = start;
    }
    if (read < POSTINGS_PER_CHECK) continue;
    read = 0;
    if (pacer.due()) await pacer.pause();
  }
  offsets[distinct] = at;
  const range = docRange(segments, alive, renumber);
  return { terms: terms.slice(0, distinct), offsets: offsets.slice(0, distinct + 1), docs, freqs, ...range, dead: 0 };
}

function copyPostings(
  segment: PostingSegment,
  from: number,
  end: number,
  alive: Uint8Array,
  renumber: Uint32Array | undefined,
  docs: Uint32Array,
  freqs: Uint16Array,
  to: number,
): number {
  let at = to;
  for (let index = from; index < end; index++) {
    const doc = segment.docs[index] as number;
    if (alive[doc] === 0) continue;
    docs[at] = renumber === undefined ? doc : (renumber[doc] as number);
    freqs[at++] = segment.freqs[index] as number;
  }
  return at;
}

function lowestTerm(segments: readonly PostingSegment[], heads: readonly number[]): number {
  let lowest = NO_TERM;
  for (let index = 0; index < segments.length; index++) {
    const term = segments[index]?.terms[heads[index] as number] ?? NO_TERM;
    if (term < lowest) lowest = term;
  }
  return lowest;
}

function docRange(
  segments: readonly PostingSegment[],
  alive: Uint8Array,
  renumber: Uint32Array | undefined,
): { firstDoc: number; endDoc: number } {
  let firstDoc = segments[0]?.firstDoc ?? 0;
  let endDoc = segments.at(-1)?.endDoc ?? 0;
  while (firstDoc < endDoc && alive[firstDoc] === 0) firstDoc++;
  while (endDoc > firstDoc && alive[endDoc - 1] === 0) endDoc--;
  if (renumber === undefined || firstDoc === endDoc) return { firstDoc, endDoc };
  return { firstDoc: renumber[firstDoc] as number, endDoc: (renumber[endDoc - 1] as number) + 1 };
}
