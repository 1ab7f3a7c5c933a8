// What the supply of skills costs. Each measurement is a function that gives rows of the table, and says whether its bars
// are met; ratios within one run are the result.
//
//   node bench/supply.mjs [--rounds 15] [--dist packages/sdk/dist] [--only bake] [--write]

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readCorpusSkills } from "../tools/corpus.mjs";
import { middle, writeSection } from "./report.mjs";
import { measureSync } from "./supply-sync.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    dist: { type: "string", default: fileURLToPath(new URL("../packages/sdk/dist", import.meta.url)) },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const load = (entry) => import(pathToFileURL(resolve(values.dist, entry)).href);
const folder = mkdtempSync(join(tmpdir(), "tradecraft-bench-supply-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const measurements = { bake: measureBake, sync: () => measureSync({ load, folder, rounds }) };
const rows = [];
let isMet = true;
for (const [name, measure] of Object.entries(measurements)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (const { what, result, bar, met } of await measure()) {
    rows.push(`| ${what} | ${result} | ${bar} | ${met ? "met" : "not met"} |`);
    isMet &&= met;
  }
}
const table = [
  "| what | result | bar | |",
  "|---|---|---|---|",
  ...rows,
  "",
  `Node ${process.version}; medians of ${rounds} rounds.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("supply", table);
if (!isMet) process.exitCode = 1;

/** Importing 500 baked skills, their texts those of public ones, beside a module of that size that is one string. */
async function measureBake() {
  const { bakeSkills } = await load("supply/bake/bake-skills.js");
  const skills = publicTexts().map(skillOf);
  const started = performance.now();
  const { code } = await bakeSkills(skills, { file: "skills.generated.mjs" });
  const bakeTime = performance.now() - started;
  const text = "All of this is one string. ".repeat(Math.ceil(code.length / 27)).slice(0, code.length);
  writeFileSync(join(folder, "baked.mjs"), code);
  writeFileSync(join(folder, "string.mjs"), `export const text = "${text}";\n`);
  writeFileSync(join(folder, "empty.mjs"), "export {};\n");
  const times = { empty: [], string: [], baked: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, own] of Object.entries(times)) own.push(importTime(name));
  }
  // What any import takes is Node's, not the module's.
  const [string, baked] = [times.string, times.baked].map((own) => middle(own) - middle(times.empty));
  const size = `${(code.length / 2 ** 20).toFixed(1)} MiB`;
  return [
    {
      what: `importing 500 baked skills: public texts, every fourth with a script and an image, ${size}`,
      result: `${baked.toFixed(1)} ms; any module ${middle(times.empty).toFixed(1)} ms`,
      bar: "≤ 30 ms",
      met: baked <= 30,
    },
    {
      what: "the same, beside one string of that size",
      result: `${(baked / string).toFixed(2)} × of ${string.toFixed(1)} ms`,
      bar: "≤ 1 ×",
      met: baked <= string,
    },
    { what: "baking them", result: `${bakeTime.toFixed(0)} ms`, bar: "≤ 2,000 ms", met: bakeTime <= 2000 },
  ];
}

/** Milliseconds of the processor that a module takes to import, in a Node of its own: others' work on this machine counts less. */
function importTime(name) {
  const url = pathToFileURL(join(folder, `${name}.mjs`)).href;
  const program = `const before = process.cpuUsage(); await import(${JSON.stringify(url)});
    const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

/** 500 texts of the corpus that can be listed, spread over all of it. */
function publicTexts() {
  const all = readCorpusSkills();
  if (all === undefined) throw new Error("The corpus is not there: set TRADECRAFT_CORPUS.");
  return all
    .map(({ text }) => text)
    .filter((_, at) => at % 4 === 0)
    .slice(0, 500);
}

/** A skill with a text as it is; every fourth has a script and an image. */
function skillOf(text, nr) {
  const body = text.replace(/^\uFEFF?---\r?\n[^]*?\n---/, "");
  const manifest = `---\nname: skill-${nr}\ndescription: Does the thing number ${nr}. Use when somebody asks for "thing ${nr}".\nlicense: MIT\n---\n${body}`;
  const script = `#!/bin/sh\n${`echo "skill ${nr}"\n`.repeat(20)}`;
  const files = [
    { path: "scripts/run.sh", bytes: new TextEncoder().encode(script), executable: true },
    {
      path: "assets/icon.png",
      bytes: createHash("shake256", { outputLength: 600 }).update(String(nr)).digest(),
      executable: false,
    },
  ];
  return { name: `skill-${nr}`, manifest, files: nr % 4 === 0 ? files : [] };
}
