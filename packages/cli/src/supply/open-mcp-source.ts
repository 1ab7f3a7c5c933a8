import type * as ClientModule from "@modelcontextprotocol/client";
import { SkillError } from "@tradecraft/sdk";
import type { FetchContext, McpSource, OpenedSkillSource } from "@tradecraft/sdk/supply";
import { loadVersion } from "../version.ts";

/** The same for every server and machine: it is part of the paths that a lock holds. */
const label = "server";
const extension = "io.modelcontextprotocol/skills";

/** Connects to an MCP server that offers skills, for one visit. */
export async function openMcpSource({ url }: McpSource, { limits, signal }: FetchContext): Promise<OpenedSkillSource> {
  const address = new URL(url);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  if (address.protocol !== "https:" && !(address.protocol === "http:" && isLocal))
    throw new SkillError("source-unavailable", `${url}: only https is spoken, except to this machine.`);
  const { Client, StreamableHTTPClientTransport } = await loadClient();
  const { mcpSkillSource } = await import("@tradecraft/sdk/mcp");
  const client = new Client(
    { name: "tradecraft", version: await loadVersion() },
    { capabilities: { extensions: { [extension]: {} } } },
  );
  const options = { timeout: limits.timeout, ...(signal !== undefined && { signal }) };
  try {
    await client.connect(new StreamableHTTPClientTransport(address), options);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkillError("source-unavailable", `${url} does not answer as an MCP server: ${reason}`, { cause: error });
  }
  return { ...mcpSkillSource(client, { label }), close: () => client.close() };
}

async function loadClient(): Promise<typeof ClientModule> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (error) {
    const message =
      "Skills of MCP servers need @modelcontextprotocol/client. Run: npm install @modelcontextprotocol/client";
    throw new SkillError("runtime-unsupported", message, { cause: error });
  }
}
