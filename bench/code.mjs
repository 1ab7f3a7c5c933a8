// What keeping state costs a tool of a skill: a call that reads the state and changes nothing, and one that changes one key,
// with 1 MB of state. Beside it the bare function on a plain object, and what a full diff of two snapshots would take.
//
//   node bench/code.mjs [--rounds 200] [--dist packages/sdk/dist] [--write]

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createPatch } from "rfc6902";
import { middle, writeSection } from "./report.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    dist: { type: "string", default: fileURLToPath(new URL("../packages/sdk/dist", import.meta.url)) },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const bars = { unchanged: 0.2, "one key": 2 };
const { createSkillset } = await import(pathToFileURL(resolve(values.dist, "core/index.js")).href);

const text = (length, seed) => `${seed} `.repeat(Math.ceil(length / `${seed} `.length)).slice(0, length);
const shapes = [
  {
    name: "flat object, 2,000 keys",
    state: Object.fromEntries(Array.from({ length: 2000 }, (_, nr) => [`key-${nr}`, text(480, nr)])),
    read: (state) => state["key-77"].length,
    write: (state, round) => (state["key-77"] = `round ${round}`),
  },
  {
    name: "list, 10,000 rows",
    state: { rows: Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}`, note: text(55, id) })) },
    read: (state) => state.rows[77].name.length,
    write: (state, round) => (state.rows[77].name = `round ${round}`),
  },
  {
    name: "list, 10,000 rows, first one out and one in",
    state: { rows: Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}`, note: text(55, id) })) },
    read: (state) => state.rows.length,
    write: (state, round) => {
      state.rows.shift();
      state.rows.push({ id: -round, name: "new", note: "" });
    },
    elsewhere: true,
  },
];
const anything = { "~standard": { version: 1, vendor: "bench", validate: (value) => ({ value }) } };
const anyObject = { type: "object" };

async function measure(action) {
  const times = [];
  for (let round = -20; round < rounds; round++) {
    const started = performance.now();
    await action(round);
    if (round >= 0) times.push(performance.now() - started);
  }
  return middle(times);
}

const rows = [];
const worst = { unchanged: 0, "one key": 0 };
for (const { name, state, read, write, elsewhere } of shapes) {
  // What a model's call goes through: the skillset's tool, the arguments' schema, the state, the events.
  const tool = (work) => ({
    description: "A tool.",
    input: anything,
    inputJsonSchema: anyObject,
    execute: ({ round }, { state: draft }) => void work(draft, round),
  });
  const skillset = await createSkillset([
    {
      name: "bench",
      description: "A skill.",
      body: "Call it.",
      state: { namespace: "bench", schema: anything, jsonSchema: anyObject, initial: state },
      tools: { unchanged: tool(read), "one-key": tool(write) },
    },
  ]);
  const execute = skillset.tools.find(({ name }) => name === "execute_skill_tool").execute;
  let told = 0;
  skillset.on("state-changed", ({ patch }) => (told = JSON.stringify(patch).length));
  const plain = structuredClone(state);
  for (const [kind, work] of Object.entries({ unchanged: read, "one key": write })) {
    told = 0;
    const bare = await measure(async (round) => void work(plain, round));
    const call = { skill: "bench", tool: kind === "unchanged" ? "unchanged" : "one-key" };
    const ours = (await measure((round) => execute({ ...call, arguments: { round } }))) - bare;
    const size = told;
    const before = JSON.parse(JSON.stringify(skillset.state.snapshot()));
    const after = JSON.parse(JSON.stringify(skillset.state.snapshot()));
    work(after.bench, rounds);
    // The bar for one key is not one for a whole list that moves up.
    if (!elsewhere || kind === "unchanged") worst[kind] = Math.max(worst[kind], ours);
    const label = elsewhere && kind === "one key" ? "two places" : kind;
    const peer = measurePeer(before, after);
    rows.push(`| ${name} | ${label} | ${bare.toFixed(3)} | ${ours.toFixed(3)} | ${peer} | ${size} |`);
  }
}

/** Copies before the call, and looks for differences after it, as one does without drafts. */
function measurePeer(before, after) {
  const times = [];
  try {
    for (let round = 0; round < 5; round++) {
      const started = performance.now();
      structuredClone(before);
      createPatch(before, after);
      times.push(performance.now() - started);
    }
    return middle(times).toFixed(1);
  } catch (error) {
    return `fails: ${error.message}`;
  }
}

const verdict = Object.entries(bars).map(
  ([kind, bar]) => `${kind} ≤ ${bar} ms: worst ${worst[kind].toFixed(3)} ${worst[kind] <= bar ? "(met)" : "(not met)"}`,
);
const table = [
  "| 1 MB of state | a call leaves it | bare function, ms | more through the skillset, ms | copy and full diff (rfc6902), ms | patch, bytes |",
  "|---|---|---:|---:|---:|---:|",
  ...rows,
  "",
  `Medians of ${rounds} calls each. Bars: ${verdict.join("; ")}.`,
].join("\n");
process.stdout.write(`${table}\n`);
if (values.write) writeSection("code", table);
if (Object.entries(bars).some(([kind, bar]) => worst[kind] > bar)) process.exitCode = 1;
