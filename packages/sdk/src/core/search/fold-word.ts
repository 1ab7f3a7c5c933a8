// Only marks of scripts in which a word without them is the same word to a searcher: Latin, Greek, Cyrillic, Hebrew and
// Arabic. In Devanagari, Thai and the like marks are vowels.
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|\u0640/gu;
const ASCII = /^[\0-\x7f]*$/;
// Most of Chinese and Japanese is as it should be.
const SETTLED = /^[\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u30fc]+$/;
const SHORT_I = /и\u0306/gu;
const LETTERS = /[ßæœøłđðþıςٱىة]/gu;
const LETTER_FOLDS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ٱ", "ا"],
  ["ى", "ي"],
  ["ة", "ه"],
]);

/** A word as it is compared: lower case, compatibility forms and spellings with and without accents made equal. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  if (SETTLED.test(word)) return word;
  const bare = word.normalize("NFKD").toLowerCase().replace(SHORT_I, "й").replace(MARKS, "");
  return bare.replace(LETTERS, (letter) => LETTER_FOLDS.get(letter) ?? letter).normalize("NFC");
}
