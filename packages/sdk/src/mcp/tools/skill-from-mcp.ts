import { assertSkillDefinition } from "../../core/code/assert-skill-definition.ts";
import type { SkillDefinition } from "../../core/code/skill-definition.ts";
import { toAllowedTools } from "../../core/skillset/scope-tools.ts";
import type { McpToolClient } from "./mcp-tool-client.ts";
import { mcpToolset, type McpToolsetOptions } from "./mcp-toolset.ts";

/** A skill as `defineSkill` takes it, and the server behind it. */
export interface SkillFromMcpOptions extends SkillDefinition {
  /** What this host calls the server. Default: the skill's name. */
  readonly label?: string;
  /** How long to wait, and how much to take. */
  readonly limits?: Omit<McpToolsetOptions, "label" | "tools">;
}

/**
 * A skill whose tools are those of an MCP server, over whatever the client is connected by. With `allowedTools` the model
 * is told of these alone, and no other can be called; patterns such as `query(SELECT *)` hold for each call.
 */
export function skillFromMcp(client: McpToolClient, options: SkillFromMcpOptions): SkillDefinition {
  const { label = options.name, limits, ...definition } = options;
  const { allowedTools, toolsets = [] } = definition;
  const tools = allowedTools === undefined ? {} : { tools: toAllowedTools(allowedTools).map(({ tool }) => tool) };
  const skill: SkillDefinition = {
    ...definition,
    toolsets: [mcpToolset(client, { ...limits, ...tools, label }), ...toolsets],
  };
  assertSkillDefinition(skill);
  return skill;
}
