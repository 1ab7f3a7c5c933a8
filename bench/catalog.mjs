// How long it takes to list 10,000 skill folders, with and without the index, against a loop that reads the beginning of
// each file. Everything is measured in turn in one run, each contestant in a process of its own.
//
//   node bench/catalog.mjs [--skills 10000] [--rounds 9] [--write]

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseSkill } from "@tradecraft/sdk";
import { readCorpusSkills } from "../tools/corpus.mjs";
import { middle, writeSection } from "./report.mjs";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "10000" },
    rounds: { type: "string", default: "9" },
    write: { type: "boolean", default: false },
  },
});
const count = Number(values.skills);
const child = fileURLToPath(new URL("catalog-child.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tradecraft-bench-"));
const root = join(folder, "skills");
const cache = join(folder, "cache");

/** Skills of the corpus whose frontmatter is YAML; what mending the others costs is another question. */
function sampleTexts() {
  const skills = readCorpusSkills();
  if (skills === undefined) throw new Error("The corpus is not there; see tools/corpus.mjs.");
  return skills
    .map(({ text }) => text)
    .filter((text) => {
      const { manifest, diagnostics } = parseSkill(text);
      const isSound = manifest.description !== "" && !diagnostics.some(({ severity }) => severity === "error");
      return isSound && /^---\n(?:.*\n)*?name: /.test(text);
    });
}

function makeTree() {
  const texts = sampleTexts();
  for (let at = 0; at < count; at++) {
    const name = `skill-${at}`;
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, "SKILL.md"), texts[at % texts.length].replace(/^name:.*$/m, `name: ${name}`));
  }
}

function measure(contestant, rounds = values.rounds) {
  process.stderr.write(`${contestant}\n`);
  return JSON.parse(execFileSync(process.execPath, [child, contestant, root, cache, rounds], { encoding: "utf8" }));
}

const milliseconds = (number) => number.toFixed(0);

try {
  makeTree();
  // Files as young as these are not trusted by the index.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const contestants = ["head bytes", "head texts", "cold", "cold, writing the index", "warm"];
  measure("head bytes", 1);
  const results = Object.fromEntries(contestants.map((name) => [name, []]));
  for (let turn = 0; turn < 3; turn++) for (const name of contestants) results[name].push(measure(name));
  const median = (name) => middle(results[name].map((result) => result.median));
  const first = (name) => middle(results[name].map((result) => result.first));
  const stall = (name) => middle(results[name].map((result) => result.stall));
  appendFileSync(join(root, "skill-7", "SKILL.md"), "\nOne more line.\n");
  const { opened } = measure("warm", 0);

  const rows = contestants.map((name) => {
    const ratios = ["head bytes", "head texts"].map((floor) => `${(median(name) / median(floor)).toFixed(2)} ×`);
    return `| ${name} | ${milliseconds(first(name))} | ${milliseconds(median(name))} | ${ratios.join(" | ")} | ${milliseconds(stall(name))} |`;
  });
  const bars = [
    ["cold against reading the heads as text", "≤ 2.0 ×", median("cold") / median("head texts"), 2],
    ["warm against reading the heads as text", "≤ 0.5 ×", median("warm") / median("head texts"), 0.5],
    ["longest stall of the event loop, cold, ms", "≤ 25", stall("cold, writing the index"), 25],
    ["files opened after one of them changed", "1", opened, 1],
  ];
  const table = [
    `${count.toLocaleString("en")} folders; milliseconds of the first round in a process and of the median one, medians of 3 processes.`,
    "",
    "| | first ms | median ms | against head bytes | against head texts | longest stall ms |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    "",
    "| bar | wanted | measured | |",
    "| --- | ---: | ---: | --- |",
    ...bars.map(
      ([what, wanted, value, bar]) =>
        `| ${what} | ${wanted} | ${value.toFixed(2)} | ${value <= bar ? "met" : "missed"} |`,
    ),
  ].join("\n");
  console.log(table);
  if (values.write) writeSection("catalog", table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
