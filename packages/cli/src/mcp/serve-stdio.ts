import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpSkillServer } from "@tradecraft/sdk/mcp";

/** Serves the program that started this one, until it leaves or `ended` resolves. */
export async function serveStdio(
  server: McpSkillServer,
  { ended, onReady }: { readonly ended: Promise<void>; readonly onReady: () => Promise<void> },
): Promise<void> {
  const connection = await server.connect(new StdioServerTransport());
  try {
    await onReady();
    await Promise.race([connection.closed, ended]);
  } finally {
    await server.close({ graceMs: 5000 });
  }
}
