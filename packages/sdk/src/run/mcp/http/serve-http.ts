import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Buildable } from "../../../workflow/define/workflow-definition.ts";
import { usageFault } from "../../output/failure.ts";
import { createWorkflowServer } from "../create-workflow-server.ts";
import type { WorkflowServerOptions } from "../server-options.ts";
import { nodeListener } from "./node-listener.ts";
import { type ListenAddress, urlHost } from "./parse-listen.ts";

/** How a skill is served over HTTP. */
export interface ServeHttpOptions extends WorkflowServerOptions {
  readonly http: ListenAddress;
  /** What callers must send as `Authorization: Bearer …`. */
  readonly token: string | undefined;
  /** Ends it: calls that are running are answered first. */
  readonly signal: AbortSignal;
  /** Told the address under which the server listens. */
  readonly onReady: (url: string) => void;
}

/** The longest message, in bytes: as over stdio. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Serves a skill over Streamable HTTP until the signal comes. */
export async function serveHttp(definition: Buildable, options: ServeHttpOptions): Promise<void> {
  const { http, token, signal, onReady, onError, ...more } = options;
  const server = createWorkflowServer(definition, { ...more, ...(onError && { onError }) });
  const handler = server.handler({
    path: "/mcp",
    maxBodyBytes,
    // Without a token the name under which a browser calls is all that keeps foreign web pages out.
    ...(token === undefined ? { hosts: ["localhost", "127.0.0.1", "[::1]", urlHost(http.host)] } : { token }),
  });
  const listener = createServer(nodeListener(handler, (error) => onError?.(error)));
  const port = await listen(listener, http);
  listener.on("error", (error) => onError?.(error));
  onReady(`http://${urlHost(http.host)}:${port}/mcp`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
  await server.close({ graceMs: 5000 });
  listener.closeIdleConnections();
  // What was answered last is still on its way.
  const late = setTimeout(() => listener.closeAllConnections(), 1000);
  await closed;
  clearTimeout(late);
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
      reject(usageFault(`--http ${urlHost(host)}:${port}: ${reason}.`));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
