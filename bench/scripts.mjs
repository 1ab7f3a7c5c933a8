// What the runner adds to a script that does nothing, against a bare spawn of the same interpreter on the same file. Both
// are measured in turn in one run, without a sandbox; what the sandbox costs is shown beside it. Then how long after its
// time limit a script is gone.
//
//   node bench/scripts.mjs [--rounds 60] [--limit-rounds 10] [--write]

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { processRunner } from "@tradecraft/sdk/node";
import { middle, writeSection } from "./report.mjs";
import { measureLimits } from "./script-limits.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "60" },
    "limit-rounds": { type: "string", default: "10" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const bar = 1.3;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-bench-")));

const scripts = [
  { name: "bash", script: "scripts/noop.sh", source: ":\n", command: "bash" },
  { name: "python3", script: "scripts/noop.py", source: "pass\n", command: "python3" },
  { name: "node", script: "scripts/noop.mjs", source: "export {};\n", command: process.execPath },
];

const skill = {
  id: "noop",
  name: "noop",
  directory: async () => folder,
  listResources: async () => [],
  readResource: async () => "",
};

// The same few variables as in a run: some of the host's (NODE_EXTRA_CA_CERTS, NODE_OPTIONS) slow an interpreter down.
const passed = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"].filter((name) => process.env[name] !== undefined);
const env = { ...Object.fromEntries(passed.map((name) => [name, process.env[name]])), HOME: folder, TMPDIR: folder };

/** What a program without a runner would write: one process, both outputs read to their end. */
function spawnBare({ command, script }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [join(folder, script)], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

async function runWith(runner, { script }) {
  const { exitCode, stderr } = await runner.run({ skill, script, args: [] });
  if (exitCode !== 0) throw new Error(stderr);
}

/** Times of each, taken in turn, in another order each round. */
async function measure(contestants) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = -5; round < rounds; round++) {
    const order = Object.entries(contestants);
    if (round % 2 === 0) order.reverse();
    for (const [name, action] of order) {
      const time = await timed(action);
      if (round >= 0) times[name].push(time);
    }
  }
  return times;
}

async function timed(action) {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

try {
  mkdirSync(join(folder, "scripts"));
  for (const { script, source } of scripts) writeFileSync(join(folder, script), source);
  const plain = processRunner({ sandbox: "off" });
  const boxed = processRunner({ sandbox: "auto" });
  const { sandboxed } = await boxed.sandboxState();
  const rows = [];
  let worst = 0;
  for (const one of scripts) {
    const times = await measure({ bare: () => spawnBare(one), runner: () => runWith(plain, one) });
    // Apart from the others: what comes after a sandbox pays for its clearing up.
    if (sandboxed) Object.assign(times, await measure({ sandbox: () => runWith(boxed, one) }));
    const ratio = middle(times.runner) / middle(times.bare);
    worst = Math.max(worst, ratio);
    const shown = (name) => (times[name] === undefined ? "–" : middle(times[name]).toFixed(1));
    rows.push(`| ${one.name} | ${shown("bare")} | ${shown("runner")} | ${ratio.toFixed(2)} × | ${shown("sandbox")} |`);
  }
  const limits = await measureLimits(skill, folder, { rounds: Number(values["limit-rounds"]), sandboxed });
  const table = [
    "| no-op script | bare spawn, ms | runner, ms | ratio | runner in bubblewrap, ms |",
    "|---|---:|---:|---:|---:|",
    ...rows,
    "",
    `Medians of ${rounds} runs each. Bar: ≤ ${bar} ×; worst: ${worst.toFixed(2)} × ${worst <= bar ? "(met)" : "(not met)"}.`,
    "",
    limits.table,
  ].join("\n");
  process.stdout.write(`${table}\n`);
  if (values.write) writeSection("scripts", table);
  if (worst > bar || !limits.isMet) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
