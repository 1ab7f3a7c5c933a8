import { expect, it } from "vitest";
import { createProgress } from "../../src/text/progress.ts";

function record(isTTY: boolean) {
  const written: (string | Uint8Array)[] = [];
  const clock = { time: 0 };
  const progress = createProgress({ write: (text) => written.push(text), isTTY }, { now: () => clock.time });
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

it("says what is being done", () => {
  const written: (string | Uint8Array)[] = [];
  const clock = { time: 0 };
  const stream = { write: (text: string | Uint8Array) => written.push(text), isTTY: true };
  const progress = createProgress(stream, { verb: "Measuring", now: () => clock.time });
  clock.time = 1000;
  progress.update(1);
  expect(written).toEqual(["\r\u001b[2KMeasuring… 1 skill, 1.0 s"]);
});

it("writes nothing where there is no terminal", () => {
  const { written, clock, progress } = record(false);
  clock.time = 10_000;
  progress.update(5);
  progress.clear();
  expect(written).toEqual([]);
});
