import { SkillError } from "../../../core/errors.ts";
import { inputField, inputText, type SkillTool, type ToolCallOptions } from "../../../core/skillset/skill-tool.ts";
import type { SkillToolNames } from "../../../core/skillset/tool-names.ts";

export interface LoadToolParts {
  readonly names: SkillToolNames;
  /** Skills that bring no code along: their instructions are the same for every client. */
  readonly isPlain: (id: string) => boolean;
  /** The instructions of such a skill. */
  readonly text: (id: string) => Promise<string>;
  /** The client's own tool, for all others. */
  readonly own: () => Promise<SkillTool>;
}

/**
 * Loads skills for a client's model. It gives the instructions whenever it is asked: one connection can serve many
 * conversations, and the server does not see where one of them ends.
 */
export function loadTool(listed: SkillTool, { names, isPlain, text, own }: LoadToolParts): SkillTool {
  const { name, reload } = names.load.parameters;
  const { [reload]: _, ...properties } = listed.inputSchema.properties;
  const ask = async (input: unknown, options: ToolCallOptions | undefined): Promise<string> => {
    const tool = await own();
    return tool.execute({ [name]: inputField(input, name), [reload]: true }, options);
  };
  return {
    name: listed.name,
    description: listed.description,
    inputSchema: { ...listed.inputSchema, properties },
    execute: async (input, options) => {
      const id = inputText(input, name);
      if (!isPlain(id)) return ask(input, options);
      try {
        return await text(id);
      } catch (error) {
        // The client's own tool says what is wrong.
        if (SkillError.is(error)) return ask(input, options);
        throw error;
      }
    },
  };
}
