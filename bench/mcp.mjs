// What serving skills over MCP costs, with the official client on the other side: loading a skill against an empty tool
// call on the same connection, listing 10,000 skills in pages, memory over many calls, and many clients at once.
//
//   node bench/mcp.mjs [--only load|list|memory|clients] [--long] [--write]

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { middle, writeSection } from "./report.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    long: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const { long } = values;
const child = fileURLToPath(new URL("mcp-child.mjs", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-bench-")));
/** Warnings of Node's, as of a leak: none is expected. */
let warnings = 0;
process.on("warning", () => warnings++);
const bars = { load: 1.5, list: 2000, memory: 1.1 };

function makeSkills(name, count) {
  const root = join(folder, name);
  const body = "Read the task, then do each step in order and check what came out.\n".repeat(60);
  for (let at = 0; at < count; at++) {
    const skill = `skill-${String(at).padStart(5, "0")}`;
    mkdirSync(join(root, skill), { recursive: true });
    const description = `Does part ${at} of the work. Use when part ${at} is asked for.`;
    writeFileSync(join(root, skill, "SKILL.md"), `---\nname: ${skill}\ndescription: ${description}\n---\n\n${body}`);
    if (at % 10 === 0) writeFileSync(join(root, skill, "notes.md"), `Notes on part ${at}.\n`);
  }
  return root;
}

const makeClient = () => new Client({ name: "bench", version: "1.0.0" }, { listMaxPages: 0 });

async function overStdio(root) {
  const client = makeClient();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [child, "stdio", root] }));
  return client;
}

async function startHttp(root) {
  const server = spawn(process.execPath, ["--expose-gc", child, "http", root], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const { port } = await next();
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    memory: async () => {
      server.stdin.write("\n");
      return next();
    },
    stop: () => server.stdin.end(),
  };
}

/**
 * Each call with a signal of its own. The official client gives one signal to all its calls, and Node's fetch leaves a listener
 * on it until the memory of a call is collected: after 1,500 of them Node warns of a leak that is none.
 */
function fetchApart(url, { signal, ...init } = {}) {
  return fetch(url, { ...init, ...(signal && { signal: AbortSignal.any([signal]) }) });
}

async function overHttp(url) {
  const client = makeClient();
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchApart }));
  return client;
}

const load = (client, name) => client.callTool({ name: "load_skill", arguments: { name, reload: true } });
const empty = (client) => client.callTool({ name: "empty", arguments: {} });

async function timed(action) {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Loading against an empty call, in turn, on one connection. */
async function measureLoad() {
  const client = await overStdio(makeSkills("few", 50));
  const times = { empty: [], load: [] };
  const rounds = long ? 20_000 : 3000;
  for (let round = -500; round < rounds; round++) {
    const name = `skill-000${String((round + 500) % 50).padStart(2, "0")}`;
    const calls = [
      ["empty", () => empty(client)],
      ["load", () => load(client, name)],
    ];
    if (round % 2 === 0) calls.reverse();
    for (const [kind, call] of calls) {
      const time = await timed(call);
      if (round >= 0) times[kind].push(time);
    }
  }
  await client.close();
  const [plain, loading] = [middle(times.empty), middle(times.load)];
  const ratio = loading / plain;
  return {
    row: `| load_skill over stdio against an empty tool call | ${loading.toFixed(3)} ms against ${plain.toFixed(3)} ms, ${ratio.toFixed(2)} × | ≤ ${bars.load} × |`,
    met: ratio <= bars.load,
  };
}

/** A library of 10,000, from the first page to the last, by a process that has read nothing yet. */
async function measureList() {
  const root = makeSkills("many", 10_000);
  const times = { first: [], again: [] };
  for (let round = 0; round < (long ? 5 : 2); round++) {
    const client = await overStdio(root);
    const skills = new SkillsClient(client);
    for (const kind of ["first", "again"]) {
      let found = 0;
      times[kind].push(await timed(async () => (found = (await skills.list()).skills.length)));
      if (found !== 10_000) throw new Error(`${found} skills were listed.`);
    }
    await client.close();
  }
  const [first, again] = [middle(times.first), middle(times.again)];
  return {
    row: `| 10,000 skills listed in pages | ${first.toFixed(0)} ms, again ${again.toFixed(0)} ms | < ${bars.list} ms |`,
    met: first < bars.list,
  };
}

/** Heap of the server after its first calls and after its last. */
async function measureMemory() {
  const server = await startHttp(makeSkills("few", 50));
  const calls = long ? 100_000 : 10_000;
  const client = await overHttp(server.url);
  const run = async (count) => {
    for (let at = 0; at < count; at += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => load(client, `skill-000${String((at + n) % 50).padStart(2, "0")}`)),
      );
  };
  await run(calls / 10);
  const before = await server.memory();
  await run(calls);
  const after = await server.memory();
  await client.close();
  server.stop();
  const growth = after.heapUsed / before.heapUsed;
  const shown = ({ heapUsed }) => `${(heapUsed / 1e6).toFixed(1)} MB`;
  return {
    row: `| heap over ${calls.toLocaleString("en")} calls | ${shown(before)} to ${shown(after)}, ${growth.toFixed(2)} × | ≤ ${bars.memory} × |`,
    met: growth <= bars.memory,
  };
}

/** Many clients, each calling as fast as it is answered. */
async function measureClients() {
  const server = await startHttp(makeSkills("few", 50));
  const seconds = long ? 60 : 5;
  const clients = [];
  for (let at = 0; at < 200; at++) clients.push(await overHttp(server.url));
  const before = await server.memory();
  const times = [];
  let errors = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let call = 0; performance.now() < end; call++) {
        const name = `skill-000${String((at + call) % 50).padStart(2, "0")}`;
        try {
          times.push(
            await timed(async () => {
              const { content, isError } = await load(client, name);
              if (isError === true || !content[0].text.includes(name)) throw new Error("another answer");
            }),
          );
        } catch {
          errors++;
        }
      }
    }),
  );
  const open = (await server.memory()).clients;
  await Promise.all(
    clients.map(async (client) => {
      await client.transport.terminateSession();
      await client.close();
    }),
  );
  const after = await server.memory();
  server.stop();
  times.sort((a, b) => a - b);
  const rate = Math.round(times.length / seconds).toLocaleString("en");
  const growth = after.heapUsed / before.heapUsed;
  const numbers = `${rate} calls a second, p99 ${times[Math.floor(times.length * 0.99)].toFixed(0)} ms, ${errors} errors, ${open} sessions open and ${after.clients} after, heap ${growth.toFixed(2)} ×`;
  return {
    row: `| 200 clients for ${seconds} s on this machine | ${numbers} | no error, no leak |`,
    met: errors === 0 && after.clients === 0 && growth <= bars.memory,
  };
}

const measurements = { load: measureLoad, list: measureList, memory: measureMemory, clients: measureClients };

try {
  const rows = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (values.only !== undefined && values.only !== name) continue;
    const { row, met: isMet } = await measure();
    const met = isMet && warnings === 0;
    rows.push(`${row} ${met ? "met" : "not met"} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
    if (!met) process.exitCode = 1;
  }
  const table = ["| measurement | result | bar | |", "|---|---|---|---|", ...rows].join("\n");
  if (values.write) writeSection("mcp", table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
