import { expect, it } from "vitest";
import { createSourceProgress } from "../../../src/supply/source-progress.ts";

function record(isTTY: boolean) {
  let written = "";
  const clock = { time: 0 };
  const stream = { write: (text: string | Uint8Array) => (written += String(text)), isTTY, columns: 40 };
  const progress = createSourceProgress(stream, { now: () => clock.time });
  return { clock, progress, take: () => [written, (written = "")][0] };
}

it("says nothing on a short run, nor where there is no terminal", () => {
  const short = record(true);
  short.clock.time = 200;
  short.progress.update({ source: "a", text: "cloning" });
  short.progress.clear();
  expect(short.take()).toBe("");
  const piped = record(false);
  piped.clock.time = 5000;
  piped.progress.update({ source: "a", text: "cloning" });
  expect(piped.take()).toBe("");
});

it("has a line for each source at work, made safe and cut to the terminal", () => {
  const { clock, progress, take } = record(true);
  clock.time = 400;
  progress.update({ source: "a", text: "cloning" });
  expect(take()).toBe("a  cloning\n");
  clock.time = 500;
  progress.update({ source: "b\u001b[2J", text: "x".repeat(100) });
  expect(take()).toBe(`\u001b[1A\r\u001b[Ja  cloning\nb␛[2J  ${"x".repeat(31)}…\n`);
  clock.time = 600;
  progress.update({ source: "a", text: "done", isDone: true });
  expect(take()).toContain("\u001b[2A\r\u001b[Jb␛[2J");
  progress.clear();
  progress.clear();
  expect(take()).toBe("\u001b[1A\r\u001b[J");
});

it("counts what has no line", () => {
  const { clock, progress, take } = record(true);
  for (let at = 0; at < 12; at++) progress.update({ source: `s${at}`, text: "cloning" });
  clock.time = 1000;
  progress.update({ source: "s0", text: "reading" });
  expect(take()?.split("\n")).toEqual([
    "s0  reading",
    ...Array.from({ length: 7 }, (_, at) => `s${at + 1}  cloning`),
    "and 4 more",
    "",
  ]);
});
