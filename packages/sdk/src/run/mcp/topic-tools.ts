import type { CallToolResult } from "@modelcontextprotocol/server";
import { SkillError } from "../../core/errors.ts";
import type { Buildable, ReferenceLoader } from "../../workflow/define/workflow-definition.ts";
import { noReferences } from "../../workflow/engine/no-references.ts";
import type { ServedTool } from "./served-tool.ts";
import { topicSchema, topicsSchema } from "./output-schemas.ts";
import { dataResult } from "./tool-result.ts";

/** The tools that give the topics of a skill; none if it has none. Those of a reference skill answer in plain text. */
export function topicTools(
  { kind, topics }: Buildable,
  { refs = noReferences, onError }: { readonly refs?: ReferenceLoader; readonly onError?: (error: Error) => void },
): readonly ServedTool[] {
  const names = Object.keys(topics);
  if (names.length === 0) return [];
  const isPlain = kind === "reference";
  const topicsNow = Object.entries(topics).map(([name, { label }]) => ({ name, label }));
  const tell = async (name: string): Promise<CallToolResult> => {
    const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
    if (!topic) return failure(`There is no topic "${name.slice(0, 80)}". Topics: ${names.join(", ")}.`);
    const { content: given } = topic;
    try {
      const content = typeof given === "string" ? given : await given({ refs });
      return dataResult({ name, content }, isPlain ? content : undefined);
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      const why = SkillError.is(error, "file-missing") ? "a file of the skill is missing" : "its log says why";
      return failure(`The topic "${name}" cannot be told: ${why}.`);
    }
  };
  return [
    {
      name: "topics",
      title: "Topics",
      description: "Lists the topics that this skill knows about.",
      inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
      outputSchema: topicsSchema,
      annotations: { readOnlyHint: true },
      call: async () => {
        const lines = topicsNow.map(({ name, label }) => `${name}: ${label}`).join("\n");
        return dataResult({ topics: topicsNow }, isPlain ? lines : undefined);
      },
    },
    {
      name: "topic",
      title: "Read a topic",
      description: "Gives the text of a topic.",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string", description: `One of: ${names.join(", ")}.` } },
        required: ["name"],
        additionalProperties: false,
      },
      outputSchema: topicSchema,
      annotations: { readOnlyHint: true },
      call: async ({ name }) => tell(String(name)),
    },
  ];
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
