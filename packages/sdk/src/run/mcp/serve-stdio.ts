import { PassThrough, type Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
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

/** Serves a skill to the one client on stdio; resolves when that has gone and its calls are answered. */
export async function serveStdio(definition: Buildable, options: ServeStdioOptions = {}): Promise<void> {
  const { stdin = process.stdin, stdout, signal, maxMessageBytes = 64 * 1024 * 1024, ...more } = options;
  // Only here: whoever serves HTTP alone does not pay for it.
  const { StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
  const server = createWorkflowServer(definition, more);
  // The official transport drops the calls that are running when its input ends, so it does not see the end.
  const input = new PassThrough();
  const left = wasRead(stdin, stdin.pipe(input, { end: false }));
  const connection = await server.connect(new StdioServerTransport(input, stdout, { maxBufferSize: maxMessageBytes }));
  const end = (): void => void connection.close();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  await Promise.race([connection.closed, left]);
  signal?.removeEventListener("abort", end);
  await server.close();
  stdin.unpipe(input).pause();
}

/** Resolves when the input has ended and all of it has been taken. */
async function wasRead(stdin: Readable, input: PassThrough): Promise<void> {
  await finished(stdin, { writable: false }).catch(() => undefined);
  while (input.readableLength + input.writableLength > 0) await turn();
  await turn();
}
