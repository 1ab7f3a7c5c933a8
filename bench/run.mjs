// Measures the reader against its peers and prints the table that bench/RESULTS.md keeps. Ratios, not times, are the
// result: every contestant runs in a process of its own, all of them in turn, several rounds.
//
//   node bench/run.mjs [--rounds 5] [--write]

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contestants } from "./format-contestants.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, write: { type: "boolean", default: false } },
});
const child = fileURLToPath(new URL("measure-child.mjs", import.meta.url));
const OURS = "tradecraft, parse + validate";
const BARS = [
  ["js-yaml 4.3.2, bare load", 1.0],
  ["js-yaml 5.5.0, bare load", 1.0],
  ["skills-ref 0.1.5, parseFrontmatter", 2.5],
];

function measure(name) {
  return JSON.parse(execFileSync(process.execPath, ["--no-warnings", child, name], { encoding: "utf8" }));
}

const results = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const name of Object.keys(contestants)) {
    process.stderr.write(`round ${round}: ${name}\n`);
    results[name].push(measure(name));
  }
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const best = (name) => Math.min(...results[name].map((result) => result.best));
const median = (name) => middle(results[name].map((result) => result.median));
const { fileCount } = results[OURS][0];

const rows = Object.keys(contestants).map((name) => {
  const files = Math.round((fileCount / best(name)) * 1000).toLocaleString("en");
  return `| ${name} | ${best(name).toFixed(1)} | ${median(name).toFixed(1)} | ${files} | ${(best(name) / best(OURS)).toFixed(2)} × |`;
});
const bars = BARS.map(([name, bar]) => {
  const ratio = best(name) / best(OURS);
  return { name, bar, ratio, met: ratio >= bar };
});
const table = [
  `${fileCount} files of the corpus, from memory; milliseconds per pass, best and median of ${values.rounds} rounds of 40 passes.`,
  "",
  "| contestant | best ms | median ms | files/s | time against parse + validate |",
  "| --- | ---: | ---: | ---: | ---: |",
  ...rows,
  "",
  "| bar: parse + validate against | wanted | measured | |",
  "| --- | ---: | ---: | --- |",
  ...bars.map(
    ({ name, bar, ratio, met }) =>
      `| ${name} | ≥ ${bar.toFixed(1)} × | ${ratio.toFixed(2)} × | ${met ? "met" : "missed"} |`,
  ),
].join("\n");
console.log(table);

if (values.write) {
  const file = new URL("RESULTS.md", import.meta.url);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(<!-- reader -->\n)[\s\S]*?(<!-- \/reader -->)/, `$1\n${table}\n\n$2`));
}
process.exitCode = bars.every(({ met }) => met) ? 0 : 1;
