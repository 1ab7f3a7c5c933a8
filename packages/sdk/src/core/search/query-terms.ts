import { nameKey } from "./name-key.ts";
import { scanWords } from "./scan-words.ts";
import { wordTerms, type WordTerms } from "./word-terms.ts";

const MOST_CHARACTERS = 8_192;

/** What a query asks for. */
export interface QueryTerms {
  /** Distinct, in the order of the query; how often each occurs. */
  readonly terms: ReadonlyMap<string, number>;
  /** The term of a skill whose name is the query. */
  readonly name: string | undefined;
}

/**
 * Terms of a query. Stop words count only if there is nothing else. A word `likeThis` stands for itself if any skill has
 * it, and for its parts if none has. Of a very long text the beginning is read.
 */
export function queryTerms(query: string, isKnown: (term: string) => boolean): QueryTerms {
  const words: WordTerms[] = [];
  const text = query.length > MOST_CHARACTERS ? query.slice(0, MOST_CHARACTERS) : query;
  scanWords(text, { seed: 0, word: (source, start, end) => words.push(wordTerms(source.slice(start, end))) });
  const asked = words.some(({ stop }) => !stop) ? words.filter(({ stop }) => !stop) : words;
  const terms = new Map<string, number>();
  for (const word of asked) {
    const split = word.parts.length > 0 && !word.whole.some(isKnown);
    for (const term of split ? partTerms(word) : word.whole) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return { terms, name: nameKey(words.flatMap((word) => [...word.whole, ...partTerms(word)])) };
}

function partTerms({ parts }: WordTerms): string[] {
  return parts.flatMap((part) => wordTerms(part.toLowerCase()).whole);
}
