import { describe, expect, it } from "vitest";
import { parseCacheControl, parseRetryAfter } from "../../../../src/core/source/http/cache-control.ts";

describe("parseCacheControl", () => {
  it.each([
    [null, null, { noStore: false, freshMs: 0 }],
    ["", null, { noStore: false, freshMs: 0 }],
    ["max-age=60", null, { noStore: false, freshMs: 60_000 }],
    ["public, Max-Age=60", "10", { noStore: false, freshMs: 50_000 }],
    ["max-age=60", "100", { noStore: false, freshMs: 0 }],
    ["max-age=60", "soon", { noStore: false, freshMs: 60_000 }],
    ['max-age="60"', null, { noStore: false, freshMs: 60_000 }],
    ["max-age = 60", null, { noStore: false, freshMs: 60_000 }],
    ["max-age=-1", null, { noStore: false, freshMs: 0 }],
    ["max-age=1e9", null, { noStore: false, freshMs: 0 }],
    ["max-age", null, { noStore: false, freshMs: 0 }],
    ["max-age=99999999999999999999", null, { noStore: false, freshMs: 31_536_000_000 }],
    ["max-age=5, max-age=500", null, { noStore: false, freshMs: 5000 }],
    ["s-maxage=60", null, { noStore: false, freshMs: 0 }],
    ["max-age=60, no-cache", null, { noStore: false, freshMs: 0 }],
    ["NO-STORE", null, { noStore: true, freshMs: 0 }],
    ["max-age=1, stale-if-error=30", null, { noStore: false, freshMs: 1000, staleIfErrorMs: 30_000 }],
    ['private="no-store", max-age=1', null, { noStore: false, freshMs: 1000 }],
    ["=,;=;,,", null, { noStore: false, freshMs: 0 }],
  ])("reads %j with age %j", (header, age, policy) => {
    expect(parseCacheControl(header, age)).toEqual(policy);
  });

  it("reads a long header in little time", { retry: 2 }, () => {
    const start = performance.now();
    parseCacheControl(`${"a".repeat(50_000)}${" =".repeat(50_000)}`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("parseRetryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each([
    [null, undefined],
    ["", undefined],
    ["3", 3000],
    [" 3 ", 3000],
    ["-3", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["Xyz, 99 Foo", undefined],
  ])("reads %j", (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait);
  });
});
