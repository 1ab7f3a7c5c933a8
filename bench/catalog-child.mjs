// One contestant on a tree of skills, in a process of its own.
//
//   node bench/catalog-child.mjs <contestant> <root> <cache folder> <rounds>
//
// Prints { first, median, stall, skills, opened }: milliseconds of the first round and of the median one, the longest time
// that the event loop stood still in any round, how many skills were listed, and how many files the last round opened.

import fs from "node:fs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { folderSkillSource } from "@tradecraft/sdk/node";

const [contestant, root, cache, rounds] = process.argv.slice(2);
const paths = readdirSync(root)
  .sort()
  .map((name) => join(root, name, "SKILL.md"));
const buffer = Buffer.allocUnsafe(4096);
let opened = 0;
let kept = 0;

function readHeads(use) {
  for (const path of paths) {
    const file = fs.openSync(path, "r");
    const length = fs.readSync(file, buffer, 0, 4096, 0);
    fs.closeSync(file);
    use(length);
  }
  return paths.length;
}

const list = async (index) => (await folderSkillSource(root, { index }).list()).length;

const contestants = {
  "head bytes": () => readHeads(() => undefined),
  "head texts": () => readHeads((length) => (kept += buffer.toString("utf8", 0, length).length)),
  cold: () => list(false),
  "cold, writing the index": () => {
    fs.rmSync(cache, { recursive: true, force: true });
    return list({ folder: cache });
  },
  warm: () => list({ folder: cache }),
};

/** The longest time between two turns of the event loop while work is under way. */
async function longestStall(work) {
  let longest = 0;
  let last = performance.now();
  let done = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  // What goes on behind the caller's back counts too.
  await new Promise((resolve) => setTimeout(resolve, 200));
  done = true;
  return { result, longest };
}

const run = contestants[contestant];
const times = [];
let skills = 0;
for (let round = 0; round < Number(rounds); round++) {
  const start = performance.now();
  skills = await run();
  times.push(performance.now() - start);
}
const { openSync } = fs;
fs.openSync = (...args) => {
  opened++;
  return openSync(...args);
};
const { longest } = await longestStall(run);
fs.openSync = openSync;
const [first] = times;
times.sort((a, b) => a - b);
console.log(JSON.stringify({ first, median: times[times.length >> 1], stall: longest, skills, opened, kept }));
