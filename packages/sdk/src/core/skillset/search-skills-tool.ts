import { SkillError } from "../errors.ts";
import type { SkillMatch } from "../search/skill-matcher.ts";
import { mention } from "./escape.ts";
import { renderCatalog } from "./render-catalog.ts";
import { inputText, type SkillTool } from "./skill-tool.ts";
import type { SkillsetSession } from "./skillset-session.ts";

const most = 10;

/** The tool by which a model finds skills that the prompt has no room for. */
export function searchSkillsTool(session: SkillsetSession): SkillTool {
  const { name, parameters } = session.names.search;
  const forModel = new Set(session.forModel);
  return {
    name,
    description: `Finds skills for a task among all ${session.forModel.length}, also those that are not listed.`,
    inputSchema: {
      type: "object",
      properties: { [parameters.query]: { type: "string", description: "What the task is about, in a few words." } },
      required: [parameters.query],
      additionalProperties: false,
    },
    execute: async (input, { signal } = {}) => {
      const query = inputText(input, parameters.query);
      let matches: readonly SkillMatch[];
      try {
        // All of them: those that this agent may not use must not push the others out.
        const topK = Number.MAX_SAFE_INTEGER;
        matches = await session.registry.match(query, { topK, ...(signal !== undefined && { signal }) });
      } catch (error) {
        if (signal?.aborted === true || !SkillError.is(error)) throw error;
        return `The skills could not be searched: ${mention(error.message, 500)}`;
      }
      const found = matches.filter(({ id }) => forModel.has(id)).slice(0, most);
      const entries = found.flatMap(({ id }) => session.allowed.get(id) ?? []);
      if (entries.length === 0) return `No skill fits "${mention(query, 200)}". Try other words.`;
      const list = renderCatalog(entries, { format: session.format, omitted: 0, loaded: session.preloaded });
      return `${list}\nBest first: ${found.map(({ id }) => mention(id)).join(", ")}. ${session.mode === "subagent" ? `Hand the task to one with ${session.names.delegate.name}` : `Load one with ${session.names.load.name}`}.`;
    },
  };
}
