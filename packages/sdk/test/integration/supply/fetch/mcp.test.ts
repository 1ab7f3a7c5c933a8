// Skills of a real MCP server, through the host's source.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { staticSkillSource } from "@tradecraft/sdk";
import { expect, it } from "vitest";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { createMcpSkillServer } from "../../../../src/mcp/serve/create-mcp-skill-server.ts";
import { findSkills } from "../../../../src/supply/fetch/find-skills.ts";
import { skillSourceFetcher } from "../../../../src/supply/fetch/mcp/index.ts";
import { fetchContext } from "./fetch-context.ts";

it("come to the byte, under folders that do not depend on what the host calls the server", async () => {
  const served = staticSkillSource([
    {
      name: "refunds",
      description: "x",
      body: "Do.",
      resources: { "a b/ü.md": "Grüße", "x.bin": Uint8Array.of(0, 255) },
    },
    { name: "daily", description: "y", body: "Look." },
  ]);
  const handler = createMcpSkillServer(served).handler();
  let closed = 0;
  const fetcher = (label: string) =>
    skillSourceFetcher({
      open: async ({ url }) => {
        const client = new Client(
          { name: "host", version: "1.0.0" },
          {
            capabilities: { extensions: { "io.modelcontextprotocol/skills": {} } },
            versionNegotiation: { mode: { pin: "2026-07-28" } },
          },
        );
        const fetch = (address: string | URL, init?: RequestInit): Promise<Response> =>
          handler(new Request(address, init));
        await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }));
        const close = async (): Promise<void> => {
          closed++;
          await client.close();
        };
        return { ...mcpSkillSource(client, { label }), close };
      },
    });
  const source = { type: "mcp", url: "http://127.0.0.1/mcp" } as const;
  const fetched = await fetcher("hub").resolve(source, fetchContext());
  const tree = await fetched.open();
  expect(tree.skillFolders).toEqual(["daily", "refunds"]);
  expect((await findSkills(tree)).map(({ name }) => name)).toEqual(["daily", "refunds"]);
  const contents = await tree.read(["refunds/a b/ü.md", "refunds/x.bin"]);
  expect(new TextDecoder().decode(contents.get("refunds/a b/ü.md"))).toBe("Grüße");
  expect([...(contents.get("refunds/x.bin") ?? [])]).toEqual([0, 255]);
  expect((await fetcher("other").restore(source, fetched.resolved, fetchContext())).resolved).toEqual(fetched.resolved);
  expect(closed).toBe(2);
});
