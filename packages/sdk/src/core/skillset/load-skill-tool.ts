import { SkillError } from "../errors.ts";
import { contentDigest, loadSkill } from "./load-skill.ts";
import { mention } from "./escape.ts";
import { nearestNames } from "./nearest-names.ts";
import { resolveId } from "./resolve-id.ts";
import { inputField, inputText, type SkillTool } from "./skill-tool.ts";
import type { SkillsetSession } from "./skillset-session.ts";

/** The tool by which a model gets a skill's instructions. */
export function loadSkillTool(session: SkillsetSession): SkillTool {
  const { name, parameters } = session.names.load;
  // A list of ids longer than the catalog would cost what the budget saved.
  const isWhole = session.listed.length === session.forModel.length;
  return {
    name,
    description:
      "Gives you the instructions of a skill. Call it before you begin a task that matches the skill's description.",
    inputSchema: {
      type: "object",
      properties: {
        [parameters.name]: {
          type: "string",
          description: "Name of the skill.",
          ...(isWhole && { enum: [...session.forModel] }),
        },
        [parameters.reload]: { type: "boolean", description: "Give the instructions again although they were given." },
      },
      required: [parameters.name],
      additionalProperties: false,
    },
    execute: async (input, { signal } = {}) => {
      const id = resolveId(inputText(input, parameters.name), session.forModel);
      if (!session.forModel.includes(id)) {
        return `There is no skill "${mention(id)}".${nearestNames(id, session.forModel)}`;
      }
      try {
        return await answer(session, id, inputField(input, parameters.reload) === true, signal);
      } catch (error) {
        if (signal?.aborted === true || !SkillError.is(error)) throw error;
        return `The skill "${mention(id)}" could not be loaded: ${mention(error.message, 500)}`;
      }
    },
  };
}

async function answer(
  session: SkillsetSession,
  id: string,
  reload: boolean,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { ledger, preloaded, names } = session;
  const before = ledger.get(id);
  const isThere = before !== undefined && !preloaded.has(id) && !ledger.isLost(id) && !reload;
  if (isThere && (await contentDigest(session, id, signal)) === before.digest) {
    const { name, parameters } = names.load;
    return `The skill "${mention(id)}" is already loaded: its instructions are further up in this conversation. To get them again, call ${name} with ${parameters.reload}: true.`;
  }
  const { text, digest } = await loadSkill(session, id, { by: "model", signal });
  const isOther = before !== undefined && before.digest !== digest;
  return isOther
    ? `The skill "${mention(id)}" has changed since it was loaded. These instructions replace the earlier ones.\n${text}`
    : text;
}
