import {
  Client,
  type ClientOptions,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { SKILLS_EXTENSION_ID } from "@modelcontextprotocol/client/ext/skills";
import type { McpSkillServer } from "@tradecraft/sdk/mcp";
import { onTestFinished } from "vitest";

export type Era = "2025-11-25" | "2026-07-28";

export const eras: readonly Era[] = ["2025-11-25", "2026-07-28"];

export interface TestClientOptions {
  readonly era?: Era;
  /** Declares the extension. Default false. */
  readonly declares?: boolean;
  readonly more?: ClientOptions;
}

/** The official client, of either protocol. */
export function makeClient({ era = "2025-11-25", declares = false, more = {} }: TestClientOptions = {}): Client {
  const extensions = declares ? { extensions: { [SKILLS_EXTENSION_ID]: {} } } : {};
  return new Client(
    { name: "test", version: "1.0.0" },
    {
      ...more,
      capabilities: extensions,
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
}

/** A client on a connection of its own, in memory, until the test ends. */
export async function connectClient(server: McpSkillServer, options: TestClientOptions = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far as never);
  const client = makeClient(options);
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}

/** A client over HTTP, until the test ends. */
export async function connectHttp(
  url: URL,
  options: TestClientOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Client> {
  const client = makeClient(options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: options.headers ?? {} } }));
  onTestFinished(() => client.close());
  return client;
}
