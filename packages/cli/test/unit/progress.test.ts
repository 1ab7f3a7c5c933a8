import { expect, it } from "vitest";
import { createProgress } from "../../src/check/progress.ts";

function record(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 0 };
  const progress = createProgress({ write: (text) => written.push(text), isTTY }, () => clock.time);
  return { written, clock, progress };
}

it("says nothing on a short run", () => {
  const { written, clock, progress } = record(true);
  for (clock.time = 0; clock.time < 300; clock.time += 10) progress.update(clock.time);
  progress.clear();
  expect(written).toEqual([]);
});

it("draws one line on a long run, rarely, and erases it", () => {
  const { written, clock, progress } = record(true);
  for (clock.time = 0; clock.time < 1000; clock.time += 1) progress.update(clock.time);
  progress.clear();
  progress.clear();
  expect(written.length).toBeLessThan(12);
  expect(written[0]).toBe("\r\u001b[2KChecking… 300 skills, 0.3 s");
  expect(written.filter((text) => text === "\r\u001b[2K")).toHaveLength(1);
  expect(written.at(-1)).toBe("\r\u001b[2K");
});

it("writes nothing where there is no terminal", () => {
  const { written, clock, progress } = record(false);
  clock.time = 10_000;
  progress.update(5);
  progress.clear();
  expect(written).toEqual([]);
});
