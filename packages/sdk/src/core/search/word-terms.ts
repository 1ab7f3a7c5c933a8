import { stemmer } from "stemmer";
import { charClass, UNSPACED } from "./char-class.ts";
import { foldWord } from "./fold-word.ts";
import { STOP_WORDS } from "./stop-words.ts";

const MAX_STEMMED_LENGTH = 32;
const HANGUL = /\p{Script=Hangul}/u;
const ARABIC_ARTICLE = /^(?:و?ال)(?=\p{Script=Arabic}{3})/u;
const DIGIT = 1;
const CAPITAL = 2;
const CAPITAL_INSIDE = 4;
const FOREIGN = 8;
const CAMEL_PART = /[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g;
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
  const shape = shapeOf(word);
  if ((shape & FOREIGN) !== 0 && charClass(word.codePointAt(0) ?? 0) === UNSPACED) {
    return { whole: segments(word), parts: NONE, stop: false };
  }
  const folded = (shape & FOREIGN) !== 0 ? foldWord(word) : (shape & CAPITAL) === 0 ? word : word.toLowerCase();
  if (STOP_WORDS.has(folded)) return { whole: [folded], parts: NONE, stop: true };
  return { whole: stem(folded), parts: (shape & CAPITAL_INSIDE) === 0 ? NONE : camelParts(word), stop: false };
}

/** One look at each character instead of a regular expression per question: every new word of a corpus comes by here. */
function shapeOf(word: string): number {
  let shape = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit >= 128) shape |= FOREIGN;
    else if (unit >= 65 && unit <= 90) shape |= at === 0 ? CAPITAL : CAPITAL | CAPITAL_INSIDE;
    else if (unit < 97) shape |= DIGIT;
  }
  return shape;
}

function camelParts(word: string): readonly string[] {
  const parts = word.match(CAMEL_PART);
  return parts === null || parts.length < 2 ? NONE : parts;
}

function stem(folded: string): string[] {
  if (folded === "") return [];
  const shape = shapeOf(folded);
  if (shape === 0 && folded.length <= MAX_STEMMED_LENGTH) return [stemmer(folded)];
  if ((shape & FOREIGN) === 0) return [folded];
  return HANGUL.test(folded) ? syllablePairs(folded) : [folded.replace(ARABIC_ARTICLE, "")];
}

/** Korean glues particles to words; pairs of syllables find the words without them. */
function syllablePairs(word: string): string[] {
  const syllables = [...word];
  if (syllables.length < 3) return [word];
  return syllables.slice(1).map((syllable, index) => `${syllables[index]}${syllable}`);
}

function segments(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => foldWord(segment)).filter((term) => term !== "");
}
