import { describe, expect, it, vi } from "vitest";
import { hybridMatcher } from "../../../../src/core/search/hybrid-matcher.ts";
import { lexicalMatcher } from "../../../../src/core/search/lexical-matcher.ts";
import type { SkillMatcher, SkillMatchOptions } from "../../../../src/core/search/skill-matcher.ts";
import { candidate, idsOf, reads } from "./candidate.ts";

/** A matcher that always answers the same. */
function fixed(...ids: string[]): SkillMatcher {
  return {
    match: async (_, __, { topK = Infinity }: SkillMatchOptions = {}) =>
      ids.slice(0, topK).map((id) => ({ id, score: 0.5 })),
  };
}
const broken: SkillMatcher = { match: async () => Promise.reject(new Error("down")) };

describe("hybridMatcher", () => {
  it("adds up what each rank earns, as a share of first everywhere", async () => {
    const matches = await hybridMatcher([fixed("a", "b"), fixed("a", "c")]).match("q", []);
    expect(matches).toEqual([
      { id: "a", score: 1 },
      { id: "b", score: expect.closeTo(1 / 12 / (2 / 11), 10) },
      { id: "c", score: expect.closeTo(1 / 12 / (2 / 11), 10) },
    ]);
  });

  it("weighs matchers and ranks as told", async () => {
    expect(await idsOf(hybridMatcher([fixed("a"), fixed("b")], { weights: [1, 2] }), "q", [])).toEqual(["b", "a"]);
    const lists = [fixed("a", "b", "c"), fixed("d", "c", "b")];
    expect((await idsOf(hybridMatcher(lists, { k: 0 }), "q", []))[0]).toBe("a");
    expect((await idsOf(hybridMatcher(lists, { k: 60 }), "q", []))[0]).toBe("b");
  });

  it("keeps to topK and to the threshold, inclusive", async () => {
    const matcher = hybridMatcher([fixed("a", "b"), fixed("a", "c")]);
    expect(await idsOf(matcher, "q", [], { topK: 2 })).toEqual(["a", "b"]);
    expect(await idsOf(matcher, "q", [], { topK: 0 })).toEqual([]);
    expect(await idsOf(matcher, "q", [], { threshold: 1 })).toEqual(["a"]);
    await expect(matcher.match("q", [], { topK: -1 })).rejects.toThrow(RangeError);
  });

  it("looks deeper into each ranking than it answers", async () => {
    const deep = fixed(...Array.from({ length: 50 }, (_, at) => `x${at}`), "both");
    const matcher = hybridMatcher([deep, fixed("both")], { weights: [1, 9] });
    expect(await matcher.match("q", [], { topK: 1 })).toEqual([
      { id: "both", score: expect.closeTo((1 / 61 + 9 / 11) / (10 / 11), 10) },
    ]);
  });

  it("fails if one of them fails, unless told otherwise", async () => {
    await expect(hybridMatcher([fixed("a"), broken]).match("q", [])).rejects.toThrow("down");
    const onFailure = vi.fn();
    expect(await hybridMatcher([fixed("a"), broken], { onFailure }).match("q", [])).toEqual([{ id: "a", score: 1 }]);
    expect(onFailure.mock.calls).toEqual([[new Error("down"), 1]]);
    await expect(hybridMatcher([broken, broken], { onFailure }).match("q", [])).rejects.toThrow("down");
  });

  it("does not take an abort for a failure", async () => {
    const controller = new AbortController();
    const slow: SkillMatcher = {
      match: async () => {
        controller.abort(new Error("enough"));
        throw controller.signal.reason;
      },
    };
    const matcher = hybridMatcher([fixed("a"), slow], { onFailure: () => expect.fail("told") });
    await expect(matcher.match("q", [], { signal: controller.signal })).rejects.toThrow("enough");
  });

  it.each([
    { k: -1 },
    { k: Number.NaN },
    { depth: 0 },
    { weights: [1] },
    { weights: [1, -1] },
    { weights: [1, Number.NaN] },
  ])("refuses %j", (options) => expect(() => hybridMatcher([fixed("a"), fixed("b")], options)).toThrow(RangeError));
  it("refuses to be of nothing", () => expect(() => hybridMatcher([])).toThrow(RangeError));

  it("keeps the snapshots of those that have one", async () => {
    const skills = [candidate("a", "alpha", "text")];
    const make = (): SkillMatcher => hybridMatcher([fixed("a"), lexicalMatcher()]);
    const matcher = make();
    expect(matcher.snapshot?.()).toBeUndefined();
    await matcher.match("alpha", skills);
    const bytes = matcher.snapshot?.() ?? new Uint8Array();
    const unread = [candidate("a", "alpha", "text")];
    const next = make();
    next.restore?.(bytes);
    expect(await next.match("text", unread)).toEqual(await matcher.match("text", skills));
    expect(reads(unread)).toEqual([0]);
    for (const bad of [bytes.slice(1), bytes.slice(0, -1), new Uint8Array(3), new Uint8Array(64).fill(255)])
      make().restore?.(bad);
  });
});
