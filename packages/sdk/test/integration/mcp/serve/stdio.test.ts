import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectClient, eras, makeClient } from "./clients.ts";
import { skillText } from "./skill-text.ts";
import { slowTool } from "./slow-tool.ts";
import { bundleStdioServer, startStdioServer } from "./stdio-server.ts";

let program: Awaited<ReturnType<typeof bundleStdioServer>>;
beforeAll(async () => void (program = await bundleStdioServer()));
afterAll(() => program.remove());

function folderWith(...names: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "tradecraft-mcp-stdio-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of names) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "SKILL.md"), skillText(name));
  }
  return root;
}

describe.each(eras)("a process on stdio, to a client of %s", (era) => {
  it("serves tools, watches, and ends with its client", async () => {
    const root = folderWith("a");
    const transport = startStdioServer(program.file, { folders: [root], watch: true });
    const client = makeClient({ era });
    let changes = 0;
    client.setNotificationHandler("notifications/resources/list_changed", () => void changes++);
    await client.connect(transport);
    onTestFinished(() => client.close());
    const { content } = await client.callTool({ name: "load_skill", arguments: { name: "a" } });
    expect(JSON.stringify(content)).toContain("The instructions of a.");
    expect(JSON.stringify(content)).not.toContain(root);
    mkdirSync(join(root, "b"));
    writeFileSync(join(root, "b", "SKILL.md"), skillText("b"));
    await vi.waitFor(async () => expect((await new SkillsClient(client).list()).skills.length).toBe(2), 10_000);
    if (era === "2025-11-25") await vi.waitFor(() => expect(changes).toBeGreaterThan(0), 10_000);
    const { pid } = transport;
    await client.close();
    await vi.waitFor(() => expect(isRunning(pid as number)).toBe(false), 5000);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(eras)("closing a connection with a client of %s", (era) => {
  it("answers the calls that are running, and refuses new ones", async () => {
    const { tool, begun } = slowTool(300);
    const server = createMcpSkillServer([skillText("pdf")], { ownTools: [tool] });
    const client = await connectClient(server, { era });
    const running = client.callTool({ name: "slow", arguments: {} });
    await begun;
    const closed = server.close();
    await expect(client.listTools()).rejects.toThrow("closing");
    expect((await running).content).toEqual([{ type: "text", text: "done" }]);
    await closed;
    expect(server.clients()).toBe(0);
  });

  it("waits no longer than it may", { retry: 2 }, async () => {
    const { tool, begun } = slowTool(5000);
    const server = createMcpSkillServer([skillText("pdf")], { ownTools: [tool] });
    const client = await connectClient(server, { era });
    client.callTool({ name: "slow", arguments: {} }).catch(() => undefined);
    await begun;
    const started = performance.now();
    await server.close({ graceMs: 100 });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

it("forgets a client that is gone", async () => {
  const server = createMcpSkillServer([skillText("pdf")]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const { closed } = await server.connect(far as never);
  const client = makeClient();
  await client.connect(near);
  expect(server.clients()).toBe(1);
  await client.close();
  await closed;
  expect(server.clients()).toBe(0);
});
