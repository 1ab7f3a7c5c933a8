import { isStandardSchema, jsonSchemaOf } from "../../core/code/standard-schema.ts";
import type { AnySchema } from "../define/workflow-definition.ts";
import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes, elementJson, elementText } from "../prompt/tag-text.ts";
import type { SubagentConfig } from "./act-configs.ts";
import { checkFlag, checkText } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";

/** A task for a sub-agent, as checked. */
export interface SubagentAct extends PrimitiveConfig {
  readonly kind: "subagent";
  readonly prompt: string;
  readonly output?: AnySchema;
  readonly allowRecursion: boolean;
}

/** A task for an agent with a context of its own. */
export const subagent: Primitive<SubagentConfig, SubagentAct> = definePrimitive<SubagentConfig, SubagentAct>({
  tag: "subagent",
  tools: ["Agent", "agent", "spawn_agent", "CollabAgent", "task", "USE_SUBAGENTS", "new_task", "Task"],
  create({ prompt, output, allowRecursion }) {
    if (output !== undefined && !isStandardSchema(output))
      throw new TypeError("The output of subagent must be a schema.");
    return {
      kind: "subagent",
      prompt: checkText(prompt, "The prompt of subagent"),
      ...(output !== undefined && { output }),
      allowRecursion: checkFlag(allowRecursion, "allowRecursion of subagent"),
    };
  },
  render({ prompt, output, allowRecursion }, { skillName }) {
    const opening = `<subagent${attributes({ "no-recurse": allowRecursion ? undefined : skillName })}>${elementText(prompt)}`;
    // What it answers is the schema's input: defaults and conversions come after.
    const schema = output && jsonSchemaOf(output, "input");
    if (!schema) return `${opening}</subagent>`;
    return `${opening}\n  <output-schema>${elementJson(schema)}</output-schema>\n</subagent>`;
  },
  preambleRow: (tool) => ({
    tag: "subagent",
    tool,
    use: tool
      ? "Give the task to a new agent with the tool. Its answer fits `<output-schema>`. It must not run the skill named in no-recurse; if it runs another, it adds `--subagent`."
      : "Do the task yourself, without running the skill named in no-recurse; the result fits `<output-schema>`. An agent started for it adds `--subagent` to skills it runs.",
  }),
});
