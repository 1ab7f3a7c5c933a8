import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { checksum } from "./checksum.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { findTerm, type PostingSegment } from "./posting-segment.ts";

const MAGIC = 0x5854_4353;
/** Another number whenever the layout changes, or the way in which texts become terms. */
const VERSION = 1;
const HEADER_BYTES = 12;
const DOCUMENT_BYTES = 6;
const TERM_BYTES = 3;
const POSTING_BYTES = 2;

/**
 * The living part of an index. Header: magic, version, checksum of the rest (4 bytes each). Then documents (id, revision,
 * postings, lengths) and terms (text, postings as steps between documents with packed counts), all LEB128.
 */
export function writeSnapshot({ documents, dictionary, segments }: LexicalIndex): Uint8Array {
  const writer = new ByteWriter();
  for (const word of [MAGIC, VERSION, 0]) writer.word(word);
  const { table, numbers } = documents.renumbered();
  writer.number(table.end);
  for (let doc = 0; doc < table.end; doc++) {
    const { name, description, body } = table.lengths(doc);
    writer.text(table.ids[doc] as string);
    writer.text(table.revisions[doc] as string);
    for (const value of [table.sizes[doc] as number, name, description, body]) writer.number(value);
  }
  const living = segments.reduce((sum, { docs, dead }) => sum + docs.length - dead, 0);
  writer.number(living);
  for (let term = 0; term < dictionary.terms.size; term++) {
    const places = segments.map((segment) => findTerm(segment, term));
    const postings = (each: (doc: number, freq: number) => void): void => {
      for (const [index, segment] of segments.entries()) {
        const place = places[index] as number;
        if (place < 0) continue;
        const end = segment.offsets[place + 1] as number;
        for (let at = segment.offsets[place] as number; at < end; at++) {
          const doc = segment.docs[at] as number;
          if (documents.alive[doc] === 1) each(numbers[doc] as number, segment.freqs[at] as number);
        }
      }
    };
    let count = 0;
    postings(() => count++);
    if (count === 0) continue;
    writer.text(dictionary.terms.term(term));
    writer.number(count);
    let last = 0;
    postings((doc, freq) => {
      writer.number(doc - last);
      writer.number(freq);
      last = doc;
    });
  }
  const { bytes } = writer;
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(8, checksum(bytes.subarray(HEADER_BYTES)), true);
  return bytes.slice();
}

/** The index that was written; undefined for anything that is not a whole snapshot of this version. */
export function readSnapshot(bytes: Uint8Array): LexicalIndex | undefined {
  try {
    const header = new ByteReader(bytes.subarray(0, HEADER_BYTES));
    if (header.word() !== MAGIC || header.word() !== VERSION) return undefined;
    const rest = bytes.subarray(HEADER_BYTES);
    return header.word() === checksum(rest) ? readIndex(new ByteReader(rest)) : undefined;
  } catch {
    return undefined;
  }
}

function readIndex(reader: ByteReader): LexicalIndex {
  const index = new LexicalIndex();
  const { documents, dictionary } = index;
  const count = reader.count(DOCUMENT_BYTES);
  for (let doc = 0; doc < count; doc++) {
    const [id, revision] = [reader.text(), reader.text()];
    check(documents.find(id) === undefined);
    const [size, name, description, body] = [reader.number(), reader.number(), reader.number(), reader.number()];
    documents.add(id, revision, { name, description, body }, size);
  }
  const docs = new Uint32Array(reader.count(POSTING_BYTES));
  const freqs = new Uint16Array(docs.length);
  const offsets: number[] = [];
  let at = 0;
  while (reader.left >= TERM_BYTES) {
    check(dictionary.terms.intern(reader.text()) === offsets.length);
    offsets.push(at);
    const end = at + reader.count(POSTING_BYTES);
    check(end > at && end <= docs.length);
    at = readPostings(reader, at, end, docs, freqs, count);
  }
  check(at === docs.length && reader.left === 0);
  const sizes = new Uint32Array(count);
  for (const doc of docs) sizes[doc] = (sizes[doc] as number) + 1;
  check(sizes.every((size, doc) => size === documents.sizes[doc]));
  const segment: PostingSegment = {
    terms: Uint32Array.from(offsets.keys()),
    offsets: Uint32Array.from([...offsets, at]),
    docs,
    freqs,
    firstDoc: 0,
    endDoc: count,
    dead: 0,
  };
  if (docs.length > 0) index.segments.push(segment);
  return index;
}

function readPostings(
  reader: ByteReader,
  start: number,
  end: number,
  docs: Uint32Array,
  freqs: Uint16Array,
  count: number,
): number {
  let doc = 0;
  for (let at = start; at < end; at++) {
    const step = reader.number();
    const freq = reader.number();
    doc += step;
    check(doc < count && (step > 0 || at === start) && freq > 0 && freq <= 0xffff);
    docs[at] = doc;
    freqs[at] = freq;
  }
  return end;
}

function check(holds: boolean): void {
  if (!holds) throw new RangeError("Not what a snapshot says.");
}
