import { callCodeTool } from "../code/call-code-tool.ts";
import { createCallId } from "../code/call-id.ts";
import { toolName } from "../code/definition-fields.ts";
import type { ListedTool } from "../code/list-code-tools.ts";
import { mention, quoteText } from "./escape.ts";
import type { SkillTool } from "./skill-tool.ts";
import type { SkillsetSession } from "./skillset-session.ts";

/** A tool of a skill under the name that the model calls it by. */
export interface UnlockableTool extends ListedTool {
  readonly id: string;
  /** The name, unless another skill or the program has one of that name; then the skill's name is put before it. */
  readonly called: string;
}

/** Decides what each tool is called: the same, whatever the order in which skills are loaded. */
export function nameUnlockable(
  tools: readonly { readonly id: string; readonly tool: ListedTool }[],
  taken: ReadonlySet<string>,
): UnlockableTool[] {
  const count = new Map<string, number>();
  for (const { tool } of tools) count.set(tool.name, (count.get(tool.name) ?? 0) + 1);
  const used = new Set(taken);
  return tools.map(({ id, tool }) => {
    const isFree = toolName.test(tool.name) && count.get(tool.name) === 1 && !used.has(tool.name);
    const called = isFree ? tool.name : freeName(`${id}__${tool.name}`.replaceAll(/[^a-zA-Z0-9_-]/g, "_"), used);
    used.add(called);
    return { ...tool, id, called };
  });
}

/** Providers take names of 64 characters. */
function freeName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : `_${number}`;
    const candidate = `${name.slice(0, 64 - end.length)}${end}`;
    if (!used.has(candidate)) return candidate;
  }
}

/** What each skill's tools are called, by skill and by their own names. */
export function unlockableNames(tools: readonly UnlockableTool[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const names = new Map<string, Map<string, string>>();
  for (const { id, name, called } of tools)
    names.set(id, (names.get(id) ?? new Map<string, string>()).set(name, called));
  return names;
}

/** The tools themselves; each refuses until its skill is loaded. */
export function unlockableTools(session: SkillsetSession, tools: readonly UnlockableTool[]): SkillTool[] {
  return tools.map(({ id, name, called, description, inputSchema }) => ({
    name: called,
    description: quoteText(description),
    inputSchema,
    execute: async (input, { signal, callId = createCallId() } = {}) => {
      if (!isLoaded(session, id)) {
        return `The tool "${mention(called)}" belongs to the skill "${mention(id)}"; load that first with ${session.names.load.name}.`;
      }
      return (await callCodeTool(session.code, { id, tool: name, input, callId, signal })).text;
    },
  }));
}

/** Whether the conversation holds a skill's instructions. */
export function isLoaded({ preloaded, ledger }: Pick<SkillsetSession, "preloaded" | "ledger">, id: string): boolean {
  return preloaded.has(id) || ledger.get(id) !== undefined;
}
