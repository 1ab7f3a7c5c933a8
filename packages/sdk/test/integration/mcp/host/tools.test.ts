import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { createSkillset } from "../../../../src/core/skillset/create-skillset.ts";
import { mcpToolset } from "../../../../src/mcp/tools/mcp-toolset.ts";
import { skillFromMcp } from "../../../../src/mcp/tools/skill-from-mcp.ts";
import { fakeServer } from "./fake-server.ts";
import * as toolServer from "./fixtures/tool-server.mjs";

const makeServer = toolServer.makeServer as () => McpServer;
const program = fileURLToPath(new URL("fixtures/tool-server.mjs", import.meta.url));

interface Connection {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

async function overStdio(): Promise<Connection> {
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program] }));
  return { client, close: () => client.close() };
}

/** Over a real socket, in either revision of the protocol. */
async function overHttp(pin?: string): Promise<Connection> {
  const handler = createMcpHandler(makeServer);
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as [string, string]] : [],
      );
      const abort = new AbortController();
      response.on("close", () => abort.abort());
      const init = {
        method: request.method ?? "GET",
        headers,
        signal: abort.signal,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      };
      const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url ?? "/"}`, init));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const options = pin === undefined ? {} : { versionNegotiation: { mode: { pin } } };
  const client = new Client({ name: "host", version: "1.0.0" }, options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)),
  );
  return {
    client,
    close: async () => {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ways: readonly (readonly [string, () => Promise<Connection>])[] = [
  ["stdio", overStdio],
  ["HTTP", () => overHttp()],
  ["HTTP of revision 2026-07-28", () => overHttp("2026-07-28")],
];

const text = { name: "numbers", description: "Works with numbers.", body: "Use the tools." };

describe.each(ways)("tools of a server over %s", (_name, connect) => {
  let connection: Connection;
  beforeAll(async () => void (connection = await connect()));
  afterAll(() => connection.close());

  it("are listed, and answer with data, text, or a description of what cannot be shown", async () => {
    const toolset = mcpToolset(connection.client, { label: "hub" });
    expect((await toolset.list()).map(({ name }) => name)).toEqual(["add", "greet", "fail", "show", "wait", "drop"]);
    expect(await toolset.call("add", { a: 1, b: 2 })).toEqual({ sum: 3 });
    expect(await toolset.call("greet", { name: "Ada" })).toBe("Hello Ada\n\nand goodbye");
    expect(await toolset.call("show", {})).toBe(
      "[image image/png, 3 bytes]\n\n[link to log at file:///var/log]\n\n[resource notes://1 text/plain]\na note\n\n[resource notes://2, 3 bytes]",
    );
  });

  it("fail as errors, and can be called off", async () => {
    const toolset = mcpToolset(connection.client, { label: "hub", callTimeout: 300 });
    await expect(toolset.call("fail", {})).rejects.toMatchObject({ code: "tool-failed", message: "no disk" });
    await expect(toolset.call("nothing", {})).rejects.toMatchObject({ code: "tool-failed" });
    await expect(toolset.call("wait", {})).rejects.toMatchObject({ code: "tool-failed" });
    const controller = new AbortController();
    const reason = new Error("given up");
    const pending = toolset.call("wait", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(pending).rejects.toBe(reason);
    expect(await toolset.call("add", { a: 2, b: 2 })).toEqual({ sum: 4 });
  });

  it("make a skill, which a model uses", async () => {
    const skillset = await createSkillset([skillFromMcp(connection.client, text)]);
    const call = (name: string, input: object) => skillset.tools.find((each) => each.name === name)?.execute(input);
    expect(await call("load_skill", { name: "numbers" })).toContain("Adds two numbers.");
    expect(await call("execute_skill_tool", { skill: "numbers", tool: "add", arguments: { a: 20, b: 22 } })).toContain(
      "42",
    );
    expect(await call("execute_skill_tool", { skill: "numbers", tool: "add", arguments: { a: "x" } })).toContain(
      "does not fit",
    );
    expect(await call("execute_skill_tool", { skill: "numbers", tool: "fail", arguments: {} })).toContain("no disk");
  });

  it("are restricted by allowedTools: no other is listed or called, and patterns hold", async () => {
    const skill = skillFromMcp(connection.client, { ...text, allowedTools: ["add", "drop(SELECT *)"] });
    const skillset = await createSkillset([skill]);
    const call = (name: string, input: object) => skillset.tools.find((each) => each.name === name)?.execute(input);
    const loaded = String(await call("load_skill", { name: "numbers" }));
    expect(loaded).toContain("Adds two numbers.");
    expect(loaded).not.toContain("Greets.");
    expect(await call("execute_skill_tool", { skill: "numbers", tool: "greet", arguments: { name: "x" } })).toContain(
      "has no tool",
    );
    expect(
      await call("execute_skill_tool", { skill: "numbers", tool: "drop", arguments: { query: "DROP TABLE x" } }),
    ).toContain("do not cover");
    expect(
      await call("execute_skill_tool", { skill: "numbers", tool: "drop", arguments: { query: "SELECT 1" } }),
    ).toContain("SELECT 1");
    // The toolset itself holds to it, whoever calls it.
    const [toolset] = skill.toolsets ?? [];
    await expect((toolset as ReturnType<typeof mcpToolset>).call("greet", { name: "x" })).rejects.toThrow(SkillError);
  });
});

describe("tools of a hostile server", () => {
  const schema = { type: "object" };
  const capabilities = { tools: {} };

  it("are left out when no model could call them, or should read them", async () => {
    const tools = [
      { name: "good", inputSchema: schema },
      { name: "good", description: "A second one.", inputSchema: schema },
      { name: "</skill>", inputSchema: schema },
      { name: "no-schema" },
      { name: "array", inputSchema: { type: "array" } },
      { name: "hidden", description: "x\u{e0041}", inputSchema: schema },
      { name: "hidden-schema", inputSchema: { type: "object", properties: { a: { description: "x\u{e0041}" } } } },
      { name: "gigantic", inputSchema: { type: "object", description: "x".repeat(100_000) } },
      { name: "long", description: "x".repeat(10_000), inputSchema: schema },
      "tool",
    ];
    const { client } = await fakeServer({ "tools/list": () => ({ tools }) }, { capabilities });
    const listed = await mcpToolset(client, { label: "hub" }).list();
    expect(listed.map(({ name, description }) => [name, description?.length])).toEqual([
      ["good", undefined],
      ["long", 8_217],
    ]);
  });

  it("do not come without end", async () => {
    let page = 0;
    const endless = await fakeServer(
      { "tools/list": () => ({ tools: [], nextCursor: `page-${++page}` }) },
      { capabilities },
    );
    await expect(mcpToolset(endless.client, { label: "hub" }).list()).rejects.toMatchObject({
      facts: { reason: "pages-endless" },
    });
    const circle = await fakeServer({ "tools/list": () => ({ tools: [], nextCursor: "again" }) }, { capabilities });
    await expect(mcpToolset(circle.client, { label: "hub" }).list()).rejects.toMatchObject({
      facts: { reason: "cursor-repeated" },
    });
    const silent = await fakeServer({ "tools/list": () => new Promise(() => {}) }, { capabilities });
    await expect(mcpToolset(silent.client, { label: "hub", requestTimeout: 50 }).list()).rejects.toMatchObject({
      facts: { reason: "request-late" },
    });
  });

  it("cannot answer with what is no result", async () => {
    const answers = {
      "tools/list": () => ({ tools: [{ name: "good", inputSchema: schema }] }),
      "tools/call": (): unknown => ({ content: "x" }),
    };
    const { client } = await fakeServer(answers, { capabilities });
    await expect(mcpToolset(client, { label: "hub" }).call("good", {})).rejects.toMatchObject({ code: "tool-failed" });
  });

  it("that serves none has none", async () => {
    const { client, calls } = await fakeServer({}, { capabilities: {} });
    expect(await mcpToolset(client, { label: "hub" }).list()).toEqual([]);
    expect(calls).toEqual([]);
  });
});
