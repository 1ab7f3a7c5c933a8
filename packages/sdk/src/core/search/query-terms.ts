import { joinedWords } from "./joined-words.ts";
import { nameKey } from "./name-key.ts";
import { scanWords } from "./scan-words.ts";
import { wordTerms, type WordTerms } from "./word-terms.ts";

const MOST_CHARACTERS = 8_192;
const JOINTS: readonly string[] = ["-", "_", "."];

/** What a query asks for. */
export interface QueryTerms {
  /** Distinct, in the order of the query; how often each occurs. */
  readonly terms: ReadonlyMap<string, number>;
  /** The term of a skill whose name is the query. */
  readonly name: string | undefined;
}

/**
 * Terms of a query. Stop words count only if there is nothing else. A word `likeThis` stands for itself if any skill has
 * it, and for its parts if none has. Two words also stand for both as one: `node-js` for `nodejs`. Of a very long text
 * the beginning is read.
 */
export function queryTerms(query: string, isKnown: (term: string) => boolean): QueryTerms {
  const words: QueryWord[] = [];
  const text = query.length > MOST_CHARACTERS ? query.slice(0, MOST_CHARACTERS) : query;
  scanWords(text, { seed: 0, word: (_, start, end) => words.push(queryWord(text, start, end)) });
  const asked = words.some(({ stop }) => !stop) ? words.filter(({ stop }) => !stop) : words;
  const terms = new Map<string, number>();
  for (const word of asked) {
    const split = word.parts.length > 0 && !word.whole.some(isKnown);
    for (const term of split ? partTerms(word) : word.whole) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  for (let at = 1; at < words.length; at++) {
    const joined = joinedTerm(words[at - 1] as QueryWord, words[at] as QueryWord, isKnown);
    if (joined !== undefined && !terms.has(joined)) terms.set(joined, 1);
  }
  return { terms, name: nameKey(words.flatMap((word) => [...word.whole, ...partTerms(word)])) };
}

interface QueryWord extends WordTerms {
  readonly written: string;
  /** True for what follows another word like the `js` of `node-js`. */
  readonly attached: boolean;
}

function queryWord(text: string, start: number, end: number): QueryWord {
  const written = text.slice(start, end);
  return { ...wordTerms(written), written, attached: JOINTS.includes(text.charAt(start - 1)) };
}

/** Two words as one, if any skill has that. If skills have both as they are, they must be written as if they were one. */
function joinedTerm(first: QueryWord, second: QueryWord, isKnown: (term: string) => boolean): string | undefined {
  const joined = joinedWords([first.written, second.written]);
  if (joined === undefined || !isKnown(joined)) return undefined;
  const apart = !second.attached && first.whole.every(isKnown) && second.whole.every(isKnown);
  return apart ? undefined : joined;
}

function partTerms({ parts }: WordTerms): string[] {
  return parts.flatMap((part) => wordTerms(part.toLowerCase()).whole);
}
