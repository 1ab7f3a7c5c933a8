import type { McpSkillServer } from "@tradecraft/sdk/mcp";
import { type ListenAddress, listenHttp, remoteCaller } from "@tradecraft/sdk/node";
import { UsageError } from "../usage-error.ts";
import type { McpOptions } from "./mcp-options.ts";
import type { Note } from "./note.ts";

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
    caller: remoteCaller,
    // Without a token the name under which a browser calls is all that keeps foreign web pages out.
    ...(token === undefined ? { hosts: ["localhost", "127.0.0.1", "[::1]", http.urlHost] } : { token }),
    ...(origins.length > 0 && { origins }),
  });
  const listener = await listenHttp(handler, http, ({ message }) => note(message)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError("option-value", `--http ${message}`);
  });
  try {
    await options.onReady(`${listener.origin}/mcp`);
    await options.ended;
  } finally {
    await listener.close(() => server.close({ graceMs: 5000 }));
  }
}
