import type { Skillset } from "./skillset.ts";

/** A tool in a request of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: {
    type: "object";
    properties: Record<string, unknown>;
    required: string[];
    [keyword: string]: unknown;
  };
}

/** The tools of a skillset as `tools` of a request to Anthropic's API; in mode `unlocked` ask for each request. */
export function toAnthropicTools(skillset: Skillset): AnthropicTool[] {
  return [...skillset.tools, ...skillset.unlocked()].map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: JSON.parse(JSON.stringify(inputSchema)) as AnthropicTool["input_schema"],
  }));
}
