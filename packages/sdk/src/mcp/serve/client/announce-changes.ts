import type { McpServer } from "@modelcontextprotocol/server";

/** Tells a client that its lists are others now. A client that cannot be told is gone. */
export function announceChanges({ server }: McpServer): void {
  const { tools, prompts, resources } = server.getCapabilities();
  const tell = (send: () => Promise<void>): void => {
    try {
      send().catch(() => undefined);
    } catch {
      // It was never connected, or is no longer.
    }
  };
  if (resources !== undefined) tell(() => server.sendResourceListChanged());
  if (tools !== undefined) tell(() => server.sendToolListChanged());
  if (prompts !== undefined) tell(() => server.sendPromptListChanged());
}
