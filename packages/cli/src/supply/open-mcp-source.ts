import type * as ClientModule from "@modelcontextprotocol/client";
import { SkillError } from "@tradecraft/sdk";
import { type FetchContext, type McpSource, type OpenedSkillSource, withoutCredentials } from "@tradecraft/sdk/supply";
import { loadVersion } from "../version.ts";

/** The same for every server and machine: it is part of the paths that a lock holds. */
const label = "server";
const extension = "io.modelcontextprotocol/skills";

/** Connects to an MCP server that offers skills, for one visit. */
export async function openMcpSource({ url }: McpSource, { limits, signal }: FetchContext): Promise<OpenedSkillSource> {
  const shown = withoutCredentials(url);
  const facts = { url: shown };
  if (!URL.canParse(url))
    throw new SkillError("source-unavailable", `"${shown}" is no address of an MCP server: write https://…`, { facts });
  const address = new URL(url);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  if (address.protocol !== "https:" && !(address.protocol === "http:" && isLocal))
    throw new SkillError("source-unavailable", `${shown}: only https is spoken, except to this machine.`, { facts });
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
    const reason = withoutSecrets(error instanceof Error ? error.message : String(error), address);
    throw new SkillError("source-unavailable", `${shown} does not answer as an MCP server: ${reason}`, {
      facts,
      cause: error,
    });
  }
  return { ...mcpSkillSource(client, { label }), close: () => client.close() };
}

/** Clients quote the address they were given. */
function withoutSecrets(text: string, { search, username, password }: URL): string {
  const secrets = [search.slice(1), password, username].filter((secret) => secret !== "");
  const plain = text.replaceAll(/(:\/\/)[^/@\s'"]*@/g, "$1");
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), plain);
}

async function loadClient(): Promise<typeof ClientModule> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    const name = "@modelcontextprotocol/client";
    const message = `Skills of MCP servers need ${name}. Run: npm install ${name}`;
    throw new SkillError("package-missing", message, { facts: { package: name }, cause });
  }
}
