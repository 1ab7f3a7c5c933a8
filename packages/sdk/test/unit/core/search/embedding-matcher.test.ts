import { SkillError } from "@tradecraft/sdk";
import { describe, expect, it, vi } from "vitest";
import { embeddingMatcher } from "../../../../src/core/search/embedding-matcher.ts";
import type { EmbeddingCache } from "../../../../src/core/search/embedding-store.ts";
import type { SkillCandidate } from "../../../../src/core/search/skill-matcher.ts";
import { candidate, idsOf } from "./candidate.ts";

const AXES = ["cat", "dog", "fish"];
const vectorOf = (text: string): number[] => AXES.map((word) => text.split(word).length - 1);
const embedder = () => vi.fn(async (texts: readonly string[]): Promise<ArrayLike<number>[]> => texts.map(vectorOf));

const pets = [candidate("a", "cat cat dog"), candidate("b", "dog"), candidate("c", "fish"), candidate("d", "nothing")];

describe("embeddingMatcher", () => {
  it("ranks by cosine; what points elsewhere is no match", async () => {
    const matches = await embeddingMatcher(embedder()).match("cat", pets);
    expect(matches).toEqual([{ id: "a", score: expect.closeTo(2 / Math.sqrt(5), 5) }]);
    expect(await idsOf(embeddingMatcher(embedder()), "dog", pets)).toEqual(["b", "a"]);
  });

  it("counts what points away as 0", async () => {
    const embed = async (texts: readonly string[]): Promise<number[][]> => texts.map((text) => [text === "q" ? 1 : -1]);
    expect(await embeddingMatcher(embed).match("q", pets)).toEqual([]);
  });

  it("keeps to topK and to the threshold, inclusive", async () => {
    const matcher = embeddingMatcher(embedder());
    expect(await idsOf(matcher, "dog", pets, { topK: 1 })).toEqual(["b"]);
    expect(await idsOf(matcher, "dog", pets, { threshold: 1 })).toEqual(["b"]);
    expect(await idsOf(matcher, "dog", pets, { topK: 0 })).toEqual([]);
    await expect(matcher.match("dog", pets, { topK: -1 })).rejects.toThrow(RangeError);
    expect(await matcher.match(" ", pets)).toEqual([]);
    expect(await matcher.match("dog", [])).toEqual([]);
    expect(() => embeddingMatcher(embedder(), { batchSize: 0 })).toThrow(RangeError);
  });

  it("embeds in batches, and once per content", async () => {
    const embed = embedder();
    const matcher = embeddingMatcher(embed, { batchSize: 3 });
    const corpus = Array.from({ length: 7 }, (_, at) => candidate(`s${at}`, `cat ${at}`));
    await matcher.match("cat", corpus);
    expect(embed.mock.calls.map(([texts]) => texts.length)).toEqual([3, 3, 1, 1]);
    embed.mockClear();
    // Another revision with the same text, a twin, and one that is new.
    const [first, ...rest] = corpus as readonly SkillCandidate[] as readonly [SkillCandidate, ...SkillCandidate[]];
    const twin = { ...candidate("twin", "cat 1", "", "s1") };
    await matcher.match("dog", [{ ...first, revision: "2" }, ...rest, twin, candidate("new", "dog")]);
    expect(embed.mock.calls.map(([texts]) => texts.length)).toEqual([1, 1]);
  });

  it("embeds name, description and the beginning of the body", async () => {
    const embed = embedder();
    await embeddingMatcher(embed).match("q", [candidate("id", "Says what.", "x".repeat(9_000), "the-name")]);
    expect(embed.mock.calls[0]?.[0]).toEqual([`the-name\nSays what.\n${"x".repeat(2_000)}`]);
  });

  it("uses a cache across matchers", async () => {
    const cache = new Map<string, ArrayLike<number>>();
    await embeddingMatcher(embedder(), { cache }).match("cat", pets);
    expect(cache.size).toBe(4);
    expect([...cache.keys()].every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
    const embed = embedder();
    expect(await idsOf(embeddingMatcher(embed, { cache }), "dog", pets)).toEqual(["b", "a"]);
    expect(embed.mock.calls.map(([texts]) => texts)).toEqual([["dog"]]);
  });

  it.each<[string, unknown]>([
    ["too few vectors", []],
    ["no list", "vectors"],
    ["nothing", undefined],
    ["NaN", pets.map(() => [1, Number.NaN, 0])],
    ["infinity", pets.map(() => [1, Infinity, 0])],
    ["numbers too large", pets.map(() => [1e300, 1e300])],
    ["no numbers", pets.map(() => ["1", "2"])],
    ["empty vectors", pets.map(() => [])],
    ["null", pets.map(() => null)],
    ["other dimensions", pets.map((_, at) => Array(at + 1).fill(1))],
  ])("refuses %s", async (_, answer) => {
    const error: unknown = await embeddingMatcher(async () => answer as number[][])
      .match("cat", pets)
      .catch((caught) => caught);
    expect(SkillError.is(error, "embedding-invalid")).toBe(true);
  });

  it("refuses a query of another dimension", async () => {
    const embed = async (texts: readonly string[]): Promise<number[][]> =>
      texts.map((text) => (text === "q" ? [1] : [1, 2]));
    await expect(embeddingMatcher(embed).match("q", pets)).rejects.toThrow(/1 numbers where others have 2/);
  });

  const down = (): never => {
    throw new Error("The cache is down.");
  };
  const refuse = (): Promise<never> => Promise.reject(new Error("The cache is down."));

  it.each<[string, EmbeddingCache]>([
    ["null", { get: () => null, set: () => undefined }],
    ["null, later", { get: async () => null, set: async () => undefined }],
    ["a failure", { get: refuse, set: refuse }],
    ["a failure at once", { get: down, set: down }],
    ["a failure to keep", { get: () => undefined, set: refuse }],
    ["a vector of another model", { get: () => [1, 2, 3, 4], set: () => undefined }],
    ["no vector", { get: () => "[1,2,3]" as unknown as number[], set: () => undefined }],
    ["an empty vector", { get: () => [], set: () => undefined }],
    ["NaN", { get: () => [Number.NaN, 1, 1], set: () => undefined }],
  ])("takes %s from a cache as nothing", async (_, cache) => {
    expect(await idsOf(embeddingMatcher(embedder(), { cache }), "dog", pets)).toEqual(["b", "a"]);
  });

  it("replaces the vectors of another model in its cache", async () => {
    const cache = new Map<string, ArrayLike<number>>();
    await embeddingMatcher(async (texts) => texts.map(() => [1, 2, 3, 4]), { cache }).match("cat", pets);
    const embed = embedder();
    expect(await idsOf(embeddingMatcher(embed, { cache }), "dog", pets)).toEqual(["b", "a"]);
    expect([...cache.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3]);
  });

  it("asks nothing for an empty corpus, with a cache or without", async () => {
    const embed = embedder();
    expect(await embeddingMatcher(embed, { cache: new Map() }).match("dog", [])).toEqual([]);
    expect(embed).not.toHaveBeenCalled();
  });

  it("stops at a cache that does not answer when told to", async () => {
    const cache = { get: () => new Promise<never>(() => undefined), set: () => undefined };
    const controller = new AbortController();
    const leaving = embeddingMatcher(embedder(), { cache }).match("dog", pets, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    await expect(leaving).rejects.toThrow("enough");
  });

  it("fails with the embedder, keeps nothing half-built, and recovers", async () => {
    const embed = embedder();
    const matcher = embeddingMatcher(embed, { batchSize: 2 });
    embed.mockImplementationOnce(async (texts) => texts.map(vectorOf)).mockRejectedValueOnce(new Error("quota"));
    await expect(matcher.match("dog", pets)).rejects.toThrow("quota");
    expect(await idsOf(matcher, "dog", pets)).toEqual(["b", "a"]);
    // The batch that had succeeded was not paid for again.
    expect(embed.mock.calls.map(([texts]) => texts.length)).toEqual([2, 2, 2, 1]);
  });

  it("embeds once for several at the same time; one may leave", async () => {
    const embed = embedder();
    const matcher = embeddingMatcher(embed);
    const controller = new AbortController();
    const leaving = matcher.match("cat", pets, { signal: controller.signal });
    const staying = idsOf(matcher, "dog", pets);
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    expect(await staying).toEqual(["b", "a"]);
    expect(embed.mock.calls.filter(([texts]) => texts.length > 1)).toHaveLength(1);
  });

  it("hands the embedder a signal that is aborted when nobody waits any more", async () => {
    let seen: AbortSignal | undefined;
    const embed = async (_: readonly string[], { signal }: { signal?: AbortSignal }): Promise<number[][]> => {
      seen = signal;
      return new Promise(() => undefined);
    };
    const controller = new AbortController();
    const leaving = embeddingMatcher(embed).match("cat", pets, { signal: controller.signal });
    await vi.waitFor(() => expect(seen).toBeDefined());
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    expect(seen?.aborted).toBe(true);
  });
});
