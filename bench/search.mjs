// Measures the search and prints the tables that bench/RESULTS.md keeps: quality, cost against minisearch, growth.
//
//   node bench/search.mjs [--rounds 3] [--write]

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { searchContestants } from "./search-contestants.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, write: { type: "boolean", default: false } },
});
const OURS = "tradecraft";
const PEER = "minisearch 7.2.0";
const SIZES = [1_000, 10_000, 100_000];
const names = Object.keys(searchContestants);
const child = fileURLToPath(new URL("search-child.mjs", import.meta.url));

function measure(job, argument) {
  process.stderr.write(`${job}: ${argument}\n`);
  const output = execFileSync(process.execPath, ["--no-warnings", "--expose-gc", child, job, String(argument)], {
    encoding: "utf8",
  });
  return JSON.parse(output);
}

const row = (...cells) => `| ${cells.join(" | ")} |`;
const share = (value) => value.toFixed(3);
const bars = [];
const bar = (name, wanted, measured, met) => bars.push(row(name, wanted, measured, met ? "met" : "missed")) && met;

function qualityTable() {
  const figures = ({ r1, r3, r5, r10, mrr }) => [r1, r3, r5, r10, mrr].map(share);
  const rows = [OURS, PEER].flatMap((name) => {
    const result = measure("quality", name);
    if (name === OURS) {
      bar("MetaTool R@1", "≥ 0.42", share(result.all.r1), result.all.r1 >= 0.42);
      bar("MetaTool R@10", "≥ 0.69", share(result.all.r10), result.all.r10 >= 0.69);
    }
    return [
      row(name, "all", ...figures(result.all)),
      row(name, "tuned on", ...figures(result.tuned)),
      row(name, "held out", ...figures(result.heldOut)),
    ];
  });
  return [
    "| contestant | queries | R@1 | R@3 | R@5 | R@10 | MRR@10 |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}

function costTable() {
  const results = Object.fromEntries(names.map((name) => [name, { index: Infinity, p50: Infinity }]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of names) {
      const { index, p50 } = measure("cost", name);
      results[name].index = Math.min(results[name].index, index);
      results[name].p50 = Math.min(results[name].p50, p50);
    }
  }
  for (const name of names) results[name].r10 = measure("known-item", name).r10;
  const ours = results[OURS];
  const peer = results[PEER];
  const ratio = (value) => `${value.toFixed(1)} ×`;
  bar("index time against minisearch", "≥ 10 ×", ratio(peer.index / ours.index), peer.index >= 10 * ours.index);
  bar("query p50 against minisearch", "≥ 5 ×", ratio(peer.p50 / ours.p50), peer.p50 >= 5 * ours.p50);
  bar("known-item R@10", `≥ ${share(peer.r10)}`, share(ours.r10), ours.r10 >= peer.r10);
  return [
    "| contestant | index ms | against ours | query p50 ms | against ours | known-item R@10 |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...names.map((name) => {
      const { index, p50, r10 } = results[name];
      return row(name, index.toFixed(0), ratio(index / ours.index), p50.toFixed(2), ratio(p50 / ours.p50), share(r10));
    }),
  ];
}

function curveTable() {
  const rows = SIZES.map((size) => {
    const result = measure("curve", size);
    const { question, description } = result;
    if (size === SIZES.at(-1)) {
      bar("query p50 at 100,000 skills, questions", "≤ 5 ms", `${question.p50.toFixed(2)} ms`, question.p50 <= 5);
      bar(
        "query p50 at 100,000 skills, descriptions",
        "≤ 5 ms",
        `${description.p50.toFixed(2)} ms`,
        description.p50 <= 5,
      );
      bar("peak RSS at 100,000 skills", "< 1,024 MB", `${result.peak.toFixed(0)} MB`, result.peak < 1024);
    }
    const times = ({ p50, p95, touched }) => [p50.toFixed(2), p95.toFixed(2), touched.toLocaleString("en")];
    return row(
      size.toLocaleString("en"),
      result.seconds.toFixed(1),
      result.megabytes.toFixed(0),
      result.segments,
      result.longestBlock.toFixed(0),
      ...times(question),
      ...times(description),
      `${result.rss.toFixed(0)} / ${result.peak.toFixed(0)}`,
    );
  });
  return [
    "| skills | index s | index MB | segments | longest block ms | question p50 ms | p95 | postings | description p50 ms | p95 | postings | RSS / peak MB |",
    `| ${Array(12).fill("---:").join(" | ")} |`,
    ...rows,
  ];
}

const tables = [
  "MetaTool: 199 tools by name and description, 20,614 questions. Weights were tuned on every other question.",
  "",
  ...qualityTable(),
  "",
  "The bodies of the corpus: best index time, median query (the skills' descriptions), and how often a skill is among the",
  "first ten for its own description when descriptions are not indexed.",
  "",
  ...costTable(),
  "",
  "Growth: skills made of halves of the corpus's bodies. Questions are MetaTool's, descriptions are the corpus's.",
  "",
  ...curveTable(),
];
tables.push("", "| bar | wanted | measured | |", "| --- | ---: | ---: | --- |", ...bars);
const text = tables.join("\n");
console.log(text);

if (values.write) {
  const file = new URL("RESULTS.md", import.meta.url);
  const results = readFileSync(file, "utf8");
  const marked = /(<!-- search -->\n)[\s\S]*?(<!-- \/search -->)/;
  writeFileSync(
    file,
    results.replace(marked, (_, open, close) => `${open}\n${text}\n\n${close}`),
  );
}
process.exitCode = bars.every((line) => !line.includes("| missed |")) ? 0 : 1;
