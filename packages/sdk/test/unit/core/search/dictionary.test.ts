import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { camelPartEnd } from "../../../../src/core/search/camel-part-end.ts";
import { Dictionary, STOP } from "../../../../src/core/search/dictionary.ts";
import { foldWord } from "../../../../src/core/search/fold-word.ts";
import { scanWords } from "../../../../src/core/search/scan-words.ts";
import { TermTable } from "../../../../src/core/search/term-table.ts";
import { wordTerms } from "../../../../src/core/search/word-terms.ts";

const words = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from("abstTHEed19")) }),
  fc.constantFrom("the", "The", "DON", "theIndex", "HTMLText", "HTTP2", "runningTests", "x".repeat(40), "a".repeat(90)),
  fc.string({ unit: fc.constantFrom(...Array.from("aéÉİßA報告한국어أال 𝒳\ud800")) }),
);

/** The terms that an index counts for each word of a text. */
function looked(dictionary: Dictionary, text: string): { terms: string[]; stop: boolean }[] {
  const answers: number[] = [];
  scanWords(text, {
    seed: dictionary.seed,
    word: (source, start, end, hash, check) => answers.push(dictionary.lookUp(source, start, end, hash, check)),
  });
  return answers.map((answer) => {
    const ids = answer < 0 ? [...dictionary.several(answer)] : [answer & ~STOP];
    return { terms: ids.map((id) => dictionary.terms.term(id)), stop: answer >= STOP };
  });
}

/** The terms that a query has for them. */
function asked(text: string): { terms: string[]; stop: boolean }[] {
  const found: { terms: string[]; stop: boolean }[] = [];
  scanWords(text, {
    seed: 0,
    word: (source, start, end) => {
      const { whole, parts, stop } = wordTerms(source.slice(start, end));
      const all = [...whole, ...parts.flatMap((part) => wordTerms(part.toLowerCase()).whole)];
      found.push({ terms: [...new Set(all)], stop });
    },
  });
  return found;
}

describe("Dictionary", () => {
  it("has the terms that queries ask for, the first time and the next", () => {
    const dictionary = new Dictionary();
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (list) => {
        const text = list.join(" ");
        const expected = asked(text);
        expect(looked(dictionary, text)).toEqual(expected);
        expect(looked(dictionary, text)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps apart as many words as a large corpus has", () => {
    const dictionary = new Dictionary();
    const list = Array.from({ length: 50_000 }, (_, at) => `w${at}`);
    const text = list.join(" ");
    for (let round = 0; round < 2; round++) {
      expect(looked(dictionary, text).map(({ terms }) => terms[0])).toEqual(list);
    }
    expect(dictionary.terms.size).toBe(50_000);
  });
});

describe("TermTable", () => {
  it("numbers terms in the order in which they come", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (list) => {
        const table = new TermTable(7);
        const distinct = [...new Set(list)];
        for (const term of list) expect(table.intern(term)).toBe(distinct.indexOf(term));
        expect(distinct.map((_, id) => table.term(id))).toEqual(distinct);
        expect(distinct.map((term) => table.find(term))).toEqual([...distinct.keys()]);
        const other = new TermTable(8);
        for (const id of distinct.keys()) expect(other.copy(table, id)).toBe(id);
        expect(distinct.map((_, id) => other.term(id))).toEqual(distinct);
      }),
    );
  });

  it("finds nothing that was only asked for", () => {
    const table = new TermTable(0);
    expect(table.find("alpha")).toBeUndefined();
    expect(table.find("alpha")).toBeUndefined();
    expect(table.intern("beta")).toBe(0);
    expect([table.term(0), table.term(1), table.size]).toEqual(["beta", "", 1]);
  });

  it("takes a term longer than all its room", () => {
    const table = new TermTable(0);
    const long = "long".repeat(20_000);
    expect(table.term(table.intern(long))).toBe(long);
  });
});

describe("camelPartEnd", () => {
  it("cuts as the regular expression says that it stands for", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("abAB1é")), minLength: 1 }), (word) => {
        const parts: string[] = [];
        for (let start = 0, end = 0; start < word.length; start = end) {
          end = camelPartEnd(word, start, word.length);
          parts.push(word.slice(start, end));
        }
        expect(parts).toEqual(word.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("foldWord", () => {
  it("passes on Chinese and Japanese that no folding changes", () => {
    const settled = [0x4e00, 0x9fff, 0x3041, 0x3096, 0x30a1, 0x30fa, 0x30fc];
    for (let unit = 0x3041; unit <= 0x9fff; unit++) {
      const letter = String.fromCharCode(unit);
      // With a letter that takes the long way.
      const long = foldWord(`${letter}é`).slice(0, -1);
      if (long !== letter) expect(foldWord(letter)).toBe(long);
    }
    for (const unit of settled) expect(foldWord(String.fromCharCode(unit))).toBe(String.fromCharCode(unit));
  });
});
