/** Between words. */
export const SEPARATOR = 1;
/** Part of a word in a script that puts spaces between words. */
export const WORD = 2;
/** Part of a text in a script that does not. */
export const UNSPACED = 3;
/** Half a character: `charClass` of the code point says more. */
export const SURROGATE = 4;

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/** Classes by UTF-16 unit, 0 as long as nobody asked: a regular expression per character would cost more than the rest. */
export const UNIT_CLASSES: Uint8Array = new Uint8Array(0x1_0000);

/** Class of a UTF-16 unit. */
export function unitClass(unit: number): number {
  return (UNIT_CLASSES[unit] ||= (unit & 0xf800) === 0xd800 ? SURROGATE : charClass(unit));
}

/** Class of a code point; a surrogate on its own separates. */
export function charClass(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return SEPARATOR;
  const known = codePoint > 0xffff ? 0 : (UNIT_CLASSES[codePoint] as number);
  if (known !== 0) return known;
  const text = String.fromCodePoint(codePoint);
  if (!WORD_CHARACTER.test(text)) return SEPARATOR;
  return UNSPACED_SCRIPT.test(text) ? UNSPACED : WORD;
}
