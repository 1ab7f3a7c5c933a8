import type { Skillset } from "./skillset.ts";

/** A tool in a request of OpenAI's Chat Completions API. */
export interface OpenAIChatTool {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** A tool in a request of OpenAI's Responses API. */
export interface OpenAIResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/** Which of OpenAI's two APIs the tools are for. */
export interface ToOpenAIToolsOptions<Api extends "chat" | "responses" = "chat" | "responses"> {
  /** Default `chat`. */
  readonly api?: Api;
}

/**
 * The tools of a skillset as `tools` of a request to OpenAI's API, or to one that is compatible with it. In mode
 * `unlocked` ask for each request: the tools of skills that were loaded by then are among them.
 */
export function toOpenAITools(skillset: Skillset, options?: ToOpenAIToolsOptions<"chat">): OpenAIChatTool[];
export function toOpenAITools(skillset: Skillset, options: ToOpenAIToolsOptions<"responses">): OpenAIResponsesTool[];
export function toOpenAITools(
  skillset: Skillset,
  { api = "chat" }: ToOpenAIToolsOptions = {},
): OpenAIChatTool[] | OpenAIResponsesTool[] {
  const functions = [...skillset.tools, ...skillset.unlocked()].map(({ name, description, inputSchema }) => {
    const parameters = JSON.parse(JSON.stringify(inputSchema)) as Record<string, unknown>;
    return { name, description, parameters };
  });
  if (api === "chat") return functions.map((each): OpenAIChatTool => ({ type: "function", function: each }));
  // Strict is the default of this API, and allows no parameter that may be left out.
  return functions.map((each): OpenAIResponsesTool => ({ type: "function", ...each, strict: false }));
}
