import { escapeAttribute, quoteLine } from "../skillset/escape.ts";
import type { ListedTool } from "./list-code-tools.ts";

/** The tools of a skill with their schemas, as they stand in its instructions. */
export function renderCodeTools(tools: readonly ListedTool[], how: string): string[] {
  if (tools.length === 0) return [];
  const lines = tools.map(({ name, description, inputSchema }) => {
    const schema = quoteLine(JSON.stringify(inputSchema));
    return `<skill_tool name="${escapeAttribute(name)}">${quoteLine(description)}\n${schema}</skill_tool>`;
  });
  return ["<skill_tools>", how, ...lines, "</skill_tools>"];
}
