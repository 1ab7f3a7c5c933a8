import { describe, expect, it, vi } from "vitest";
import { lexicalMatcher } from "../../../../src/core/search/lexical-matcher.ts";
import type { SkillCandidate } from "../../../../src/core/search/skill-matcher.ts";
import { candidate, idsOf, reads, type TestCandidate } from "./candidate.ts";

interface Held {
  readonly skill: TestCandidate;
  readonly release: (body?: string) => void;
  readonly fail: () => void;
}

/** A skill whose body comes when the test says so. */
function held(id: string, description = "remote", revision = "1"): Held {
  let resolve: (body: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...settle) => ([resolve, reject] = settle));
  promise.catch(() => undefined);
  return {
    skill: { ...candidate(id, description, "", id, revision), body: vi.fn(async () => promise) },
    release: (body = `late ${id}`) => resolve(body),
    fail: () => reject(new Error("disk")),
  };
}

/** A machine that does other things too needs time. */
const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 });
const hung = (count: number): Held[] => Array.from({ length: count }, (_, at) => held(`h${at}`));
const skills = (list: readonly Held[]): TestCandidate[] => list.map(({ skill }) => skill);

describe("bodies that do not come", () => {
  it("hold up a match for the wait only; names, descriptions and the other bodies count", async () => {
    const corpus = [...skills(hung(20)), candidate("local", "here", "zebra"), ...skills(hung(320)).slice(20)];
    const matcher = lexicalMatcher({ bodyWait: 30 });
    const start = performance.now();
    expect(await idsOf(matcher, "zebra", corpus)).toEqual(["local"]);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(await idsOf(matcher, "h300", corpus)).toEqual(["h300"]);
    expect(await matcher.match("remote", corpus)).toHaveLength(320);
  });

  it("hold up a match by default as well, and not for long", { timeout: 10_000 }, async () => {
    const corpus = [held("a").skill, candidate("b", "here", "zebra")];
    expect(await idsOf(lexicalMatcher(), "zebra", corpus)).toEqual(["b"]);
  });

  it("do not hold up later matches, nor does anybody ask for them twice", { retry: 2 }, async () => {
    const corpus = skills(hung(3));
    const matcher = lexicalMatcher({ bodyWait: 400 });
    await matcher.match("remote", corpus);
    const start = performance.now();
    expect(await matcher.match("remote", corpus)).toHaveLength(3);
    expect(performance.now() - start).toBeLessThan(200);
    expect(reads(corpus)).toEqual([1, 1, 1]);
  });

  it("hold up a match in all for ten times the wait, if they come one by one", async () => {
    const slow = Array.from({ length: 1_000 }, (_, at) => ({
      ...candidate(`s${at}`, "remote"),
      body: () => new Promise<string>((resolve) => setTimeout(resolve, (at + 1) * 10, "late")),
    }));
    const start = performance.now();
    expect(await lexicalMatcher({ bodyWait: 20 }).match("remote", slow)).toHaveLength(1_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("are waited for without end if that is wanted", async () => {
    const { skill, release } = held("a");
    setTimeout(release, 60);
    expect(await idsOf(lexicalMatcher({ bodyWait: Infinity }), "late", [skill])).toEqual(["a"]);
    expect(() => lexicalMatcher({ bodyWait: -1 })).toThrow(RangeError);
    expect(() => lexicalMatcher({ bodyWait: Number.NaN })).toThrow(RangeError);
  });

  it("are not read with more than 32 at once, then or later", async () => {
    let [open, most] = [0, 0];
    const list = hung(100).map((one) => {
      const { body } = one.skill;
      const counted = vi.fn(async () => {
        most = Math.max(most, ++open);
        return body().finally(() => open--);
      });
      return { ...one, skill: { ...one.skill, body: counted } };
    });
    const corpus = skills(list);
    const matcher = lexicalMatcher({ bodyWait: 30 });
    await matcher.match("remote", corpus);
    expect(open).toBe(32);
    for (const { release } of list) release();
    await eventually(async () => expect(await matcher.match("late", corpus)).toHaveLength(100));
    expect(most).toBe(32);
  });
});

describe("bodies that come late", () => {
  it("count in the next match, and then rank as in a fresh index", async () => {
    const list = hung(50);
    const corpus = [...skills(list), candidate("local", "here", "late zebra")];
    const matcher = lexicalMatcher({ bodyWait: 30 });
    expect(await idsOf(matcher, "late", corpus)).toEqual([]);
    list[0]?.release();
    await eventually(async () => expect(await idsOf(matcher, "late h0", corpus)).toContain("h0"));
    for (const { release } of list) release();
    await eventually(async () => expect(await matcher.match("late", corpus)).toHaveLength(51));
    for (const query of ["late", "h7 late", "remote zebra", "h49"]) {
      expect(await matcher.match(query, corpus)).toEqual(await lexicalMatcher().match(query, corpus));
    }
  });

  it("are there for those who match while they are added", async () => {
    const list = hung(200);
    const corpus = skills(list);
    const matcher = lexicalMatcher({ bodyWait: 10 });
    await matcher.match("remote", corpus);
    for (const { release } of list) release("late text ".repeat(500));
    for (let round = 0; round < 20; round++) expect(await matcher.match("remote", corpus)).toHaveLength(200);
    await eventually(async () => expect(await matcher.match("late", corpus)).toHaveLength(200));
  });

  it("are asked for again in another corpus, and what came for the old one is left", async () => {
    const old = held("a");
    const matcher = lexicalMatcher({ bodyWait: 10 });
    await matcher.match("x", [old.skill]);
    const same = candidate("a", "remote", "new text");
    const next = [same];
    expect(await idsOf(matcher, "new", next)).toEqual(["a"]);
    old.release("old text");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await idsOf(matcher, "old", next)).toEqual([]);
    expect(reads(next)).toEqual([1]);
  });

  it("leave the skill as it is if they fail", async () => {
    const [a, b] = [held("a"), held("b")];
    const corpus = [a.skill, b.skill];
    const matcher = lexicalMatcher({ bodyWait: 10 });
    await matcher.match("x", corpus);
    a.fail();
    b.release();
    await eventually(async () => expect(await idsOf(matcher, "late", corpus)).toEqual(["b"]));
    expect(await idsOf(matcher, "remote", corpus)).toEqual(["a", "b"]);
  });

  it("keep the index from being put away before they are in", async () => {
    const { skill, release } = held("a");
    const corpus = [skill];
    const matcher = lexicalMatcher({ bodyWait: 10 });
    await matcher.match("x", corpus);
    expect(matcher.snapshot()).toBeUndefined();
    release();
    await eventually(() => expect(matcher.snapshot()).toBeInstanceOf(Uint8Array));
  });

  it("are left when all who wait leave before the wait is over", async () => {
    const list = hung(40);
    const corpus = skills(list);
    const matcher = lexicalMatcher();
    const controller = new AbortController();
    const leaving = matcher.match("late", corpus, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 10);
    await expect(leaving).rejects.toThrow("enough");
    for (const { release } of list) release();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(reads(corpus).filter((count) => count > 0)).toHaveLength(32);
    expect(await matcher.match("late", corpus)).toHaveLength(40);
  });
});

describe("bodyWeight 0", () => {
  it("reads no body", async () => {
    const corpus = [candidate("a", "alpha", "zebra")];
    const matcher = lexicalMatcher({ bodyWeight: 0 });
    expect(await idsOf(matcher, "alpha", corpus)).toEqual(["a"]);
    expect(await idsOf(matcher, "zebra", corpus)).toEqual([]);
    expect(reads(corpus)).toEqual([0]);
  });

  it.each([
    [0, 0.5],
    [0.5, 0],
  ])("does not take an index made with weight %d for one with %d", async (before, after) => {
    const corpus: readonly SkillCandidate[] = [candidate("a", "alpha", "zebra")];
    const first = lexicalMatcher({ bodyWeight: before });
    await first.match("", corpus);
    const snapshot = first.snapshot() ?? new Uint8Array();
    const second = lexicalMatcher({ bodyWeight: after });
    second.restore(snapshot);
    expect(second.snapshot()).toBeUndefined();
    expect(await idsOf(second, "zebra", corpus)).toEqual(after === 0 ? [] : ["a"]);
  });

  it("takes over an index made with other weights", async () => {
    const first = lexicalMatcher({ bodyWeight: 1, nameWeight: 9, k1: 1 });
    await first.match("", [candidate("a", "alpha", "zebra")]);
    const second = lexicalMatcher();
    second.restore(first.snapshot() ?? new Uint8Array());
    const corpus = [candidate("a", "alpha", "zebra")];
    expect(await idsOf(second, "zebra", corpus)).toEqual(["a"]);
    expect(reads(corpus)).toEqual([0]);
  });
});
