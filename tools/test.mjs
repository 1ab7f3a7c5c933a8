// Everything a change must pass: build, types, lint, format, every test project, and the shape of both packages.
// Needs Node, npm and git only; says at the end what it skipped and why.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { corpusFile, corpusFolder } from "./corpus.mjs";
import { pack, publishedPackages } from "./pack.mjs";
import { binPath, root, runNode } from "./run.mjs";
import { summaryFile } from "./summary-reporter.mjs";

const failed = [];

function step(title, action) {
  const start = performance.now();
  console.log(`\n▸ ${title}`);
  const ok = action();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${ok ? "✓" : "✗"} ${title} (${seconds} s)`);
  if (!ok) failed.push(title);
  return ok;
}

const tool = (packageName, args, command) => runNode(binPath(packageName, command), args, { show: true }).code === 0;

/** As `tool`, for tools that talk much when all is well. */
function quietTool(packageName, args, command) {
  const { code, output } = runNode(binPath(packageName, command), args);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** Whether what a script writes into the docs is what is there. */
function isUpToDate(script) {
  return runNode(script, ["--check"], { cwd: root, show: true }).code === 0;
}

/** publint and attw look at the tarballs, so at what users get. */
function checkPackages() {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pack-"));
  try {
    return publishedPackages.every((path) => {
      const { tarball } = pack(path, folder);
      const { exports } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
      // attw judges types; a package that is only a command has none.
      const hasTypes = Object.values(exports).some((entry) => typeof entry === "object");
      return (
        quietTool("publint", ["--strict", tarball]) &&
        (!hasTypes ||
          quietTool("@arethetypeswrong/cli", ["--profile", "esm-only", "--format", "ascii", tarball], "attw"))
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without the corpus some tests are skipped; where it is required that is a failure. */
function checkCorpus() {
  try {
    if (corpusFile("skills.tgz") === undefined) console.log(`Nothing at ${corpusFolder}: tests on it are skipped.`);
    return true;
  } catch (error) {
    console.log(error.message);
    return false;
  }
}

function runVitest() {
  rmSync(summaryFile, { force: true });
  // Without update=none a missing snapshot would be written, and pass.
  const ok = tool("vitest", ["run", "--update=none", "--reporter=default", "--reporter=./tools/summary-reporter.mjs"]);
  if (!existsSync(summaryFile)) return false;
  const { empty } = JSON.parse(readFileSync(summaryFile, "utf8"));
  if (empty.length > 0) console.log(`No test ran in: ${empty.join(", ")}. A project that finds nothing must not pass.`);
  return ok && empty.length === 0;
}

/** One line per reason, however many tests share it. */
function printSkipped(skipped) {
  const counts = new Map();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  for (const [reason, count] of counts) console.log(`skipped: ${count} tests: ${reason}`);
}

/** Here only hanging counts: how fast this machine is today says nothing of a change. The long form holds the 50 ms. */
function fuzzShortly() {
  return runNode("test/fuzz/run.mjs", ["--runs", "10000", "--limit", "500"], { cwd: root, show: true }).code === 0;
}

const started = performance.now();
const built = step("build", () => build() === 0);
if (built) {
  step("types of tests", () => tool("typescript", ["-p", "test"], "tsc"));
  step("types of examples", () => tool("typescript", ["-p", "examples/workflows"], "tsc"));
  step("lint", () => tool("oxlint", ["--type-aware", "--deny-warnings"]));
  step("format", () => tool("oxfmt", ["--check"]));
  step("list of diagnostics", () => isUpToDate("docs/generate-diagnostics.mjs"));
  step("list of MCP requirements", () => isUpToDate("docs/generate-conformance.mjs"));
  step("packages (publint, attw)", checkPackages);
  step("corpus", checkCorpus);
  step("tests", runVitest);
  step("fuzz, the short form", fuzzShortly);
}

const none = { passed: 0, failed: 0, skipped: [] };
const summary = built && existsSync(summaryFile) ? JSON.parse(readFileSync(summaryFile, "utf8")) : none;

console.log("");
printSkipped(summary.skipped);
if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
console.log(`took ${((performance.now() - started) / 1000).toFixed(0)} s`);
// Tools other than vitest count as one test each, so that the last line never says "0 failed" on a red run.
const redTools = failed.filter((title) => title !== "tests").length;
const redTests = Math.max(summary.failed, failed.includes("tests") ? 1 : 0);
console.log(`${summary.passed} passed, ${redTests + redTools} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
