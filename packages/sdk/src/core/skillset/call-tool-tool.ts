import { callCodeTool } from "../code/call-code-tool.ts";
import { createCallId } from "../code/call-id.ts";
import { mention } from "./escape.ts";
import { nearestNames } from "./nearest-names.ts";
import { resolveId } from "./resolve-id.ts";
import { inputField, inputText, type SkillTool } from "./skill-tool.ts";
import { isReachable, type SkillsetSession } from "./skillset-session.ts";

/** The tool by which a model calls the tools that skills bring along. */
export function callToolTool(session: SkillsetSession): SkillTool {
  const { name, parameters } = session.names.call;
  return {
    name,
    description: `Calls a tool of a skill, as ${session.names.load.name} describes it.`,
    inputSchema: {
      type: "object",
      properties: {
        [parameters.skill]: { type: "string", description: "Name of the skill." },
        [parameters.tool]: { type: "string", description: "Name of the skill's tool." },
        [parameters.arguments]: { type: "object", description: "What the tool's schema asks for." },
      },
      required: [parameters.skill, parameters.tool],
      additionalProperties: false,
    },
    execute: async (input, { signal, callId = createCallId() } = {}) => {
      const id = resolveId(inputText(input, parameters.skill), [...session.allowed.keys()]);
      if (!isReachable(session, id)) {
        return `There is no skill "${mention(id)}".${nearestNames(id, session.forModel)}`;
      }
      const tool = inputText(input, parameters.tool).trim();
      const given = inputField(input, parameters.arguments);
      return (await callCodeTool(session.code, { id, tool, input: given, callId, signal })).text;
    },
  };
}
