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

/** Reads `allowed-tools` in any shape into tools and patterns; undefined (no restriction) gives an empty list. */
export function parseAllowedTools(allowedTools: string | readonly string[] | undefined): AllowedTool[] {
  if (allowedTools === undefined) return [];
  const entries = typeof allowedTools === "string" ? splitAllowedTools(allowedTools) : allowedTools;
  return entries.map(parseAllowedTool);
}

function parseAllowedTool(entry: string): AllowedTool {
  const open = entry.indexOf("(");
  if (open < 0 || !entry.endsWith(")")) return { tool: entry };
  return { tool: entry.slice(0, open).trim(), pattern: entry.slice(open + 1, -1) };
}
