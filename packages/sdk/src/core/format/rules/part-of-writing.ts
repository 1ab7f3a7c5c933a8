const VARIATION_SELECTOR = /^[\ufe00-\ufe0f]/;
const IDEOGRAPHIC_SELECTOR = /^\udb40[\udd00-\uddef]/;
const JOINER = /^[\u200c\u200d]$/;
const HAN = /\p{Script=Han}$/u;
const VISIBLE = /[^\s\p{C}]$/u;
/** Scripts whose letters join, so that joiners are part of their spelling. */
const JOINING =
  "\\p{Extended_Pictographic}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}";
const JOINED_BEFORE = new RegExp(`[${JOINING}\\p{Emoji_Modifier}\\p{M}]$`, "u");
const JOINED_AFTER = new RegExp(`^[${JOINING}]`, "u");
const BLACK_FLAG = "\ud83c\udff4";
/** Tags that spell a region, and an end tag. */
const REGION_TAGS = /^(?:\udb40[\udc30-\udc39\udc61-\udc7a]){3,6}\udb40\udc7f$/;
/** One selector and one joiner, or the tags of a flag. */
const LONGEST = 14;

/** True if a run of invisible characters is how its neighbours are written: selectors, joiners, flags; one of each. */
export function isPartOfWriting(text: string, run: string, index: number): boolean {
  if (run.length > LONGEST) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  if (before === BLACK_FLAG && REGION_TAGS.test(run)) return true;
  const selector = selectorOf(run, before);
  const rest = run.slice(selector.length);
  if (rest === "") return true;
  const end = index + run.length;
  return JOINER.test(rest) && JOINED_BEFORE.test(before) && JOINED_AFTER.test(text.slice(end, end + 2));
}

/** The variation selector that a run starts with, if it belongs to the character before. */
function selectorOf(run: string, before: string): string {
  if (HAN.test(before)) return (IDEOGRAPHIC_SELECTOR.exec(run) ?? VARIATION_SELECTOR.exec(run))?.[0] ?? "";
  return VISIBLE.test(before) ? (VARIATION_SELECTOR.exec(run)?.[0] ?? "") : "";
}
