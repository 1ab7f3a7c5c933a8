import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { checksum } from "./checksum.ts";
import type { DocumentTable } from "./document-table.ts";
import { LexicalIndex } from "./lexical-index.ts";
import type { PostingSegment } from "./posting-segment.ts";

const MAGIC = 0x5854_4353;
/** Another number whenever the layout changes, or the way in which texts become terms. */
const VERSION = 2;
/** Instead of it where bodies were left out: neither index will do for the other. */
const VERSION_WITHOUT_BODIES = VERSION | 0x8000_0000;
const HEADER_BYTES = 12;
const DOCUMENT_BYTES = 6;
const TERM_BYTES = 3;
const POSTING_BYTES = 2;

/**
 * The living part of an index. Header: magic, version, checksum of the rest (4 bytes each). Then documents (id, revision,
 * postings, lengths) and terms (text, postings as steps between documents with packed counts), all LEB128.
 */
export function writeSnapshot(
  { documents, dictionary: { terms }, segments }: LexicalIndex,
  bodies: boolean,
): Uint8Array {
  const writer = new ByteWriter();
  for (const word of [MAGIC, version(bodies), 0]) writer.word(word);
  const numbers = writeDocuments(writer, documents);
  writer.number(segments.reduce((sum, { docs, dead }) => sum + docs.length - dead, 0));
  // Terms ascend in each segment: one look at each is enough.
  const heads = new Uint32Array(segments.length);
  for (let term = 0; term < terms.size; term++) {
    let count = 0;
    for (let index = 0; index < heads.length; index++) {
      count += livingPostings(segments[index] as PostingSegment, heads[index] as number, term, documents.alive);
    }
    if (count > 0) {
      writer.units(terms.units, terms.start(term), terms.start(term + 1));
      writer.number(count);
    }
    let last = 0;
    for (let index = 0; index < heads.length; index++) {
      const segment = segments[index] as PostingSegment;
      const head = heads[index] as number;
      if (segment.terms[head] !== term) continue;
      heads[index] = head + 1;
      last = writePostings(writer, segment, head, documents.alive, numbers, last);
    }
  }
  const { bytes } = writer;
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(8, checksum(bytes.subarray(HEADER_BYTES)), true);
  return bytes.slice();
}

/** Living documents; the number that each has in the snapshot. */
function writeDocuments(writer: ByteWriter, documents: DocumentTable): Uint32Array {
  const numbers = new Uint32Array(documents.end);
  writer.number(documents.count);
  let next = 0;
  for (let doc = 0; doc < documents.end; doc++) {
    if (documents.alive[doc] === 0) continue;
    numbers[doc] = next++;
    const { name, description, body } = documents.lengths(doc);
    writer.text(documents.ids[doc] as string);
    writer.text(documents.revisions[doc] as string);
    for (const value of [documents.sizes[doc] as number, name, description, body]) writer.number(value);
  }
  return numbers;
}

/** How many living documents have the term, if it is at that place of the segment. */
function livingPostings(segment: PostingSegment, place: number, term: number, alive: Uint8Array): number {
  if (segment.terms[place] !== term) return 0;
  const start = segment.offsets[place] as number;
  const end = segment.offsets[place + 1] as number;
  if (segment.dead === 0) return end - start;
  let count = 0;
  for (let at = start; at < end; at++) count += alive[segment.docs[at] as number] as number;
  return count;
}

function writePostings(
  writer: ByteWriter,
  { offsets, docs, freqs }: PostingSegment,
  place: number,
  alive: Uint8Array,
  numbers: Uint32Array,
  previous: number,
): number {
  let last = previous;
  const end = offsets[place + 1] as number;
  for (let at = offsets[place] as number; at < end; at++) {
    const doc = docs[at] as number;
    if (alive[doc] === 0) continue;
    const number = numbers[doc] as number;
    writer.number(number - last);
    writer.number(freqs[at] as number);
    last = number;
  }
  return last;
}

function version(bodies: boolean): number {
  return (bodies ? VERSION : VERSION_WITHOUT_BODIES) >>> 0;
}

/** The index that was written; undefined for anything that is not a whole snapshot of this version. */
export function readSnapshot(bytes: Uint8Array, bodies: boolean): LexicalIndex | undefined {
  try {
    const header = new ByteReader(bytes.subarray(0, HEADER_BYTES));
    if (header.word() !== MAGIC || header.word() !== version(bodies)) return undefined;
    const rest = bytes.subarray(HEADER_BYTES);
    return header.word() === checksum(rest) ? readIndex(new ByteReader(rest)) : undefined;
  } catch {
    return undefined;
  }
}

function readIndex(reader: ByteReader): LexicalIndex {
  const index = new LexicalIndex();
  const {
    documents,
    dictionary: { terms },
  } = index;
  const count = reader.count(DOCUMENT_BYTES);
  for (let doc = 0; doc < count; doc++) {
    const [id, revision] = [reader.text(), reader.text()];
    check(documents.find(id) === undefined);
    const [size, name, description, body] = [reader.number(), reader.number(), reader.number(), reader.number()];
    documents.add(id, revision, { name, description, body }, size);
  }
  const docs = new Uint32Array(reader.count(POSTING_BYTES));
  const freqs = new Uint16Array(docs.length);
  const sizes = new Uint32Array(count);
  const offsets: number[] = [];
  let at = 0;
  while (reader.left >= TERM_BYTES) {
    const length = reader.count(1);
    const start = terms.reserve(length);
    reader.units(terms.units, start, start + length);
    check(terms.keep(start + length) === offsets.length);
    offsets.push(at);
    const end = at + reader.count(POSTING_BYTES);
    check(end > at && end <= docs.length);
    reader.pairs(docs, freqs, at, end);
    checkPostings(docs, freqs, at, end, sizes);
    at = end;
  }
  check(at === docs.length && reader.left === 0);
  const ids = new Uint32Array(offsets.length);
  for (let term = 0; term < ids.length; term++) ids[term] = term;
  offsets.push(at);
  check(sizes.every((size, doc) => size === documents.sizes[doc]));
  const segment: PostingSegment = {
    terms: ids,
    offsets: new Uint32Array(offsets),
    docs,
    freqs,
    firstDoc: 0,
    endDoc: count,
    dead: 0,
  };
  if (docs.length > 0) index.segments.push(segment);
  return index;
}

/** Steps between documents as documents. */
function checkPostings(docs: Uint32Array, freqs: Uint16Array, start: number, end: number, sizes: Uint32Array): void {
  let doc = 0;
  for (let at = start; at < end; at++) {
    const step = docs[at] as number;
    doc += step;
    check(doc < sizes.length && (step > 0 || at === start) && freqs[at] !== 0);
    docs[at] = doc;
    sizes[doc] = (sizes[doc] as number) + 1;
  }
}

function check(holds: boolean): void {
  if (!holds) throw new RangeError("Not what a snapshot says.");
}
