import { camelPartEnd } from "./camel-part-end.ts";
import { charClass, UNSPACED } from "./char-class.ts";
import { foldWord } from "./fold-word.ts";
import { stemEnglish } from "./stem-english.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { textOf } from "./text-of.ts";

/** Longer words are no English, and stay as they are. */
export const MAX_STEMMED_LENGTH = 32;
const HANGUL = /\p{Script=Hangul}/u;
const ARABIC_ARTICLE = /^(?:و?ال)(?=\p{Script=Arabic}{3})/u;
// What a word is made of: see `wordShape`.
export const DIGIT = 1;
const SMALL = 2;
const CAPITAL = 4;
export const CAPITAL_INSIDE = 8;
export const FOREIGN = 16;
const NONE: readonly string[] = [];

let segmenter: Intl.Segmenter | undefined;

/** What one written word is searched by. */
export interface WordTerms {
  /** The word itself; several for a stretch without spaces, and for Korean. */
  readonly whole: readonly string[];
  /** Its parts as written, if it is written `likeThis`. */
  readonly parts: readonly string[];
  readonly stop: boolean;
}

/** Terms of one word: folded, stemmed if it is English, taken apart if it is camelCase or has no spaces. */
export function wordTerms(word: string): WordTerms {
  const shape = wordShape(word, 0, word.length);
  if ((shape & FOREIGN) !== 0 && charClass(word.codePointAt(0) ?? 0) === UNSPACED) {
    return { whole: segments(word), parts: NONE, stop: false };
  }
  const folded = (shape & FOREIGN) !== 0 ? foldWord(word) : (shape & CAPITAL) === 0 ? word : word.toLowerCase();
  if (STOP_WORDS.has(folded)) return { whole: [folded], parts: NONE, stop: true };
  return { whole: stem(folded), parts: (shape & CAPITAL_INSIDE) === 0 ? NONE : camelParts(word), stop: false };
}

/** One look at each character instead of a regular expression per question: every new word of a corpus comes by here. */
export function wordShape(text: string, start: number, end: number): number {
  let shape = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 128) shape |= FOREIGN;
    else if (unit >= 97) shape |= SMALL;
    else if (unit >= 65) shape |= at === start ? CAPITAL : CAPITAL | CAPITAL_INSIDE;
    else shape |= DIGIT;
  }
  return shape;
}

function camelParts(word: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < word.length;) {
    const end = camelPartEnd(word, start, word.length);
    parts.push(word.slice(start, end));
    start = end;
  }
  return parts.length < 2 ? NONE : parts;
}

function stem(folded: string): string[] {
  if (folded === "") return [];
  const shape = wordShape(folded, 0, folded.length);
  if (shape === SMALL && folded.length <= MAX_STEMMED_LENGTH) return [stemmed(folded)];
  if ((shape & FOREIGN) === 0) return [folded];
  return HANGUL.test(folded) ? syllablePairs(folded) : [folded.replace(ARABIC_ARTICLE, "")];
}

const letters = new Uint16Array(MAX_STEMMED_LENGTH + 1);

function stemmed(word: string): string {
  for (let at = 0; at < word.length; at++) letters[at] = word.charCodeAt(at);
  return textOf(letters, 0, stemEnglish(letters, 0, word.length));
}

/** Korean glues particles to words; pairs of syllables find the words without them. */
function syllablePairs(word: string): string[] {
  const syllables = [...word];
  if (syllables.length < 3) return [word];
  return syllables.slice(1).map((syllable, index) => `${syllables[index]}${syllable}`);
}

function segments(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  const terms: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const term = foldWord(segment);
    if (term !== "") terms.push(term);
  }
  return terms;
}
