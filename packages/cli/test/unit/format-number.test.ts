import { expect, it } from "vitest";
import { formatBytes, formatCount } from "../../src/text/format-number.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [1234, "1.2k"],
  [9949, "9.9k"],
  [9960, "10k"],
  [999_499, "999k"],
  [999_600, "1M"],
  [3_200_000, "3.2M"],
])("counts %d as %s", (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

it("writes sizes with their unit", () => {
  expect([0, 512, 1800, 16_000_000].map(formatBytes)).toEqual(["0 B", "512 B", "1.8 kB", "16 MB"]);
});
