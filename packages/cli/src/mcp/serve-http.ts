import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpSkillServer } from "@tradecraft/sdk/mcp";
import { UsageError } from "../usage-error.ts";
import type { McpOptions } from "./mcp-options.ts";
import { nodeListener } from "./node-listener.ts";
import type { Note } from "./note.ts";
import { type ListenAddress, urlHost } from "./parse-listen.ts";

export interface ServeHttpOptions extends Pick<McpOptions, "token" | "origins"> {
  readonly http: ListenAddress;
  readonly note: Note;
  readonly ended: Promise<void>;
  /** Told the address under which the server listens. */
  readonly onReady: (url: string) => Promise<void>;
}

/** Serves Streamable HTTP until `ended` resolves. */
export async function serveHttp(server: McpSkillServer, options: ServeHttpOptions): Promise<void> {
  const { http, token, origins, note } = options;
  const handler = server.handler({
    path: "/mcp",
    // Without a token the name under which a browser calls is all that keeps foreign web pages out.
    ...(token === undefined ? { hosts: ["localhost", "127.0.0.1", "[::1]", urlHost(http.host)] } : { token }),
    ...(origins.length > 0 && { origins }),
  });
  const listener = createServer(nodeListener(handler, (error) => note(error.message)));
  const port = await listen(listener, http);
  listener.on("error", (error) => note(error.message));
  try {
    await options.onReady(`http://${urlHost(http.host)}:${port}/mcp`);
    await options.ended;
  } finally {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    await server.close({ graceMs: 5000 });
    listener.closeIdleConnections();
    // What was answered last is still on its way.
    const late = setTimeout(() => listener.closeAllConnections(), 1000);
    await closed;
    clearTimeout(late);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "something else listens there already",
  EACCES: "this port needs more rights than you have; take one above 1023",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no host of this name",
};

async function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ""] ?? error.message;
      reject(new UsageError("option-value", `--http ${urlHost(host)}:${port}: ${reason}`));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
