// What Markdown that is made to be slow costs the linter, against prose of the same length in lines of the same length: 1 MB
// each, in turn. Where reading is linear, the ratio stays small whatever the text.
//
//   node bench/hostile-markdown.mjs [--rounds 5] [--write]

import { parseArgs } from "node:util";
import { lintSkill } from "@tradecraft/sdk";
import { hostileUnits as units } from "../test/support/hostile-markdown.mjs";
import { middle, writeSection } from "./report.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, write: { type: "boolean", default: false } },
});
const rounds = Number(values.rounds);
const bar = 10;
const MEGABYTE = 2 ** 20;
const prose = "Read the task, then do each step in order and check what came out. ";

function skillOf(unit, length) {
  const line = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return `---\nname: demo\ndescription: Does things. Use when things are to be done.\n---\n\n${`${line}\n`.repeat(MEGABYTE / length)})`;
}

function timed(raw) {
  const started = performance.now();
  lintSkill(raw, { files: [] });
  return performance.now() - started;
}

const rows = [];
let worst = 0;
for (const length of [200, 9_900, MEGABYTE]) {
  const benign = skillOf(prose, length);
  const found = units.map((unit) => {
    const hostile = skillOf(unit, length);
    const times = { benign: [], hostile: [] };
    for (let round = -1; round < rounds; round++) {
      const order = [
        ["benign", benign],
        ["hostile", hostile],
      ];
      if (round % 2 === 0) order.reverse();
      for (const [kind, raw] of order) {
        const time = timed(raw);
        if (round >= 0) times[kind].push(time);
      }
    }
    const [plain, slow] = [middle(times.benign), middle(times.hostile)];
    return { unit, plain, slow, ratio: slow / plain };
  });
  const last = found.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  worst = Math.max(worst, last.ratio);
  const typical = middle(found.map(({ ratio }) => ratio));
  const shown = `${last.slow.toFixed(0)} ms against ${last.plain.toFixed(0)} ms, ${last.ratio.toFixed(2)} ×`;
  rows.push(`| ${length.toLocaleString("en")} | ${typical.toFixed(2)} × | ${shown} | \`\` ${last.unit.trim()} \`\` |`);
}
const table = [
  "| characters in a line | median of the texts | slowest text, against prose | which |",
  "|---:|---:|---:|---|",
  ...rows,
  "",
  `1 MB each, ${units.length} texts, medians of ${rounds} rounds. Bar: ≤ ${bar} ×; worst: ${worst.toFixed(2)} × ${worst <= bar ? "(met)" : "(not met)"}.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("hostile-markdown", table);
if (worst > bar) process.exitCode = 1;
