import { camelPartEnd } from "./camel-part-end.ts";
import { stemEnglish } from "./stem-english.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { TermTable } from "./term-table.ts";
import { CAPITAL_INSIDE, DIGIT, FOREIGN, MAX_STEMMED_LENGTH, wordShape, wordTerms } from "./word-terms.ts";

/** What `Dictionary.lookUp` answers for a stop word with term `t` is `t | STOP`; terms themselves stay below it. */
export const STOP = 0x4000_0000;
const MOST_WORDS = 1 << 20;
const FIRST_SLOTS = 1 << 12;
// A slot of the cache: both hashes of a word, the answer, and 1 if the slot is taken.
const SLOT_BITS = 2;
const stopWords = new TermTable(0);
for (const word of STOP_WORDS) stopWords.intern(word);

/**
 * Numbers for terms, and a cache from words as written to terms, so that a word is folded and stemmed once however often
 * it occurs. The cache knows words by 64 bits of hash alone: no string is made for a word it has, and none compared. Two
 * words out of millions with the same hashes would only be taken for each other.
 */
export class Dictionary {
  /** Where hashes begin, another in each dictionary: words made to collide in one do not in the next. */
  readonly seed: number = Math.floor(Math.random() * 0x1_0000_0000) | 0;
  readonly terms: TermTable = new TermTable(this.seed);
  #slots = new Int32Array(FIRST_SLOTS << SLOT_BITS);
  #words = 0;
  // Each list: how many terms, then the terms.
  #lists = new Uint32Array(FIRST_SLOTS);
  #listEnd = 0;

  /** The term of a word (see STOP), or a negative number when it has none or several, see `several`. */
  lookUp(text: string, start: number, end: number, hash: number, check: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = ((hash ^ (hash >>> 15)) << SLOT_BITS) & mask;
    while (slots[slot + 3] === 1) {
      if (slots[slot] === hash && slots[slot + 1] === check) return slots[slot + 2] as number;
      slot = (slot + (1 << SLOT_BITS)) & mask;
    }
    return this.#learn(text, start, end, hash, check);
  }

  /** Terms of a word for which `lookUp` answered a negative number. */
  several(answer: number): Uint32Array {
    const start = -answer;
    return this.#lists.subarray(start, start + (this.#lists[start - 1] as number));
  }

  #learn(text: string, start: number, end: number, hash: number, check: number): number {
    if (this.#words >= MOST_WORDS) this.#forget();
    const answer = this.#answer(text, start, end);
    place(this.#slots, hash, check, answer);
    if (++this.#words << (SLOT_BITS + 1) > this.#slots.length) this.#rehash();
    return answer;
  }

  /** What `wordTerms` says of a word; of ASCII without making a string. */
  #answer(text: string, start: number, end: number): number {
    const shape = wordShape(text, start, end);
    if ((shape & FOREIGN) !== 0) return this.#foreign(text.slice(start, end));
    const whole = this.#ascii(text, start, end, shape);
    if ((shape & CAPITAL_INSIDE) === 0 || whole >= STOP) return whole;
    let stop = camelPartEnd(text, start, end);
    if (stop === end) return whole;
    this.#beginList();
    this.#addToList(whole);
    for (let from = start; from < end; from = stop) {
      stop = camelPartEnd(text, from, end);
      this.#addToList(this.#ascii(text, from, stop, wordShape(text, from, stop)) & ~STOP);
    }
    return this.#endList();
  }

  #ascii(text: string, start: number, end: number, shape: number): number {
    const { terms } = this;
    const from = terms.reserve(end - start + 1);
    const stop = from + end - start;
    const { units } = terms;
    for (let at = 0; at < end - start; at++) {
      const unit = text.charCodeAt(start + at);
      units[from + at] = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    }
    if (stopWords.findUnits(units, from, stop) >= 0) return terms.keep(stop) | STOP;
    const stemmed = (shape & DIGIT) === 0 && end - start <= MAX_STEMMED_LENGTH;
    return terms.keep(stemmed ? stemEnglish(units, from, stop) : stop);
  }

  #foreign(word: string): number {
    const { whole, parts, stop } = wordTerms(word);
    if (stop) return this.terms.intern(whole[0] ?? word) | STOP;
    this.#beginList();
    for (const term of whole) this.#addToList(this.terms.intern(term));
    for (const part of parts) {
      for (const term of wordTerms(part.toLowerCase()).whole) this.#addToList(this.terms.intern(term));
    }
    return this.#endList();
  }

  #beginList(): void {
    this.#lists[this.#listEnd] = 0;
  }

  #addToList(term: number): void {
    const start = this.#listEnd + 1;
    const end = start + (this.#lists[start - 1] as number);
    for (let at = start; at < end; at++) if (this.#lists[at] === term) return;
    if (end + 1 >= this.#lists.length) {
      const wider = new Uint32Array(this.#lists.length * 2);
      wider.set(this.#lists);
      this.#lists = wider;
    }
    this.#lists[end] = term;
    this.#lists[start - 1] = end - start + 1;
  }

  /** The answer that leads to the list, or to its only term. */
  #endList(): number {
    const start = this.#listEnd + 1;
    const count = this.#lists[start - 1] as number;
    if (count === 1) return this.#lists[start] as number;
    this.#listEnd = start + count;
    return -start;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 1 << SLOT_BITS) {
      if (old[from + 3] === 0) continue;
      place(slots, old[from] as number, old[from + 1] as number, old[from + 2] as number);
    }
    this.#slots = slots;
  }

  /** The cache only: it would otherwise grow with every odd string ever read. */
  #forget(): void {
    this.#slots.fill(0);
    this.#words = 0;
    this.#listEnd = 0;
  }
}

function place(slots: Int32Array, hash: number, check: number, answer: number): void {
  const mask = slots.length - 1;
  let slot = ((hash ^ (hash >>> 15)) << SLOT_BITS) & mask;
  while (slots[slot + 3] === 1) slot = (slot + (1 << SLOT_BITS)) & mask;
  slots[slot] = hash;
  slots[slot + 1] = check;
  slots[slot + 2] = answer;
  slots[slot + 3] = 1;
}
