import type { Server, Tool } from "@modelcontextprotocol/server";
import { mention } from "../../../core/skillset/escape.ts";
import type { SkillTool } from "../../../core/skillset/skill-tool.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import type { ClientSkills } from "./client-skills.ts";
import { messageForClient } from "./message-for-client.ts";

/** Where a client's tools come from. */
export interface ToolOrigin {
  /** Undefined for a client that gets no skills as tools. */
  readonly client: ClientSkills | undefined;
  /** The program's own tools. */
  readonly own: readonly SkillTool[];
  readonly onError: ((error: Error) => void) | undefined;
}

/** Gives a client the skills as tools, next to the program's own. */
export function serveTools(server: Server, { client, own, onError }: ToolOrigin): void {
  server.registerCapabilities({ tools: { listChanged: true } });
  server.setRequestHandler("tools/list", async () => {
    const tools = client === undefined ? own : [...own, ...(await client.tools())];
    return { tools: tools.map(toTool) };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const tool = own.find(({ name }) => name === params.name) ?? (await client?.tool(params.name));
    if (tool === undefined) throw new RpcError(rpcCodes.invalidParams, `There is no tool "${mention(params.name)}".`);
    try {
      const text = await tool.execute(params.arguments ?? {}, { signal });
      return { content: [{ type: "text", text }] };
    } catch (error) {
      if (signal.aborted) throw error;
      const text = messageForClient(error, "The tool failed.", onError);
      return { content: [{ type: "text", text }], isError: true };
    }
  });
}

function toTool({ name, description, inputSchema }: SkillTool): Tool {
  return { name, description, inputSchema: inputSchema as unknown as Tool["inputSchema"] };
}
