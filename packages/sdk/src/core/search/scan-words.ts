import { charClass, SEPARATOR, SURROGATE, UNIT_CLASSES, unitClass, UNSPACED, WORD } from "./char-class.ts";

/** Longer words are cut: nobody types them, and they would fill the dictionary. */
export const MAX_WORD_LENGTH = 64;

const HASH = 35;
const PLUS = 43;
const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x85ebca6b;

/** Takes each word of a text: from where to where it goes, and two hashes of its units. */
export interface WordSink {
  /** Where the hashes begin. */
  readonly seed: number;
  word(text: string, start: number, end: number, hash: number, check: number): void;
}

/** Finds the words of a part of a text. Scripts without spaces come as stretches of at most the longest word. */
export function scanWords(text: string, sink: WordSink, from = 0, end: number = text.length): void {
  const { seed } = sink;
  for (let at = from; at < end;) {
    let unit = text.charCodeAt(at);
    let kind = UNIT_CLASSES[unit] || unitClass(unit);
    if (kind === SEPARATOR) {
      at++;
      continue;
    }
    const start = at;
    let hash = seed;
    let check = ~seed;
    while (kind === WORD) {
      hash = Math.imul(hash ^ unit, FIRST_PRIME);
      check = Math.imul(check ^ unit, SECOND_PRIME);
      if (++at === end) break;
      unit = text.charCodeAt(at);
      kind = UNIT_CLASSES[unit] || unitClass(unit);
    }
    if (at - start === 1 && (unit === HASH || unit === PLUS)) {
      for (const stop = signEnd(text, at, end); at < stop; at++) {
        hash = Math.imul(hash ^ text.charCodeAt(at), FIRST_PRIME);
        check = Math.imul(check ^ text.charCodeAt(at), SECOND_PRIME);
      }
    }
    const whole = at > start && at - start <= MAX_WORD_LENGTH && (kind !== SURROGATE || at === end);
    if (whole) sink.word(text, start, at, hash, check);
    else at = scanRare(text, start, end, sink);
  }
}

/** Where the sign of `C#` or `C++` ends that begins at `at`; there if it is none. */
function signEnd(text: string, at: number, end: number): number {
  if (text.charCodeAt(at) === HASH) return at + 1;
  return at + 1 < end && text.charCodeAt(at + 1) === PLUS ? at + 2 : at;
}

/** A stretch of one class from `start` on, whatever it is made of; where it ends. */
function scanRare(text: string, start: number, end: number, sink: WordSink): number {
  let at = start;
  let kind = 0;
  while (at < end) {
    const code = text.codePointAt(at) ?? 0;
    let next = unitClass(text.charCodeAt(at));
    if (next === SURROGATE) next = charClass(code);
    if (kind === 0) kind = next;
    if (next !== kind || (kind === UNSPACED && at - start > MAX_WORD_LENGTH - 2)) break;
    at += code > 0xffff ? 2 : 1;
  }
  if (kind !== SEPARATOR) emit(text, start, at, sink);
  return at;
}

function emit(text: string, start: number, end: number, sink: WordSink): void {
  let cut = Math.min(end, start + MAX_WORD_LENGTH);
  if (cut < end && (text.charCodeAt(cut - 1) & 0xfc00) === 0xd800) cut--;
  let hash = sink.seed;
  let check = ~sink.seed;
  for (let at = start; at < cut; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FIRST_PRIME);
    check = Math.imul(check ^ text.charCodeAt(at), SECOND_PRIME);
  }
  sink.word(text, start, cut, hash, check);
}
