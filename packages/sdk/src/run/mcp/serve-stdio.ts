import type { Readable, Writable } from "node:stream";
import type { Buildable } from "../../workflow/define/workflow-definition.ts";
import { createWorkflowServer } from "./create-workflow-server.ts";
import type { WorkflowServerOptions } from "./server-options.ts";

/** How a skill is served on stdio. */
export interface ServeStdioOptions extends WorkflowServerOptions {
  /** The process's own if nothing is said. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  /** Ends it: calls that are running are answered first. */
  readonly signal?: AbortSignal;
  /** The longest message, in bytes. Default 64 MiB. */
  readonly maxMessageBytes?: number;
}

/** Serves a skill to the one client on stdio; resolves when that has gone. */
export async function serveStdio(definition: Buildable, options: ServeStdioOptions = {}): Promise<void> {
  const { stdin, stdout, signal, maxMessageBytes = 64 * 1024 * 1024, ...more } = options;
  // Only here: whoever serves HTTP alone does not pay for it.
  const { StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
  const server = createWorkflowServer(definition, more);
  const connection = await server.connect(new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes }));
  const end = (): void => void connection.close();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  await connection.closed;
  signal?.removeEventListener("abort", end);
  await server.close();
}
