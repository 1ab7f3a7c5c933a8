import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksum } from "../../../../src/core/search/checksum.ts";
import { lexicalMatcher, type LexicalMatcher } from "../../../../src/core/search/lexical-matcher.ts";
import { candidate, idsOf, reads, type TestCandidate } from "./candidate.ts";

const QUERIES = ["alpha", "beta word7", "报告", "own3", "the", "s5", "zetaEta"];

function corpus(count = 40): TestCandidate[] {
  return Array.from({ length: count }, (_, at) =>
    candidate(`s${at}\ud800`, `alpha the word${at % 11} 报告`, `beta zetaEta own${at}`, `s${at}`, `r${at}`),
  );
}

async function snapshotOf(skills: TestCandidate[]): Promise<Uint8Array> {
  const matcher = lexicalMatcher();
  await matcher.match("", skills);
  return matcher.snapshot() ?? new Uint8Array();
}

function restored(bytes: Uint8Array): LexicalMatcher {
  const matcher = lexicalMatcher();
  matcher.restore(bytes);
  return matcher;
}

/** The bytes with a header that fits them: what only a forger would write. */
function forged(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(8, checksum(copy.subarray(12)), true);
  return copy;
}

describe("snapshot", () => {
  it("comes back without reading a body, and ranks the same", async () => {
    const bytes = await snapshotOf(corpus());
    const unread = corpus();
    const matcher = restored(bytes);
    for (const query of QUERIES) {
      expect(await matcher.match(query, unread)).toEqual(await lexicalMatcher().match(query, corpus()));
    }
    expect(reads(unread)).toEqual(unread.map(() => 0));
  });

  it("leaves out what was removed, and can be added to", async () => {
    const matcher = lexicalMatcher();
    await matcher.match("", corpus(60));
    await matcher.match("", corpus(20));
    const next = restored(matcher.snapshot() ?? new Uint8Array());
    const skills = corpus(30);
    for (const query of QUERIES)
      expect(await next.match(query, skills)).toEqual(await lexicalMatcher().match(query, corpus(30)));
    expect(reads(skills)).toEqual([...Array(20).fill(0), ...Array(10).fill(1)]);
  });

  it("is nothing while there is nothing to keep", async () => {
    const matcher = lexicalMatcher();
    expect(matcher.snapshot()).toBeUndefined();
    const running = matcher.match("alpha", corpus());
    expect(matcher.snapshot()).toBeUndefined();
    await running;
    expect(matcher.snapshot()).toBeInstanceOf(Uint8Array);
  });

  it("does not replace an index that is there", async () => {
    const bytes = await snapshotOf([candidate("old", "alpha")]);
    const matcher = lexicalMatcher();
    const skills = [candidate("new", "alpha")];
    await matcher.match("", skills);
    matcher.restore(bytes);
    expect(await idsOf(matcher, "alpha", skills)).toEqual(["new"]);
  });

  it("is ignored if it is of another version, cut short, longer or garbage", async () => {
    const bytes = await snapshotOf(corpus());
    const other = bytes.slice();
    other[4] = 99;
    const bad = [other, bytes.slice(0, -1), bytes.slice(0, 20), new Uint8Array(), new Uint8Array([...bytes, 0])];
    for (const snapshot of [...bad, new Uint8Array(1_000).fill(255)]) {
      const skills = corpus(3);
      const matcher = restored(snapshot);
      expect(matcher.snapshot()).toBeUndefined();
      expect(await idsOf(matcher, "own2", skills)).toEqual(["s2\ud800"]);
      expect(reads(skills)).toEqual([1, 1, 1]);
    }
  });

  it("is ignored with any byte changed", async () => {
    const bytes = await snapshotOf(corpus(6));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (1 + (at % 255));
      expect(restored(damaged).snapshot()).toBeUndefined();
    }
  });

  it("does no harm even if its checksum was made to fit", async () => {
    const bytes = await snapshotOf(corpus(6));
    const skills = corpus(6);
    const change = fc.tuple(fc.nat(bytes.length - 13), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(bytes.length), async (changes, cut) => {
        const copy = bytes.slice(0, cut % 3 === 0 ? Math.max(12, cut) : undefined);
        for (const [at, value] of changes) if (at + 12 < copy.length) copy[at + 12] = value;
        const matches = await restored(forged(copy)).match("alpha beta own3", skills, { topK: 3 });
        for (const { score } of matches) expect(score > 0 && score <= 1).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("allocates nothing for what a forger announces", () => {
    const huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
    const header = [0x53, 0x43, 0x54, 0x58, 2, 0, 0, 0, 0, 0, 0, 0];
    for (const rest of [huge, [0, ...huge], [1, ...huge], [0, 0, ...huge]]) {
      const before = process.memoryUsage().arrayBuffers;
      expect(restored(forged(new Uint8Array([...header, ...rest]))).snapshot()).toBeUndefined();
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
    }
  });
});
