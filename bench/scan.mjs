// What scanning costs beside reading and hashing the same files, how often each rule speaks on the corpus of public
// skills, and how it does on our own labelled set.
//
//   node bench/scan.mjs [--write]

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filterFindings, loadScanInput, SCAN_RULES, scanSkill } from "@tradecraft/sdk/supply";
import { readCorpusSkills } from "../tools/corpus.mjs";
import { middle, writeSection } from "./report.mjs";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const skills = readCorpusSkills();
if (skills === undefined) throw new Error("The corpus is not there: set TRADECRAFT_CORPUS.");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-bench-")));
try {
  const folders = skills.map(({ text }, at) => {
    const path = join(folder, String(at));
    mkdirSync(path);
    writeFileSync(join(path, "SKILL.md"), text);
    return path;
  });
  const times = { hash: [], scan: [] };
  const found = new Map();
  const flagged = { high: new Set(), medium: new Set(), low: new Set() };
  for (let round = 0; round < 3; round++) {
    let started = performance.now();
    for (const path of folders)
      createHash("sha256")
        .update(readFileSync(join(path, "SKILL.md")))
        .digest();
    times.hash.push(performance.now() - started);
    started = performance.now();
    for (const [at, path] of folders.entries()) {
      const { findings } = await scanSkill(await loadScanInput(path));
      if (round > 0) continue;
      for (const { code, severity } of findings) {
        const rates = found.get(code) ?? { high: new Set(), medium: new Set(), low: new Set(), all: new Set() };
        rates[severity].add(at);
        rates.all.add(at);
        found.set(code, rates);
        flagged[severity].add(at);
      }
      if (filterFindings(findings, { minSeverity: "high" }).length > 0 && process.env.DEBUG === "1")
        console.log(skills[at].path);
    }
    times.scan.push(performance.now() - started);
  }
  const percent = (set) =>
    set === undefined || set.size === 0 ? "0" : `${((set.size / skills.length) * 100).toFixed(2)} %`;
  const rows = Object.keys(SCAN_RULES)
    .filter((code) => code !== "scan-second-reader")
    .map((code) => {
      const rates = found.get(code);
      return `| \`${code}\` | ${percent(rates?.high)} | ${percent(rates?.medium)} | ${percent(rates?.low)} |`;
    });
  const [hash, scan] = [middle(times.hash), middle(times.scan)];
  const bytes = skills.reduce((sum, { text }) => sum + text.length, 0);
  const table = [
    "| rule | skills with a high finding | medium | low |",
    "| --- | ---: | ---: | ---: |",
    ...rows,
    `| any | ${percent(flagged.high)} | ${percent(flagged.medium)} | ${percent(flagged.low)} |`,
    "",
    `${skills.length.toLocaleString("en")} skills, ${(bytes / 1e6).toFixed(1)} MB: scanned in ${(scan / 1000).toFixed(1)} s, ${(scan / hash).toFixed(0)} × the time to read and hash the same files (${hash.toFixed(0)} ms); medians of 3.`,
  ].join("\n");
  console.log(table);
  if (values.write) writeSection("scan", table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
