// `scripts/run mcp --http` of a built skill, called by the official client.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { exampleRuns } from "../../../../sdk/test/integration/run/mcp/example-answers.ts";
import { call, type Era, makeClient } from "../../../../sdk/test/integration/run/mcp/tool-client.ts";
import { callSkill } from "../../helpers/build-fixtures.ts";
import { buildExamples, type BuiltExamples } from "../../helpers/built-examples.ts";
import { answerer } from "../../helpers/drive-skill.ts";
import { isBuilt } from "../../helpers/spawn-cli.ts";

const name = "triage-desk";
let built: BuiltExamples;
const sessionDir = (): string[] => ["--session-dir", join(built.folder, "sessions")];

interface Served {
  readonly url: URL;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
}

/** Starts the server; it must say where it listens within some seconds. */
async function serve(listen: string, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const child = spawn(built.run(name), ["mcp", "--http", listen, ...sessionDir()], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  const [line] = (await Promise.race([once(child.stderr, "data"), ended])) as [Buffer | number];
  const url = /^note: serving triage-desk on (http:\S+)\n$/.exec(String(line))?.[1];
  if (url === undefined) throw new Error(`It does not say where it listens: ${String(line)}`);
  return { url: new URL(url), child, ended };
}

async function connect(url: URL, { era = "2025-11-25", token }: { era?: Era; token?: string } = {}) {
  const client = makeClient({ era });
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** The status of a bare call, with headers that `fetch` does not let through. */
async function post(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const accept = "application/json, text/event-stream";
  const sent = request(url, { method: "POST", headers: { "content-type": "application/json", accept, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

describe.skipIf(!isBuilt)("mcp --http of a built skill", () => {
  beforeAll(async () => void (built = await buildExamples([name])), 120_000);
  afterAll(() => built?.remove());

  it.each(["2025-11-25", "2026-07-28"] as const)("runs to its end over Streamable HTTP, in %s", async (era) => {
    const { url, child, ended } = await serve("0");
    expect(url.hostname).toBe("127.0.0.1");
    const run = exampleRuns(built.folder)[name]!;
    const answerOf = answerer(run);
    const client = await connect(url, { era });
    let reply = await call(client, "start", { params: run.params });
    const { session } = reply;
    // The commands and the server share sessions.
    const status = callSkill(built.run(name), ["status", "--session", session, ...sessionDir()]);
    expect(status.result).toMatchObject({ sessionId: session, step: "sort" });
    while (reply.status === "prompt")
      reply = await call(client, "advance", { session, step: reply.step, output: answerOf(reply.step) });
    expect(reply).toMatchObject({ status: "done", finalOutput: run.finalOutput });
    const other = await connect(url, { era });
    expect(await call(other, "status", { session })).toMatchObject({ session, status: "done" });
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("lets no web page in that calls it by another name or comes from elsewhere", async () => {
    const { url } = await serve("localhost:0");
    expect(await post(url, { host: `evil.example:${url.port}` })).toBe(403);
    expect(await post(url, { host: `localhost:${url.port}`, origin: "https://evil.example" })).toBe(403);
    expect(await post(new URL("/other", url), {})).toBe(404);
    expect(await post(url, { host: `localhost:${url.port}` })).not.toBe(403);
  });

  it("asks for the token where others could call, and wherever one is set", async () => {
    const { url } = await serve("0.0.0.0:0", { TRADECRAFT_MCP_TOKEN: "secret" });
    url.hostname = "127.0.0.1";
    expect(await post(url, {})).toBe(401);
    expect(await post(url, { authorization: "Bearer wrong" })).toBe(401);
    const { tools } = await (await connect(url, { token: "secret" })).listTools();
    expect(tools.map((tool) => tool.name)).toContain("advance");
  });

  it("refuses what it cannot or must not do, as commands do", async () => {
    const { url } = await serve("0");
    const token = { TRADECRAFT_MCP_TOKEN: "two words" };
    for (const [listen, message, env] of [
      ["0.0.0.0:0", /^Others can call 0\.0\.0\.0: set TRADECRAFT_MCP_TOKEN/],
      ["[::]:0", /^Others can call ::/],
      ["http://x", /^--http is a port or host:port/],
      ["99999", /^--http is a port or host:port/],
      [url.port, /something else listens there already/],
      ["0", /^TRADECRAFT_MCP_TOKEN must be made of ASCII/, token],
    ] as const) {
      const { code, result, stderr } = callSkill(built.run(name), ["mcp", "--http", listen], { env: { ...env } });
      expect([code, result["code"], result["message"]]).toEqual([2, "usage", expect.stringMatching(message)]);
      expect(stderr).toMatch(/^error: /);
      expect(stderr).not.toContain("two words");
    }
  });

  it("is in the file that `mcp` alone loads", () => {
    const bin = (file: string): string => readFileSync(join(built.of(name), "bin", file), "utf8");
    expect(bin(`${name}-main.cjs`)).not.toContain("TRADECRAFT_MCP_TOKEN");
    expect(bin(`${name}-main.cjs`)).not.toContain("createServer");
    expect(bin(`${name}-mcp.mjs`)).toContain("TRADECRAFT_MCP_TOKEN");
  });
});
