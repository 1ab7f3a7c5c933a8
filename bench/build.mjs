// What a built skill costs to start: `scripts/run` of each example beside an empty Node, and how large it is. The ratios are
// what counts; milliseconds depend on the machine. Every round runs each command once, so that all see the same load.
//
//   node bench/build.mjs [--runs 20] [--cli packages/cli/dist/bin.js] [--node <another node>] [--write]

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { middle, writeSection } from "./report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    cli: { type: "string", default: join(root, "packages/cli/dist/bin.js") },
    node: { type: "string", default: process.execPath },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const examples = join(root, "examples/workflows");
const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, "skill.ts")));
const env = { ...process.env, PATH: `${dirname(resolve(values.node))}${delimiter}${process.env.PATH}` };
const nodeVersion = spawnSync(values.node, ["--version"], { encoding: "utf8" }).stdout.trim();
// Newer versions of Node start faster, from a snapshot, so that the same work counts for more.
const bars = { ratio: Number.parseInt(nodeVersion.slice(1), 10) >= 22 ? 1.8 : 1.6, bytes: 150 * 1024 };

const folder = mkdtempSync(join(tmpdir(), "tradecraft-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function time(command, args) {
  const started = performance.now();
  const { stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8", cwd: folder });
  return { ms: performance.now() - started, stdout, stderr };
}

/** A value for each required property of a JSON Schema. */
function sample(schema) {
  if (schema?.const !== undefined) return schema.const;
  if (schema?.enum) return schema.enum[0];
  if (schema?.anyOf) return sample(schema.anyOf[0]);
  if (schema?.type === "string") return "text".padEnd(schema.minLength ?? 0, "x").slice(0, schema.maxLength);
  if (schema?.type === "number" || schema?.type === "integer") return schema.minimum ?? 1;
  if (schema?.type === "boolean") return true;
  if (schema?.type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items));
  return Object.fromEntries((schema?.required ?? []).map((key) => [key, sample(schema.properties[key])]));
}

const skills = [];
for (const name of names) {
  const out = join(folder, name);
  const built = spawnSync(
    process.execPath,
    [values.cli, "build", join(examples, name, "skill.ts"), "-o", out, "--json"],
    {
      encoding: "utf8",
    },
  );
  if (built.status !== 0) throw new Error(`${name} cannot be built: ${built.stderr}`);
  const size = (ending) =>
    readdirSync(join(out, "bin"))
      .filter((file) => ending.test(file))
      .reduce((sum, file) => sum + statSync(join(out, "bin", file)).size, 0);
  const run = join(out, "scripts/run");
  skills.push({
    name,
    run,
    main: size(/-main\.[cm]js$/),
    rest: size(/-(?:seldom|schemas)\.cjs$/),
    mcp: size(/-mcp\.mjs$/),
  });
}

const times = { empty: [] };
const commands = new Map();
for (const skill of skills) {
  // The example that its SKILL.md gives.
  const [, given = "{}"] =
    /^`--params '(.*)'`$/m.exec(readFileSync(join(dirname(skill.run), "../SKILL.md"), "utf8")) ?? [];
  const handshake = ["--params", given, "--host", "claude-code"];
  const started = time(skill.run, handshake);
  const { step, schema } = JSON.parse(started.stdout);
  commands.set(`${skill.name} start`, [skill.run, handshake]);
  if (step !== undefined) {
    const answer = ["--step", step, "--output", JSON.stringify(sample(schema)), "--history", "[]"];
    commands.set(`${skill.name} advance`, [skill.run, ["advance", ...answer, ...handshake]]);
  }
}
for (let round = -2; round < runs; round++) {
  const empty = time(values.node, ["-e", "0"]).ms;
  if (round >= 0) times.empty.push(empty);
  for (const [label, [command, args]] of commands) {
    const { ms } = time(command, args);
    if (round >= 0) (times[label] ??= []).push(ms);
  }
}

const base = middle(times.empty);
const ratio = (label) => (times[label] ? middle(times[label]) / base : undefined);
const shown = (value) => value?.toFixed(2) ?? "–";
const kib = (bytes) => (bytes / 1024).toFixed(1);
const worst = Math.max(...Object.keys(times).map((label) => ratio(label) ?? 0));
const largest = Math.max(...skills.map(({ main }) => main));
const verdict = (met) => (met ? "(met)" : "(not met)");
const table = [
  "| skill | start, × `node -e 0` | advance, × | read at each call, KiB | on demand, KiB | MCP, KiB |",
  "|---|---:|---:|---:|---:|---:|",
  ...skills.map(
    ({ name, main, rest, mcp }) =>
      `| ${name} | ${shown(ratio(`${name} start`))} | ${shown(ratio(`${name} advance`))} | ${kib(main)} | ${kib(rest)} | ${kib(mcp)} |`,
  ),
  "",
  `Node ${nodeVersion}; medians of ${runs}; \`node -e 0\` took ${base.toFixed(0)} ms. Bars: ratio ≤ ${bars.ratio}: worst ${worst.toFixed(2)} ${verdict(worst <= bars.ratio)}; bundle ≤ 150 KiB: largest ${kib(largest)} ${verdict(largest <= bars.bytes)}.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("build", table);
if (worst > bars.ratio || largest > bars.bytes) process.exitCode = 1;
