import { Dictionary, STOP } from "./dictionary.ts";
import { DocumentTable } from "./document-table.ts";
import { BODY, type Field } from "./field-layout.ts";
import { joinedWords } from "./joined-words.ts";
import { mergeSegments } from "./merge-segments.ts";
import { nameKey } from "./name-key.ts";
import type { Pacer } from "./pacer.ts";
import type { PostingSegment } from "./posting-segment.ts";
import { scanWords, type WordSink } from "./scan-words.ts";
import { SegmentWriter } from "./segment-writer.ts";

const FLUSH_POSTINGS = 1 << 18;
const MOST_MERGED_POSTINGS = 1 << 22;
const FEWEST_HOLES = 1024;
const TERMS_PER_CHECK = 4096;
const MOST_JOINED_WORDS = 3;

/**
 * An inverted index in segments: new documents gather in a writer, full writers become segments, small neighbours are
 * merged, removed documents are skipped until a merge drops them. Nothing here depends on the order of changes but the
 * numbers of documents and terms, so that scores are those of an index built afresh.
 */
export class LexicalIndex implements WordSink {
  dictionary: Dictionary = new Dictionary();
  documents: DocumentTable = new DocumentTable();
  segments: PostingSegment[] = [];
  readonly #writer = new SegmentWriter();
  #counts = new Uint16Array(1 << 12);
  #terms: Uint32Array = new Uint32Array(1 << 12);
  #termCount = 0;
  #length = 0;
  #mask = 0;
  #unit = 0;

  /** For `scanWords`. */
  get seed(): number {
    return this.dictionary.seed;
  }

  /** Counts the words of a text towards the document at hand; says how many there were. */
  addText(text: string, field: Field, start = 0, end: number = text.length): number {
    this.#length = 0;
    this.#mask = field.mask;
    this.#unit = field.unit;
    scanWords(text, this, start, end);
    return this.#length;
  }

  /** For `scanWords`. Stop words are kept in names and descriptions, for queries of nothing else. */
  word(text: string, start: number, end: number, hash: number, check: number): void {
    const answer = this.dictionary.lookUp(text, start, end, hash, check);
    if (answer >= STOP) {
      if (this.#mask !== BODY.mask) this.#count(answer - STOP);
    } else if (answer >= 0) {
      this.#length++;
      this.#count(answer);
    } else {
      const terms = this.dictionary.several(answer);
      this.#length += terms.length;
      for (let at = 0; at < terms.length; at++) this.#count(terms[at] as number);
    }
  }

  /** Right after the text of its name: makes the document at hand findable by all of it, also if written as one word. */
  addNameKey(name: string): void {
    const terms = Array.from(this.#terms.subarray(0, this.#termCount), (term) => this.dictionary.terms.term(term));
    const key = nameKey(terms);
    if (key !== undefined) this.#count(this.dictionary.terms.intern(key));
    const words: string[] = [];
    scanWords(name, { seed: 0, word: (text, start, end) => words.push(text.slice(start, end)) });
    const joined = words.length > MOST_JOINED_WORDS ? undefined : joinedWords(words);
    if (joined !== undefined) this.#count(this.dictionary.terms.intern(joined));
  }

  /** The document at hand is complete. */
  commit(id: string, revision: string, lengths: { name: number; description: number; body: number }): void {
    const doc = this.documents.add(id, revision, lengths, this.#termCount);
    this.#writer.add(doc, this.#terms, this.#termCount, this.#counts);
    this.#termCount = 0;
  }

  /** Forgets the document at hand. */
  discard(): void {
    for (let index = 0; index < this.#termCount; index++) this.#counts[this.#terms[index] as number] = 0;
    this.#termCount = 0;
  }

  remove(doc: number): void {
    const size = this.documents.sizes[doc] as number;
    const segment = this.segments.find(({ firstDoc, endDoc }) => doc >= firstDoc && doc < endDoc);
    if (segment === undefined) this.#writer.bury(size);
    else segment.dead += size;
    this.documents.remove(doc);
  }

  /** True when enough has gathered for a segment. */
  get full(): boolean {
    return this.#writer.size >= FLUSH_POSTINGS;
  }

  /** Turns what has gathered into a segment and keeps segments few. The index is whole at every pause. */
  async settle(pacer: Pacer): Promise<void> {
    if (this.#writer.size > 0) {
      const first = this.segments.at(-1)?.endDoc ?? 0;
      this.segments.push(await this.#writer.flush(this.dictionary.terms.size, first, this.documents.end, pacer));
    }
    for (;;) {
      const last = this.segments.at(-1);
      const previous = this.segments.at(-2);
      if (last === undefined || previous === undefined) return;
      const sizes = [living(previous), living(last)] as const;
      if (sizes[0] >= 2 * sizes[1] || sizes[0] + sizes[1] > MOST_MERGED_POSTINGS) return;
      const merged = await mergeSegments([previous, last], this.documents.alive, undefined, pacer);
      this.segments.splice(-2, 2, merged);
    }
  }

  /** Drops what removed documents left behind, once that is about as much as what is left. */
  async sweep(pacer: Pacer): Promise<void> {
    const holes = this.documents.end - this.documents.count;
    if (holes > FEWEST_HOLES && holes > this.documents.count) {
      const { table, numbers } = await this.documents.renumbered(pacer);
      const segments: PostingSegment[] = [];
      for (const segment of this.segments) {
        segments.push(await mergeSegments([segment], this.documents.alive, numbers, pacer));
      }
      this.dictionary = await withoutUnused(this.dictionary, segments, pacer);
      this.segments = segments;
      this.documents = table;
    }
    for (const [index, segment] of this.segments.entries()) {
      if (segment.dead <= living(segment)) continue;
      this.segments[index] = await mergeSegments([segment], this.documents.alive, undefined, pacer);
    }
    this.segments = this.segments.filter(({ docs }) => docs.length > 0);
  }

  #count(term: number): void {
    if (term >= this.#counts.length) this.#widen(term);
    const count = this.#counts[term] as number;
    if (count === 0) {
      if (this.#termCount === this.#terms.length) this.#terms = doubled(this.#terms);
      this.#terms[this.#termCount++] = term;
    }
    if ((count & this.#mask) !== this.#mask) this.#counts[term] = count + this.#unit;
  }

  #widen(term: number): void {
    const wider = new Uint16Array(Math.max(this.#counts.length * 2, term + 1));
    wider.set(this.#counts);
    this.#counts = wider;
  }
}

/** A dictionary of the terms in these segments, which get their new numbers. Their order stays, and with it the segments'. */
async function withoutUnused(
  dictionary: Dictionary,
  segments: readonly PostingSegment[],
  pacer: Pacer,
): Promise<Dictionary> {
  const numbers = new Uint32Array(dictionary.terms.size);
  for (const { terms } of segments) for (let at = 0; at < terms.length; at++) numbers[terms[at] as number] = 1;
  const smaller = new Dictionary();
  for (let term = 0; term < numbers.length; term++) {
    if (term % TERMS_PER_CHECK === 0 && pacer.due()) await pacer.pause();
    if (numbers[term] === 1) numbers[term] = smaller.terms.copy(dictionary.terms, term);
  }
  for (const { terms } of segments)
    for (let at = 0; at < terms.length; at++) terms[at] = numbers[terms[at] as number] as number;
  return smaller;
}

function living({ docs, dead }: PostingSegment): number {
  return docs.length - dead;
}

function doubled(list: Uint32Array): Uint32Array {
  const copy = new Uint32Array(list.length * 2);
  copy.set(list);
  return copy;
}
