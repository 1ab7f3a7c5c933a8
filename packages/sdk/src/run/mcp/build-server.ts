import { McpServer, ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server";
import { mention } from "../../core/skillset/escape.ts";
import type { Buildable } from "../../workflow/define/workflow-definition.ts";
import { describeLoop, describeTopics } from "../../workflow/tools/describe-loop.ts";
import { refusal } from "../../workflow/tools/tool-reply.ts";
import { callingClient } from "./calling-client.ts";
import type { ServedTool } from "./served-tool.ts";
import { argumentProblem } from "./tool-arguments.ts";
import { resultOf } from "./tool-result.ts";

/** The official server for one client. */
export function buildServer(definition: Buildable, tools: readonly ServedTool[]): McpServer {
  const { name, version } = definition;
  const mcp = new McpServer(
    { name, version },
    { instructions: instructionsOf(definition), capabilities: { tools: {} } },
  );
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(asTool) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.find((each) => each.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${mention(params.name)}".`);
    const given = params.arguments ?? {};
    const problem = argumentProblem(tool.inputSchema, given);
    if (problem === undefined) return tool.call(given, { client: callingClient(server, context), context });
    const { session } = given;
    return resultOf(refusal(typeof session === "string" ? session : "", "usage", problem));
  });
  return mcp;
}

function instructionsOf(definition: Buildable): string {
  const { name, description, kind } = definition;
  const opening = description === "" ? `The skill "${name}".` : description;
  if (kind === "skill") return `${opening}\n\n${describeLoop(definition)}`;
  return [
    opening,
    "`topics` lists what there is to read; `topic` gives one.",
    ...describeTopics(definition.topics),
  ].join("\n\n");
}

function asTool({ name, title, description, inputSchema, outputSchema, annotations }: ServedTool): Tool {
  return { name, title, description, inputSchema, outputSchema, annotations } as unknown as Tool;
}
