import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { lexicalMatcher } from "../../../../src/core/search/lexical-matcher.ts";
import { candidate, idsOf, reads, type TestCandidate } from "./candidate.ts";

describe("updates", () => {
  it("reads only what is new or changed", async () => {
    const [a, b, c] = [candidate("a", "alpha", "one"), candidate("b", "beta", "two"), candidate("c", "gamma", "three")];
    const matcher = lexicalMatcher();
    await matcher.match("alpha", [a, b]);
    expect(reads([a, b])).toEqual([1, 1]);
    const changed = candidate("b", "beta", "four", "b", "2");
    const next = [a, changed, c];
    expect(await idsOf(matcher, "four", next)).toEqual(["b"]);
    expect(await idsOf(matcher, "two", next)).toEqual([]);
    expect(reads([a, b, changed, c])).toEqual([1, 1, 1, 1]);
    expect(await idsOf(matcher, "alpha", [c])).toEqual([]);
  });

  it("does not even look at a corpus that is the same object", async () => {
    const corpus = [candidate("a", "alpha")];
    const matcher = lexicalMatcher();
    await matcher.match("alpha", corpus);
    const entries = vi.spyOn(corpus, "entries");
    Object.defineProperty(corpus, 0, { get: () => expect.fail("looked") });
    expect(await idsOf(matcher, "alpha", corpus)).toEqual(["a"]);
    expect(entries).not.toHaveBeenCalled();
  });

  it("takes the first of equal ids", async () => {
    const matcher = lexicalMatcher();
    expect(await idsOf(matcher, "first", [candidate("a", "first"), candidate("a", "second")])).toEqual(["a"]);
    expect(await idsOf(matcher, "second", [candidate("a", "first"), candidate("a", "second")])).toEqual([]);
  });

  it("ranks after any changes as a fresh index does", async () => {
    const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "the", "zetaEta", "报告", "run", "running");
    const words = fc.array(word, { maxLength: 6 }).map((list) => list.join(" "));
    const skill = fc.record({ id: fc.integer({ min: 0, max: 12 }), name: words, description: words, body: words });
    const corpora = fc.array(fc.uniqueArray(skill, { selector: ({ id }) => id, maxLength: 12 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        corpora,
        words,
        fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
        async (list, query, topK) => {
          const matcher = lexicalMatcher();
          const options = topK === undefined ? {} : { topK };
          for (const skills of list) {
            const corpus = skills.map(({ id, name, description, body }) =>
              candidate(`s${id}`, description, body, name, JSON.stringify([name, description, body])),
            );
            const matches = await matcher.match(query, corpus, options);
            expect(matches).toEqual(await lexicalMatcher().match(query, corpus.toReversed(), options));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("stays right when a few skills go", async () => {
    const all = Array.from({ length: 40 }, (_, at) =>
      candidate(`s${at}`, `common word${at % 5}`, `body${at % 3} `.repeat(at + 1), `n${at}`),
    );
    const matcher = lexicalMatcher();
    for (const corpus of [all, all.slice(4), all.slice(4, 36), all.slice(6, 36)]) {
      for (const query of ["common word3", "body1", "n3 word3", "n39 common"]) {
        expect(await matcher.match(query, corpus)).toEqual(await lexicalMatcher().match(query, corpus));
      }
    }
  });

  it("stays right when most of many skills come and go", async () => {
    const make = (round: number, count: number): TestCandidate[] =>
      Array.from({ length: count }, (_, at) =>
        candidate(`s${at}`, `common word${(at * 7 + round) % 50}`, `body${at % 9} extra${round}`, `n${at}`, `${round}`),
      );
    const matcher = lexicalMatcher();
    for (let round = 0; round < 6; round++) {
      const corpus = make(round, round % 2 === 0 ? 1_500 : 200);
      for (const query of ["common word3", "body4 extra2", `n17`]) {
        expect(await matcher.match(query, corpus)).toEqual(await lexicalMatcher().match(query, corpus));
      }
    }
  });
});

describe("waiting together", () => {
  /** A skill whose body comes when the test says so. */
  function held(id: string): { skill: TestCandidate; release: () => void } {
    let release = (): void => undefined;
    const gate = new Promise<string>((resolve) => (release = () => resolve("held text")));
    return { skill: { ...candidate(id, "alpha"), body: vi.fn(async () => gate) }, release };
  }

  it("reads once for several at the same time", async () => {
    const { skill, release } = held("a");
    const corpus = [skill];
    const matcher = lexicalMatcher();
    const both = Promise.all([idsOf(matcher, "held", corpus), idsOf(matcher, "alpha", corpus)]);
    release();
    expect(await both).toEqual([["a"], ["a"]]);
    expect(reads(corpus)).toEqual([1]);
  });

  it("lets one go without the other", async () => {
    const { skill, release } = held("a");
    const corpus = [skill];
    const matcher = lexicalMatcher();
    const controller = new AbortController();
    const leaving = matcher.match("held", corpus, { signal: controller.signal });
    const staying = idsOf(matcher, "held", corpus);
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    release();
    expect(await staying).toEqual(["a"]);
    expect(reads(corpus)).toEqual([1]);
  });

  it("stops when all have left, even if a body never comes, and starts again", async () => {
    const { skill } = held("a");
    const stuck = [skill];
    const matcher = lexicalMatcher();
    const controller = new AbortController();
    const leaving = matcher.match("held", stuck, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    expect(await idsOf(matcher, "alpha", [candidate("b", "alpha")])).toEqual(["b"]);
  });

  it("refuses a signal that is aborted already", async () => {
    await expect(lexicalMatcher().match("x", [], { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow(
      "gone",
    );
  });

  it("answers each of two corpora from that corpus", async () => {
    const matcher = lexicalMatcher();
    const one = [candidate("one", "alpha")];
    const two = [candidate("two", "alpha")];
    const answers = await Promise.all([one, two, one, two].map(async (corpus) => idsOf(matcher, "alpha", corpus)));
    expect(answers).toEqual([["one"], ["two"], ["one"], ["two"]]);
  });

  it("passes on the failure of a body, and recovers", async () => {
    const broken = {
      ...candidate("a", "alpha"),
      body: vi.fn().mockRejectedValueOnce(new Error("disk")).mockResolvedValue(""),
    };
    const corpus = [broken, candidate("b", "alpha")];
    const matcher = lexicalMatcher();
    await expect(matcher.match("alpha", corpus)).rejects.toThrow("disk");
    expect(await idsOf(matcher, "alpha", corpus)).toEqual(["a", "b"]);
  });

  it("lets timers run during a long build, and can be stopped in it", async () => {
    const text = Array.from({ length: 600 }, (_, at) => `word${at} text`).join(" ");
    const corpus = Array.from({ length: 2_000 }, (_, at) => candidate(`s${at}`, `skill ${at}`, `${text} own${at}`));
    const matcher = lexicalMatcher();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 30);
    await expect(matcher.match("word1", corpus, { signal: controller.signal })).rejects.toThrow("enough");
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
    expect(await idsOf(matcher, "own77", corpus)).toEqual(["s77"]);
    // What was done before the abort was not done again.
    expect(reads(corpus).filter((count) => count === 1).length).toBeGreaterThan(1_000);
  });
});
