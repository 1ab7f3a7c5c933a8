import type { JSONRPCMessage, McpServer, Transport } from "@modelcontextprotocol/server";
import { loadMcpServer, loadStdioServer } from "../load-mcp-server.ts";
import { within } from "../within.ts";
import { WatchedTransport } from "./watched-transport.ts";

/** One client on one transport. */
export interface McpConnection {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  /** Answers the calls that are running, then ends the connection. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

export interface ConnectedClient extends McpConnection {
  /** The official server that the client talks to, once it has said something. */
  server(): McpServer | undefined;
}

/** Who makes the official server of one connection. */
export interface ConnectionServer {
  /** Called when the client's first message was heard. */
  readonly build: () => McpServer | Promise<McpServer>;
  /** Gets each message of the client before anybody acts on it. */
  readonly hear?: (message: JSONRPCMessage) => void;
}

/** Serves one client over a transport that stays open: stdio, a socket, or one in memory. */
export async function connectTransport(
  { build, hear }: ConnectionServer,
  transport: Transport,
  onError: ((error: Error) => void) | undefined,
): Promise<ConnectedClient> {
  // Only here: whoever serves HTTP alone does not pay for it.
  const [official, { serveStdio }] = await Promise.all([loadMcpServer(), loadStdioServer()]);
  const watched = new WatchedTransport(transport, official, hear);
  let current: McpServer | undefined;
  let ended: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (ended = resolve));
  const handle = serveStdio(async () => (current = await build()), {
    transport: watched,
    ...(onError !== undefined && { onerror: onError }),
  });
  const onClose = watched.onclose;
  watched.onclose = () => {
    onClose?.();
    ended();
  };
  return {
    closed,
    server: () => current,
    close: async ({ graceMs = 10_000 } = {}) => {
      await within(watched.drain(), graceMs);
      await handle.close();
      ended();
    },
  };
}
