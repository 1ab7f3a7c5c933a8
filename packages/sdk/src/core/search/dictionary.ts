import { scanWords, type WordSink } from "./scan-words.ts";
import { wordTerms } from "./word-terms.ts";

/** What `Dictionary.lookUp` answers for a stop word with term `t` is `t | STOP`; terms themselves stay below it. */
export const STOP = 0x4000_0000;
const MOST_WORDS = 1 << 20;
const CAPITALISED = /^[A-Z](?:[A-Z]*|[a-z]+)$/;
const FIRST_SLOTS = 1 << 12;
// A slot of the cache: both hashes of a word, the answer, and 1 if the slot is taken.
const SLOT_BITS = 2;

/**
 * Numbers for terms, and a cache from words as written to terms, so that a word is folded and stemmed once however often
 * it occurs. The cache knows words by 64 bits of hash alone: no string is made for a word it has, and none compared. Two
 * words out of millions with the same hashes would only be taken for each other.
 */
export class Dictionary implements WordSink {
  /** Where hashes begin, another in each dictionary: words made to collide in one do not in the next. */
  readonly seed: number = Math.floor(Math.random() * 0x1_0000_0000) | 0;
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];
  #slots = new Int32Array(FIRST_SLOTS << SLOT_BITS);
  #words = 0;
  // Each list: how many terms, then the terms.
  #lists = new Uint32Array(FIRST_SLOTS);
  #listEnd = 0;
  #answer = 0;

  /** Number of terms. */
  get size(): number {
    return this.#terms.length;
  }

  term(id: number): string {
    return this.#terms[id] ?? "";
  }

  /** Number of a term, if it has one. */
  find(term: string): number | undefined {
    return this.#ids.get(term);
  }

  /** Number of a term, a new one if need be. */
  intern(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#terms.push(term) - 1;
      this.#ids.set(term, id);
    }
    return id;
  }

  /** The term of a word (see STOP), or a negative number when it has none or several, see `several`. */
  lookUp(text: string, start: number, end: number, hash: number, check: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = ((hash ^ (hash >>> 15)) << SLOT_BITS) & mask;
    while (slots[slot + 3] === 1) {
      if (slots[slot] === hash && slots[slot + 1] === check) return slots[slot + 2] as number;
      slot = (slot + (1 << SLOT_BITS)) & mask;
    }
    return this.#learn(wordAt(text, start, end), hash, check);
  }

  /** Terms of a word for which `lookUp` answered a negative number. */
  several(answer: number): Uint32Array {
    const start = -answer;
    return this.#lists.subarray(start, start + (this.#lists[start - 1] as number));
  }

  /** For `scanWords`. */
  word(text: string, start: number, end: number, hash: number, check: number): void {
    this.#answer = this.lookUp(text, start, end, hash, check);
  }

  #learn(word: string, hash: number, check: number): number {
    if (this.#words >= MOST_WORDS) this.#forget();
    const answer = this.#answerFor(word);
    place(this.#slots, hash, check, answer);
    if (++this.#words << (SLOT_BITS + 1) > this.#slots.length) this.#rehash();
    return answer;
  }

  #answerFor(word: string): number {
    // Most such words are known in small letters, and need no stemming again.
    if (CAPITALISED.test(word)) return this.#answerTo(word.toLowerCase());
    const { whole, parts, stop } = wordTerms(word);
    if (whole.length === 1 && parts.length === 0) return this.intern(whole[0] as string) | (stop ? STOP : 0);
    const ids = whole.map((term) => this.intern(term));
    for (const part of parts) {
      const answer = this.#answerTo(part.toLowerCase());
      if (answer >= 0) ids.push(answer & ~STOP);
      else ids.push(...this.several(answer));
    }
    return this.#list(ids);
  }

  #answerTo(word: string): number {
    this.#answer = 0;
    scanWords(word, this);
    return this.#answer;
  }

  /** Keeps a list of terms; the answer that leads to it. */
  #list(ids: readonly number[]): number {
    const start = this.#listEnd + 1;
    if (start + ids.length > this.#lists.length) {
      const wider = new Uint32Array(this.#lists.length * 2);
      wider.set(this.#lists);
      this.#lists = wider;
    }
    let end = start;
    for (const id of ids) {
      let at = start;
      while (at < end && this.#lists[at] !== id) at++;
      if (at === end) this.#lists[end++] = id;
    }
    this.#lists[start - 1] = end - start;
    this.#listEnd = end;
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

const codes: number[] = [];

/** Not a slice of the text, which would keep all of it alive, and be as wide as its widest character. */
function wordAt(text: string, start: number, end: number): string {
  codes.length = 0;
  for (let at = start; at < end; at++) codes.push(text.charCodeAt(at));
  return String.fromCharCode(...codes);
}
