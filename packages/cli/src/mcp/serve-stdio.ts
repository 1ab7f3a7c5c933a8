import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpSkillServer } from "@tradecraft/sdk/mcp";

/** Serves the program that started this one, until it leaves or `ended` resolves. */
export async function serveStdio(
  server: McpSkillServer,
  { ended, onReady }: { readonly ended: Promise<void>; readonly onReady: () => Promise<void> },
): Promise<void> {
  // The official transport drops the calls that are running when its input ends, so it does not see the end.
  const input = new PassThrough();
  const left = wasRead(process.stdin.pipe(input, { end: false }));
  const connection = await server.connect(new StdioServerTransport(input));
  try {
    await onReady();
    await Promise.race([connection.closed, ended, left]);
  } finally {
    await server.close({ graceMs: 5000 });
    process.stdin.unpipe(input).pause();
  }
}

/** Resolves when stdin has ended and all of it has been taken. */
async function wasRead(input: PassThrough): Promise<void> {
  await finished(process.stdin, { writable: false }).catch(() => undefined);
  while (input.readableLength + input.writableLength > 0) await turn();
  await turn();
}
