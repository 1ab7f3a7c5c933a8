// What a workflow costs as it grows: advances of one long session, an advance in a new engine on a session that has come far,
// and how long the compiler takes over a long chain of steps. Ratios within one run are the result.
//
//   node bench/workflow.mjs [--rounds 5] [--dist packages/sdk/dist] [--write]

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { middle, writeSection } from "./report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    dist: { type: "string", default: join(root, "packages/sdk/dist") },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const load = (entry) => import(pathToFileURL(resolve(values.dist, entry)).href);
const { createWorkflowEngine, memorySessionStore, skill, terminal, type } = await load("workflow/index.js");
const { fileSessionStore } = await load("node/index.js");

const loop = skill({ name: "loop", entry: "work", stores: { sum: type({ count: "number" }) } })
  .step("work", {
    prompt: ({ store }) => `Note the next one. Before it: ${store.steps.work?.note ?? "none"}.`,
    response: type({ note: "string", more: "boolean" }),
    save: ({ store }) => ({ sum: { count: (store.sum.count ?? 0) + 1 } }),
    maxVisits: 1_000_000,
    next: ({ response }) => (response.more ? "self" : terminal),
  })
  .build();
const output = { note: "n".repeat(200), more: true };

async function advance(engine, session, times) {
  for (let nr = 0; nr < times; nr++) {
    const { result } = await engine.advance({ session, step: "work", output });
    if (result.kind !== "prompt") throw new Error(JSON.stringify(result));
  }
}

async function timed(action) {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

async function inMemory(times) {
  const engine = createWorkflowEngine(loop);
  const { session } = await engine.start();
  return timed(() => advance(engine, session, times));
}

/** An engine that has seen nothing yet, on sessions that have come to `steps`. */
async function fromStore(makeStore, steps) {
  const store = makeStore();
  const engine = createWorkflowEngine(loop, { store });
  const { session } = await engine.start();
  await advance(engine, session, steps);
  await engine.flush();
  const times = [];
  for (let nr = 0; nr < 60; nr++) {
    const fresh = createWorkflowEngine(loop, { store });
    times.push(await timed(() => advance(fresh, session, 1)));
  }
  return middle(times.slice(10));
}

function chain(steps, branches) {
  const every = Math.floor(steps / branches);
  const lines = Array.from({ length: steps }, (_, nr) => {
    const forks = nr % every === 0 && nr + 3 < steps;
    const next =
      nr === steps - 1
        ? "terminal"
        : forks
          ? `({ response }) => (response.n > 1 ? "s${nr + 1}" : "s${nr + 2}")`
          : `"s${nr + 1}"`;
    const seen = nr === 0 ? "" : `\${store.steps.s${nr - 1}?.n} \${store.steps.s0.n}`;
    const acts =
      nr % 10 === 0
        ? `action: async ({ response }) => ({ n: response.n, done: true }), save: ({ actionResult }) => ({ step: actionResult, notes: { title: "t" } }),`
        : "";
    return `.step("s${nr}", { prompt: ({ store, params }) => \`\${params.repo} \${store.notes.title} ${seen}\`, response: type({ n: "number", t: "string" }), ${acts} next: ${next} })`;
  });
  return `import { skill, terminal, type } from "@tradecraft/sdk/workflow";
export default skill({ name: "chain", entry: "s0", params: type({ repo: "string" }), stores: { notes: type({ title: "string" }) } })
${lines.join("\n")}
.build();
`;
}

function compile(folder, source) {
  writeFileSync(join(folder, "chain.ts"), source);
  const started = performance.now();
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], { stdio: "inherit" });
  return performance.now() - started;
}

function compileTimes() {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-types-"));
  try {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: "nodenext",
      target: "es2023",
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["chain.ts"] }));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(join(folder, "node_modules"));
    for (const scope of ["@tradecraft", "arktype"]) {
      symlinkSync(join(root, "node_modules", scope), join(folder, "node_modules", scope));
    }
    const short = [];
    const long = [];
    for (let round = 0; round < rounds; round++) {
      short.push(compile(folder, chain(30, 2)));
      long.push(compile(folder, chain(300, 20)));
    }
    return [middle(short), middle(long)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rows = [];
let missed = false;
function row(what, small, large, bar, unit = "ms") {
  const ratio = large / small;
  missed ||= ratio > bar;
  const show = (time) => `${time >= 100 ? time.toFixed(0) : time.toFixed(2)} ${unit}`;
  rows.push(
    `| ${what} | ${show(small)} | ${show(large)} | ${ratio.toFixed(2)} × | ${bar} × ${ratio <= bar ? "(met)" : "(not met)"} |`,
  );
}

await inMemory(1000);
const thousand = [];
const tenThousand = [];
for (let round = 0; round < rounds; round++) {
  thousand.push(await inMemory(1000));
  tenThousand.push(await inMemory(10_000));
}
row("1,000 and 10,000 advances of one session, in memory", middle(thousand), middle(tenThousand), 12);
await fromStore(memorySessionStore, 10);
row(
  "an advance after 10 and after 5,000, new engine, memory",
  await fromStore(memorySessionStore, 10),
  await fromStore(memorySessionStore, 5000),
  1.3,
);
const folder = mkdtempSync(join(tmpdir(), "tradecraft-sessions-"));
try {
  let nr = 0;
  const makeStore = () => fileSessionStore(join(folder, String(nr++)), { durability: "os" });
  await fromStore(makeStore, 10);
  row("the same, sessions in files", await fromStore(makeStore, 10), await fromStore(makeStore, 5000), 1.3);
} finally {
  rmSync(folder, { recursive: true });
}
const [short, long] = compileTimes();
row("compiling 30 steps with 2 branches, 300 with 20", short, long, 4);
if (long > 10_000) missed = true;

const table = [
  "| what | small | large | large / small | bar |",
  "|---|---:|---:|---:|---:|",
  ...rows,
  "",
  `Medians of ${rounds} rounds; compiling 300 steps must also take less than 10 s${long > 10_000 ? " (not met)" : ""}.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("workflow", table);
if (missed) process.exitCode = 1;
