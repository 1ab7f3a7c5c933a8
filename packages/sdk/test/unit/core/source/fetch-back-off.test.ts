import { describe, expect, it } from "vitest";
import { type BackOff, backOffAfter, standingFailure } from "../../../../src/core/source/http/back-off.ts";

describe("backOffAfter", () => {
  it("waits only after a failure that took long", () => {
    expect(backOffAfter("error", { took: 999, now: 5, before: undefined })).toBeUndefined();
    expect(backOffAfter("error", { took: 1000, now: 5, before: undefined })).toEqual({
      error: "error",
      since: 5,
      wait: 30_000,
    });
  });

  it("waits longer each time, up to five minutes", () => {
    let backOff: BackOff | undefined;
    const waits = Array.from({ length: 6 }, () => {
      backOff = backOffAfter("error", { took: 1000, now: 0, before: backOff });
      return backOff?.wait;
    });
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  });
});

it.each([
  [100, true],
  [129, true],
  [130, false],
  [99, false],
])("a failure at 100 that stands for 30, at %i: %s", (now, stands) => {
  const backOff = { error: "error", since: 100, wait: 30 };
  expect(standingFailure(backOff, now)).toBe(stands ? backOff : undefined);
  expect(standingFailure(undefined, now)).toBeUndefined();
});
