import fc from "fast-check";
import { stemmer } from "stemmer";
import { describe, expect, it } from "vitest";
import { stemEnglish } from "../../../../src/core/search/stem-english.ts";

const SUFFIXES =
  "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize ion sion tion s es ies sses ss ed eed ing y e ll".split(
    " ",
  );

function stem(word: string): string {
  // Not at the beginning, and with something behind it, as in a table of terms.
  const units = Uint16Array.from(`y${word}e`, (letter) => letter.charCodeAt(0));
  return String.fromCharCode(...units.subarray(1, stemEnglish(units, 1, 1 + word.length)));
}

describe("stemEnglish", () => {
  it.each([
    ["skills", "skill"],
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["agreed", "agre"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["conflated", "conflat"],
    ["happy", "happi"],
    ["sky", "sky"],
    ["relational", "relat"],
    ["generalizations", "gener"],
    ["adoption", "adopt"],
    ["controlling", "control"],
    ["as", "as"],
  ])("%s is %s", (word, expected) => expect(stem(word)).toBe(expected));

  it("gives what the stemmer package gives for every short word", () => {
    const check = (word: string): void => {
      if (stem(word) !== stemmer(word)) expect(stem(word)).toBe(stemmer(word));
      if (word.length < 4) for (const letter of "aeyslditng") check(word + letter);
    };
    for (const letter of "aeyslditng") check(letter);
  });

  it("gives what the stemmer package gives for any word", () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from("abcdeghilmnorstuvwxyz")), maxLength: 8 });
    const word = fc.tuple(letters, fc.array(fc.constantFrom(...SUFFIXES), { maxLength: 3 }));
    fc.assert(
      fc.property(word, ([beginning, suffixes]) => {
        const text = beginning + suffixes.join("");
        expect(stem(text)).toBe(stemmer(text));
      }),
      { numRuns: 5_000 },
    );
  });
});
