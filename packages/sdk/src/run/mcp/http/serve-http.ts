import { messageOf } from "../../../core/message-of.ts";
import type { ListenAddress } from "../../../node/http/listen-address.ts";
import { listenHttp } from "../../../node/http/listen-http.ts";
import { remoteCaller } from "../../../node/http/remote-caller.ts";
import type { Buildable } from "../../../workflow/define/workflow-definition.ts";
import { usageFault } from "../../output/failure.ts";
import { createWorkflowServer } from "../create-workflow-server.ts";
import type { WorkflowServerOptions } from "../server-options.ts";

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
    caller: remoteCaller,
    maxBodyBytes,
    // Without a token the name under which a browser calls is all that keeps foreign web pages out.
    ...(token === undefined ? { hosts: ["localhost", "127.0.0.1", "[::1]", http.urlHost] } : { token }),
  });
  const listener = await listenHttp(handler, http, (error) => onError?.(error)).catch((error: unknown) => {
    throw usageFault(`--http ${messageOf(error)}.`);
  });
  onReady(`${listener.origin}/mcp`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await listener.close(() => server.close({ graceMs: 5000 }));
}
