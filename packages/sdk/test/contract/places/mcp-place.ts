import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, type SkillCatalogOptions, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { ContractSkill } from "../../../src/testing/index.ts";

/** Revisions of the protocol: the one before the extension's own, and that. */
export type McpEra = "legacy" | "modern";

/** Skills on a server that is built with the official package and nothing else, and a client that is connected to it. */
export interface McpPlace {
  readonly client: Client;
  /** Files by path, as the server reads them; `reload` makes it look again. */
  readonly files: Record<string, string | Uint8Array>;
  readonly reload: () => Promise<void>;
  readonly put: (skill: ContractSkill) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Serves files by the official server: in memory to an old client, by HTTP without sockets to a new one. */
export async function mcpFiles(
  files: Record<string, string | Uint8Array>,
  era: McpEra,
  options: SkillCatalogOptions = {},
): Promise<McpPlace> {
  const catalog = await SkillsExtension.load(memorySkillFiles(files), { onWarning: () => {}, ...options });
  const makeServer = (): McpServer => {
    const server = new McpServer({ name: "official", version: "1.0.0" });
    catalog.attach(server);
    return server;
  };
  const connected = era === "legacy" ? await connectInMemory(makeServer()) : await connectByHttp(makeServer);
  const reload = async (): Promise<void> => {
    const { listChanged } = await catalog.reload();
    if (listChanged) connected.changed();
  };
  return {
    client: connected.client,
    files,
    reload,
    put: async (skill) => {
      Object.assign(files, filesOf(skill));
      await reload();
    },
    dispose: () => connected.client.close(),
  };
}

/** The contract's skills on such a server. */
export function mcpPlace(skills: readonly ContractSkill[], era: McpEra): Promise<McpPlace> {
  return mcpFiles(Object.assign({}, ...skills.map(filesOf)), era, { pageSize: 3 });
}

function filesOf({ name, raw, files }: ContractSkill): Record<string, string | Uint8Array> {
  const all = Object.entries({ ...files, "SKILL.md": raw });
  return Object.fromEntries(all.map(([path, content]) => [`${name}/${path}`, content]));
}

interface Connected {
  readonly client: Client;
  readonly changed: () => void;
}

/** Connects an old client to a server in this process. */
export async function connectInMemory(server: {
  connect(transport: InMemoryTransport): Promise<void>;
}): Promise<Connected> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "host", version: "1.0.0" });
  await server.connect(far);
  await client.connect(near);
  return { client, changed: () => {} };
}

/** Connects a client of revision 2026-07-28 to servers that are made for each request. */
export async function connectByHttp(makeServer: () => McpServer): Promise<Connected> {
  const handler = createMcpHandler(makeServer);
  const client = new Client(
    { name: "host", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL("http://skills.test/mcp"), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return { client, changed: () => handler.notify.resourcesChanged() };
}
