import { charClass, SEPARATOR, SURROGATE, unitClass, UNSPACED, WORD } from "./char-class.ts";

/** Longer words are cut: nobody types them, and they would fill the dictionary. */
export const MAX_WORD_LENGTH = 64;

// Neither of the classes for what begins or continues a character beyond ASCII.
const BYTE_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 ? unitClass(byte) : 0));
const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x85ebca6b;

/** Takes each word of a text: from where to where it goes, and two hashes of its units. */
export interface WordSink {
  /** Where the hashes begin. */
  readonly seed: number;
  word(text: string, start: number, end: number, hash: number, check: number): void;
}

const encoder = new TextEncoder();

/**
 * Finds the words of a text. Texts in scripts without spaces come as stretches of at most the longest word. Bytes are read
 * instead of the text, which may be a slice of a slice; what is not ASCII is then looked up in the text.
 */
export function scanWords(text: string, sink: WordSink): void {
  const bytes = encoder.encode(text);
  const { length } = bytes;
  const { seed } = sink;
  // How many bytes there have been so far beyond one for each UTF-16 unit.
  let drift = 0;
  for (let at = 0; at < length;) {
    let byte = bytes[at] as number;
    let kind = BYTE_CLASSES[byte];
    if (kind === SEPARATOR) {
      at++;
      continue;
    }
    const start = at;
    let hash = seed;
    let check = ~seed;
    while (kind === WORD) {
      hash = Math.imul(hash ^ byte, FIRST_PRIME);
      check = Math.imul(check ^ byte, SECOND_PRIME);
      if (++at === length) break;
      byte = bytes[at] as number;
      kind = BYTE_CLASSES[byte];
    }
    const plain = kind === SEPARATOR || at === length;
    if (plain && at - start <= MAX_WORD_LENGTH) sink.word(text, start - drift, at - drift, hash, check);
    else {
      const end = scanRare(text, start - drift, sink);
      at = start + byteLength(text, start - drift, end);
      drift = at - end;
    }
  }
}

/** Of a part of a text in UTF-8, where half a pair becomes U+FFFD. */
function byteLength(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code > 0xffff ? 4 : 3;
  }
  return bytes;
}

/** A stretch of one class from `start` on, whatever it is made of; where it ends. */
function scanRare(text: string, start: number, sink: WordSink): number {
  let at = start;
  let kind = 0;
  while (at < text.length) {
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
