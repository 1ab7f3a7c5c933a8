import { createCallId } from "../code/call-id.ts";
import { runSubagent } from "../code/run-subagent.ts";
import type { SkillModel } from "../code/skill-definition.ts";
import type { SubagentRunner } from "../code/subagent-runner.ts";
import { mention } from "./escape.ts";
import { nearestNames } from "./nearest-names.ts";
import type { ScriptPolicy } from "./run-skill-script-tool.ts";
import { resolveId } from "./resolve-id.ts";
import { inputText, type SkillTool } from "./skill-tool.ts";
import type { SkillsetSession } from "./skillset-session.ts";

export interface DelegatePolicy {
  readonly runner: SubagentRunner;
  readonly model: SkillModel | undefined;
  readonly scripts: ScriptPolicy | undefined;
}

/** The tool by which a model hands a task to an agent of its own, which has the skill and nothing else. */
export function delegateTool(session: SkillsetSession, policy: DelegatePolicy): SkillTool {
  const { name, parameters } = session.names.delegate;
  const isWhole = session.listed.length === session.forModel.length;
  return {
    name,
    description:
      "Has a task done with a skill, and gives you the answer. Whoever does it sees the request and nothing of this conversation.",
    inputSchema: {
      type: "object",
      properties: {
        [parameters.skill]: {
          type: "string",
          description: "Name of the skill.",
          ...(isWhole && { enum: [...session.forModel] }),
        },
        [parameters.request]: { type: "string", description: "The whole task, with all that is needed to do it." },
      },
      required: [parameters.skill, parameters.request],
      additionalProperties: false,
    },
    execute: async (input, { signal, callId = createCallId() } = {}) => {
      const id = resolveId(inputText(input, parameters.skill), session.forModel);
      const request = inputText(input, parameters.request).trim();
      if (!session.forModel.includes(id)) {
        return `There is no skill "${mention(id)}".${nearestNames(id, session.forModel)}`;
      }
      if (request === "")
        return `Nothing was done: say what the skill "${mention(id)}" is to do, in ${parameters.request}.`;
      return runSubagent(session, policy, { id, request, callId, signal });
    },
  };
}
