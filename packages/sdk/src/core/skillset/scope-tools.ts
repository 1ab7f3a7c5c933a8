import { type AllowedTool, parseAllowedTools } from "../format/allowed-tools.ts";

/** `allowed-tools` as a manifest has it, or parsed. */
export type AllowedTools = readonly (string | AllowedTool)[];

/** The entries, parsed. */
export function toAllowedTools(allowed: AllowedTools): AllowedTool[] {
  return allowed.flatMap((entry) => (typeof entry === "string" ? parseAllowedTools([entry]) : [entry]));
}

/** The tools that a skill's `allowed-tools` names, by key; all of them when it names none. Patterns are not looked at. */
export function scopeToolsToSkill<Tool>(
  tools: Readonly<Record<string, Tool>>,
  allowedTools: AllowedTools | undefined,
): Record<string, Tool> {
  if (allowedTools === undefined) return { ...tools };
  const names = new Set(toAllowedTools(allowedTools).map(({ tool }) => tool));
  return Object.fromEntries(Object.entries(tools).filter(([name]) => names.has(name)));
}
