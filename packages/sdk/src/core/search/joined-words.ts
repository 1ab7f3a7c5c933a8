import { foldWord } from "./fold-word.ts";
import { wordTerms } from "./word-terms.ts";

const MOST_CHARACTERS = 32;

/** The term of several words written as one: `nodejs` for `node-js`. Undefined if that would be no single term. */
export function joinedWords(words: readonly string[]): string | undefined {
  const joined = words.map(foldWord).join("");
  if (words.length < 2 || joined.length > MOST_CHARACTERS) return undefined;
  const { whole } = wordTerms(joined);
  return whole.length === 1 ? whole[0] : undefined;
}
