import { type Server, type Tool, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { SkillError } from "../../../core/errors.ts";
import { mention } from "../../../core/skillset/escape.ts";
import type { ClientSkills } from "./client-skills.ts";
import type { SkillsetPool } from "./skillset-pool.ts";

/** Gives a client the skills as tools. */
export function serveTools(server: Server, pool: SkillsetPool, client: ClientSkills): void {
  server.registerCapabilities({ tools: { listChanged: true } });
  server.setRequestHandler("tools/list", async () => {
    const { tools } = await pool.template();
    return {
      tools: tools.map(({ name, description, inputSchema }): Tool => ({
        name,
        description,
        inputSchema: inputSchema as unknown as Tool["inputSchema"],
      })),
    };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const tool = await client.tool(params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${mention(params.name)}".`);
    try {
      const text = await tool.execute(params.arguments ?? {}, { signal });
      return { content: [{ type: "text", text }] };
    } catch (error) {
      if (signal.aborted) throw error;
      // A client hears what is its own affair, and nothing about this machine.
      const text = SkillError.is(error) ? error.message : "The tool failed.";
      return { content: [{ type: "text", text }], isError: true };
    }
  });
}
