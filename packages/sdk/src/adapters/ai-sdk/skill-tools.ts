import { dynamicTool, jsonSchema } from "ai";
import type { SkillTool } from "../../core/skillset/skill-tool.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";

/**
 * A skillset's tools as the AI SDK takes them. They are dynamic tools: their calls are typed `DynamicToolCall`, so the
 * types of the program's own tools stay what they are.
 */
export type SkillToolSet = Record<string, ReturnType<typeof dynamicTool>>;

/**
 * The tools of a skillset, by name, for `generateText`, `streamText` and agents. In mode `unlocked` these are also the
 * tools that its skills could bring along; one of a skill that is not loaded refuses to be called.
 */
export function skillTools(skillset: Skillset): SkillToolSet {
  return Object.fromEntries([...skillset.tools, ...skillset.unlockable].map((tool) => [tool.name, toAiTool(tool)]));
}

type JsonSchema = Parameters<typeof jsonSchema>[0];

/** One tool as the AI SDK takes it. */
export function toAiTool(tool: SkillTool): SkillToolSet[string] {
  return dynamicTool({
    description: tool.description,
    // Read-only lists are the only difference between the two types.
    inputSchema: jsonSchema(tool.inputSchema as object as JsonSchema),
    execute: (input, { abortSignal, toolCallId }) =>
      tool.execute(input, { ...(abortSignal !== undefined && { signal: abortSignal }), callId: toolCallId }),
  });
}
