// Fuzzes the reader: real files, damaged. For every input it must not throw, must not take long, and the simple YAML reader
// must agree with the full one wherever it is sure.
//
//   node test/fuzz/run.mjs [--runs 20000] [--seed 1] [--limit 50]     (limit: milliseconds of CPU per input)

import { isDeepStrictEqual, parseArgs } from "node:util";
import fc from "fast-check";
import { parse as parseYaml } from "yaml";
import { readCorpusSkills } from "../../tools/corpus.mjs";
import {
  fixSkill,
  formatSkill,
  lintSkill,
  parseSkill,
  splitFrontmatter,
  validateSkill,
} from "../../packages/sdk/dist/core/index.js";
import { toObject } from "../../packages/sdk/dist/core/format/yaml/entry.js";
import { readFullYaml } from "../../packages/sdk/dist/core/format/yaml/full-yaml.js";
import { isSyntaxError } from "../../packages/sdk/dist/core/format/yaml/repair.js";
import { readSimpleYaml } from "../../packages/sdk/dist/core/format/yaml/simple-yaml.js";
import { hostileInputs } from "./hostile-inputs.mjs";
import { mutate } from "./mutate.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "50" },
  },
});
const limit = Number(values.limit);

/** CPU time of one call. A pause of the garbage collector is not the input's fault, so a slow call is tried again. */
function cpuTime(action) {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > limit; attempt++) {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function checkTime(name, action) {
  const time = cpuTime(action);
  if (time > limit) throw new Error(`${name} took ${time.toFixed(0)} ms of CPU`);
  return time;
}

/** The simple reader's answer is the full reader's, or it declines. */
function checkAgreement(text) {
  const simple = readSimpleYaml(text, 0, text.length);
  if (simple === "unsure") return "unsure";
  const full = readFullYaml(text);
  if (full.problems.some(({ kind }) => kind === "too-complex")) return "unsure";
  const broken = full.problems.some(isSyntaxError);
  if (!Array.isArray(simple)) {
    if (!broken) throw new Error("the simple reader calls broken what the full reader takes");
    return "broken";
  }
  if (full.problems.length > 0)
    throw new Error(`the simple reader takes what the full reader refuses: ${full.problems[0].message}`);
  if (!isDeepStrictEqual(toObject(simple), toObject(full.entries))) throw new Error("the readers disagree");
  return "simple";
}

function checkFile(raw, counts) {
  const { manifest } = parseSkill(raw);
  for (const profile of ["spec", "lenient", "reference"]) validateSkill(manifest, { profile, directory: "a" });
  const { frontmatter } = splitFrontmatter(raw);
  if (frontmatter !== null) counts[checkAgreement(frontmatter)]++;
}

/** What the `yaml` package says; it takes minutes for what is very long. */
function isYaml(frontmatter) {
  try {
    return (
      frontmatter !== null && frontmatter.length < 20_000 && parseYaml(frontmatter, { logLevel: "error" }) !== undefined
    );
  } catch {
    return false;
  }
}

function checkFix(raw) {
  const once = fixSkill(raw, { directory: "a" });
  const twice = fixSkill(once.text, { directory: "a" });
  if (twice.text !== once.text) throw new Error("mending twice changes something");
  const before = splitFrontmatter(raw);
  const after = splitFrontmatter(once.text);
  if (isYaml(before.frontmatter) && !isYaml(after.frontmatter)) throw new Error("mending broke the YAML");
  const manifest = { ...parseSkill(raw).manifest, body: "Another body" };
  if (before.state === "closed" && !formatSkill(manifest).startsWith(raw.slice(0, before.bodyStart))) {
    throw new Error("writing another body changed the frontmatter");
  }
  if (before.state === "closed" && raw.slice(before.bodyStart) !== once.text.slice(after.bodyStart))
    throw new Error("mending changed the body");
}

/** Damages the frontmatter of a real file; one time in ten its fences too. */
function makeInput(skills, { index, mutations, keepBody, keepFence }) {
  const { text, start, end, reach } = skills[index];
  const whole = keepBody ? text : text.slice(0, reach);
  if (keepFence === 0 || start === 0) return mutate(whole, mutations);
  return whole.slice(0, start) + mutate(whole.slice(start, end), mutations) + whole.slice(end);
}

function fuzz(skills, runs, seed) {
  const counts = { simple: 0, broken: 0, unsure: 0 };
  let slowest = 0;
  const mutation = fc.record({
    kind: fc.noBias(fc.nat(1_000)),
    place: fc.noBias(fc.nat(9_999)),
    token: fc.noBias(fc.nat(10_000)),
    length: fc.nat(1_000),
  });
  const input = fc.record({
    index: fc.noBias(fc.nat(skills.length - 1)),
    mutations: fc.array(mutation, { maxLength: 6 }),
    keepBody: fc.boolean(),
    keepFence: fc.noBias(fc.nat(9)),
  });
  let done = 0;
  const property = fc.property(input, (made) => {
    const raw = makeInput(skills, made);
    slowest = Math.max(
      slowest,
      checkTime("reading", () => parseSkill(raw)),
    );
    checkFile(raw, counts);
    if (done % 10 === 0) checkFix(raw);
    if (++done % 100_000 === 0) console.log(`${done} inputs, slowest ${slowest.toFixed(1)} ms`);
  });
  const result = fc.check(property, { numRuns: runs, seed });
  if (result.failed) {
    console.error(`Failed after ${result.numRuns} inputs: ${result.errorInstance?.message ?? result.error}`);
    console.error(`seed ${result.seed}, path ${result.counterexamplePath}`);
    console.error(JSON.stringify(makeInput(skills, result.counterexample[0]).slice(0, 2_000)));
    return 1;
  }
  console.log(`${result.numRuns} mutated inputs: ${JSON.stringify(counts)}, slowest ${slowest.toFixed(1)} ms`);
  return 0;
}

function tryHostileInputs() {
  for (const [name, raw] of Object.entries(hostileInputs)) {
    try {
      const reading = checkTime("reading", () => validateSkill(parseSkill(raw).manifest, { directory: "a" }));
      lintSkill(raw, { directory: "a" });
      checkFix(raw);
      checkFile(raw, { simple: 0, broken: 0, unsure: 0 });
      const codes = [...new Set(parseSkill(raw).diagnostics.map(({ code }) => code))].join(", ");
      console.log(`${name.padEnd(28)} ${reading.toFixed(1).padStart(6)} ms  ${codes}`);
    } catch (error) {
      console.error(`${name}: ${error.stack}`);
      return 1;
    }
  }
  return 0;
}

const SAMPLE = { text: "---\nname: a\ndescription: b\nmetadata:\n  c: [d, e]\n---\nBody\n" };
const skills = (readCorpusSkills() ?? [SAMPLE]).map(({ text }) => {
  const { state, frontmatterStart, frontmatterEnd, bodyStart } = splitFrontmatter(text);
  const closed = state === "closed";
  return {
    text,
    start: closed ? frontmatterStart : 0,
    end: closed ? frontmatterEnd : 0,
    reach: Math.max(bodyStart, 200),
  };
});
process.exitCode = tryHostileInputs() || fuzz(skills, Number(values.runs), Number(values.seed));
