/** One entry of `allowed-tools`: a tool, and the pattern in its parentheses if it has one. */
export interface AllowedTool {
  readonly tool: string;
  readonly pattern?: string;
}

const PARENTHESIS_OPEN = 40;
const PARENTHESIS_CLOSE = 41;
const COMMA = 44;

/**
 * Splits a text at spaces and commas that stand outside parentheses: `Bash(git add:*, git commit:*) Read` is two. One
 * pass, whatever the text.
 */
export function splitAllowedTools(text: string): string[] {
  const tools: string[] = [];
  let start = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === PARENTHESIS_OPEN) depth++;
    else if (code === PARENTHESIS_CLOSE && depth > 0) depth--;
    const separates = depth === 0 && (code === COMMA || code <= 32);
    if (separates && start >= 0) {
      tools.push(text.slice(start, at));
      start = -1;
    } else if (!separates && start < 0) start = at;
  }
  if (start >= 0) tools.push(text.slice(start).trim());
  return tools;
}

/** The tools as one text, if that text reads back as the same tools; undefined otherwise. */
export function joinAllowedTools(tools: readonly string[]): string | undefined {
  const text = tools.join(" ");
  const again = splitAllowedTools(text);
  return again.length === tools.length && again.every((tool, index) => tool === tools[index]) ? text : undefined;
}

/** Reads `allowed-tools` in any shape into tools and patterns. Undefined, which is no restriction, stays undefined. */
export function parseAllowedTools(allowedTools: string | readonly string[]): AllowedTool[];
export function parseAllowedTools(allowedTools: string | readonly string[] | undefined): AllowedTool[] | undefined;
export function parseAllowedTools(allowedTools: string | readonly string[] | undefined): AllowedTool[] | undefined {
  if (allowedTools === undefined) return undefined;
  const entries = typeof allowedTools === "string" ? splitAllowedTools(allowedTools) : allowedTools;
  return entries.map(parseAllowedTool);
}

function parseAllowedTool(entry: string): AllowedTool {
  const open = entry.indexOf("(");
  if (open < 0 || !entry.endsWith(")")) return { tool: entry };
  return { tool: entry.slice(0, open).trim(), pattern: entry.slice(open + 1, -1) };
}
