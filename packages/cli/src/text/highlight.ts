import type { Paint } from "./colors.ts";

const stopWords = new Set(
  "a an and are as at by for from how in into is it my of on or that the this to use when with".split(" "),
);
const ending = /(?:ations?|ates?|ings?|ers?|ions?|ed|es|s|e)$/;

let segmenter: Intl.Segmenter | undefined;

/** Paints the words of a safe text that a query asks for, in any of their usual forms. For the eye only: nothing is matched by it. */
export function highlight(text: string, query: string, paint: Paint): string {
  const wanted = new Set<string>();
  for (const { segment } of words(query.slice(0, 1000)))
    if (!stopWords.has(segment.toLowerCase())) wanted.add(root(segment));
  if (wanted.size === 0) return text;
  let painted = "";
  let at = 0;
  for (const { segment, index } of words(text)) {
    if (!wanted.has(root(segment))) continue;
    painted += text.slice(at, index) + paint(segment);
    at = index + segment.length;
  }
  return painted + text.slice(at);
}

function words(text: string): Intl.SegmentData[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true);
}

function root(word: string): string {
  const lower = word.normalize("NFKC").toLowerCase();
  const short = lower.replace(ending, "");
  return short.length >= 3 ? short : lower;
}
