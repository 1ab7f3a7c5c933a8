// What a built skill costs to start: `scripts/run` of each example beside an empty Node, and how large it is. The ratios are
// what counts; milliseconds depend on the machine. Every round runs each command once, so that all see the same load.
//
//   node bench/build.mjs [--runs 20] [--cli packages/cli/dist/bin.js] [--node <another node>]... [--write]

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
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
    node: { type: "string", multiple: true, default: [process.execPath] },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const examples = join(root, "examples/workflows");
const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, "skill.ts")));
// Newer versions of Node start faster, from a snapshot, so that the same work counts for more.
const nodes = values.node.map((path) => {
  const version = spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.trim();
  const env = { ...process.env, PATH: `${dirname(resolve(path))}${delimiter}${process.env.PATH}` };
  return { path, version, env, bar: Number.parseInt(version.slice(1), 10) >= 22 ? 1.8 : 1.6 };
});
const mostBytes = 150_000;

const folder = mkdtempSync(join(tmpdir(), "tradecraft-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function time(command, args, env) {
  const started = performance.now();
  const { stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8", cwd: folder });
  return { ms: performance.now() - started, stdout, stderr };
}

/** A repository with one change since a release. */
function repository() {
  const cwd = join(folder, "repository");
  mkdirSync(cwd);
  const git = (...args) => {
    const { status, stderr } = spawnSync(
      "git",
      ["-c", "user.name=bench", "-c", "user.email=bench@example.org", ...args],
      {
        cwd,
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  git("tag", "v1.0.0");
  git("commit", "-q", "--allow-empty", "-m", "feat: second");
  return cwd;
}

/** Parameters where the example that a SKILL.md gives would be refused. This one runs git before its first step. */
const ownParams = { "release-assistant": () => ({ current: "1.0.0", repository: repository() }) };

/** The result of a call; what is measured must be a step, and not a refusal. */
function prompted(label, { stdout, stderr }) {
  const result = JSON.parse(stdout);
  if (result.kind !== "prompt" && result.kind !== "done") throw new Error(`${label}: ${stderr}`);
  return result;
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

const commands = new Map();
for (const { name, run } of skills) {
  // The example that its SKILL.md gives.
  const [, given = "{}"] = /^`--params '(.*)'`$/m.exec(readFileSync(join(dirname(run), "../SKILL.md"), "utf8")) ?? [];
  const params = ownParams[name] ? JSON.stringify(ownParams[name]()) : given;
  const handshake = ["--params", params, "--host", "claude-code"];
  const { step, schema, autoAdvanced = [] } = prompted(`${name} start`, time(run, handshake, nodes[0].env));
  const answer = [
    "--step",
    step,
    "--output",
    JSON.stringify(sample(schema)),
    "--history",
    JSON.stringify(autoAdvanced),
  ];
  const advance = ["advance", ...answer, ...handshake];
  prompted(`${name} advance`, time(run, advance, nodes[0].env));
  commands.set(`${name} start`, [run, handshake]);
  commands.set(`${name} advance`, [run, advance]);
}

const times = nodes.map(() => ({}));
for (let round = -2; round < runs; round++) {
  nodes.forEach(({ path, env }, at) => {
    for (const [label, [command, args]] of [["empty", [path, ["-e", "0"]]], ...commands]) {
      const { ms } = time(command, args, env);
      if (round >= 0) (times[at][label] ??= []).push(ms);
    }
  });
}

const ratio = (at, label) => middle(times[at][label]) / middle(times[at].empty);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const verdict = (met) => (met ? "(met)" : "(not met)");
const worst = nodes.map((_, at) => Math.max(...[...commands.keys()].map((label) => ratio(at, label))));
const largest = Math.max(...skills.map(({ main }) => main));
const ratioNames = nodes.flatMap(({ version }) => [`${version}: start, ×`, `${version}: advance, ×`]);
const table = [
  `| skill | ${ratioNames.join(" | ")} | read at each call, kB | on demand, kB | MCP, kB |`,
  `|---|${"---:|".repeat(ratioNames.length + 3)}`,
  ...skills.map(({ name, main, rest, mcp }) => {
    const ratios = nodes.flatMap((_, at) =>
      ["start", "advance"].map((call) => ratio(at, `${name} ${call}`).toFixed(2)),
    );
    return `| ${name} | ${[...ratios, ...[main, rest, mcp].map(kilobytes)].join(" | ")} |`;
  }),
  "",
  `Times are medians of ${runs}, as multiples of \`node -e 0\`. The start of release-assistant runs git.`,
  ...nodes.map(({ version, bar }, at) => {
    const empty = middle(times[at].empty).toFixed(0);
    return `Node ${version}: \`node -e 0\` took ${empty} ms; ratio ≤ ${bar}: worst ${worst[at].toFixed(2)} ${verdict(worst[at] <= bar)}.`;
  }),
  `Bundle ≤ ${kilobytes(mostBytes)} kB: largest ${kilobytes(largest)} ${verdict(largest <= mostBytes)}.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("build", table);
if (nodes.some(({ bar }, at) => worst[at] > bar) || largest > mostBytes) process.exitCode = 1;
