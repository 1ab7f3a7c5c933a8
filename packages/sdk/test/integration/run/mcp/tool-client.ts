import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { WorkflowServer } from "@tradecraft/sdk/workflow/mcp";

export type Era = "2025-11-25" | "2026-07-28";

/** What a tool said. */
export interface Reply {
  readonly session: string;
  readonly status: string;
  readonly step: string;
  readonly prompt: string;
  readonly schema: unknown;
  readonly preamble: string | undefined;
  readonly message: string | undefined;
  readonly completed: { readonly step: string } | undefined;
  readonly autoAdvanced: readonly { readonly step: string }[] | undefined;
}

/** What a user says to a form. */
export type Form = {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Record<string, unknown> };
};
export type User = (form: Form) => { action: "accept" | "decline" | "cancel"; content?: unknown };

export interface ClientSettings {
  readonly era?: Era;
  readonly name?: string;
  /** The client offers forms, and this is its user. */
  readonly user?: User;
}

/** The official client. */
export function makeClient({ era = "2025-11-25", name = "test", user }: ClientSettings = {}): Client {
  const client = new Client(
    { name, version: "1.0.0" },
    {
      capabilities: user ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  if (user) client.setRequestHandler("elicitation/create", ({ params }) => user(params as unknown as Form) as never);
  return client;
}

/** A client in memory, until the test ends. */
export async function connect(server: WorkflowServer, settings: ClientSettings = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far as never);
  const client = makeClient(settings);
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool; the text must say what the data says. */
export async function call(client: Client, name: string, args: object = {}): Promise<Reply> {
  const { content, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  const [item, ...others] = content;
  if (item?.type !== "text" || others.length > 0) throw new Error("There must be one text.");
  const told = JSON.parse(item.text) as Reply;
  if (JSON.stringify(told) !== JSON.stringify(structuredContent)) throw new Error("Text and data differ.");
  return told;
}
