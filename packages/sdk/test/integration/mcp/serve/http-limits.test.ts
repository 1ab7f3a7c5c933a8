import type { SkillSource } from "@tradecraft/sdk";
import {
  createMcpSkillServer,
  type McpHandlerOptions,
  type McpSkillServer,
  type McpSkillServerOptions,
} from "@tradecraft/sdk/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { skillText } from "./skill-text.ts";
import { slowTool } from "./slow-tool.ts";

const address = "http://localhost/mcp";
const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const call = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });
const handshake = call(1, "initialize", {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "t", version: "1" },
});

interface Endpoint {
  readonly server: McpSkillServer;
  readonly handle: (request: Request) => Promise<Response>;
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly open: () => Promise<string>;
}

function endpoint(
  options: McpHandlerOptions,
  more: McpSkillServerOptions = {},
  skills: SkillSource | readonly string[] = [skillText("pdf")],
): Endpoint {
  const server = createMcpSkillServer(skills, more);
  onTestFinished(() => server.close({ graceMs: 100 }));
  const handle = server.handler(options);
  const post: Endpoint["post"] = (body, headers = {}) =>
    handle(new Request(address, { method: "POST", headers: { ...accept, ...headers }, body: JSON.stringify(body) }));
  const open = async (): Promise<string> => {
    const response = await post(handshake);
    expect(response.status).toBe(200);
    return response.headers.get("mcp-session-id") as string;
  };
  return { server, handle, post, open };
}

describe("times without an end", () => {
  it("are no times at all: sessions stay", async () => {
    const { server, post, open } = endpoint({ sessionIdleMs: Infinity });
    const session = await open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.clients()).toBe(1);
    expect((await post(call(2, "tools/list"), { "mcp-session-id": session })).status).toBe(200);
  });

  it("are no times at all: bodies may take theirs", async () => {
    const { handle } = endpoint({ bodyTimeoutMs: Infinity });
    const text = new TextEncoder().encode(JSON.stringify(handshake));
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.enqueue(text);
        controller.close();
      },
    });
    const init = { method: "POST", headers: accept, body, duplex: "half" };
    expect((await handle(new Request(address, init as RequestInit))).status).toBe(200);
  });
});

describe("closing", () => {
  it("waits without an end where that is asked for", async () => {
    const { tool, begun } = slowTool(100);
    const { server, post, open } = endpoint({}, { ownTools: [tool] });
    const session = { "mcp-session-id": await open() };
    const running = post(call(2, "tools/call", { name: "slow" }), session);
    await begun;
    await server.close({ graceMs: Infinity });
    expect(await (await running).text()).toContain("done");
  });

  it("leaves no session behind that was being opened", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const source: SkillSource = {
      list: () => gate.then(() => [{ id: "pdf", name: "pdf", description: "Does pdf." }]),
      read: async () => skillText("pdf"),
    };
    const { server, post } = endpoint({}, {}, source);
    const opening = post(handshake);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await server.close({ graceMs: 10 });
    release();
    await opening;
    expect(server.clients()).toBe(0);
  });
});

describe("a batch", () => {
  it("counts as many calls as it holds", async () => {
    let running = 0;
    let most = 0;
    const tool = {
      name: "slow",
      description: "Slow.",
      inputSchema: { type: "object" as const, properties: {}, required: [], additionalProperties: false },
      execute: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
        return "done";
      },
    };
    const { post, open } = endpoint({ maxCallsPerSession: 4 }, { ownTools: [tool] });
    const session = { "mcp-session-id": await open() };
    const batch = (size: number): unknown[] =>
      Array.from({ length: size }, (_, at) => call(at + 2, "tools/call", { name: "slow" }));
    const four = await post(batch(4), session);
    expect(four.status).toBe(200);
    expect((await post(batch(5), session)).status).toBe(429);
    expect(most).toBe(4);
  });
});

describe("pages of this machine", () => {
  it("may call from a browser, as long as nobody names others", async () => {
    const { handle } = endpoint({ token: "secret" });
    const origin = "http://localhost:5173";
    const asked = { origin, "access-control-request-method": "POST" };
    const preflight = await handle(new Request(address, { method: "OPTIONS", headers: asked }));
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    const headers = { ...accept, origin, authorization: "Bearer secret" };
    const answer = await handle(new Request(address, { method: "POST", headers, body: JSON.stringify(handshake) }));
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  });
});
