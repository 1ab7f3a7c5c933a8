import { cutText } from "../../core/skillset/cut-text.ts";
import { jsonSchemaOf } from "../../core/code/standard-schema.ts";
import type { AnySchema, AnyStepConfig, TopicConfig, WorkflowDefinition } from "../define/workflow-definition.ts";

/** Steps that are named; of a longer workflow the rest is found on the way. */
const mostSteps = 60;
const mostText = 80;

/** How an agent runs a workflow by the tools `start`, `advance` and `status`. */
export function describeLoop(definition: WorkflowDefinition): string {
  const { params, subskills, topics, steps } = definition;
  const rows = Object.entries(steps);
  return [
    loop,
    ...schemaLine("Params of `start`", params),
    ...list(
      "Sub-skills, for `subskill` of `start`",
      Object.entries(subskills).map(([name, { definition: sub }]) => {
        const [text = ""] = schemaLine("params", sub.params);
        return `${name}: ${cutLine(sub.description)}${text === "" ? "" : ` (${text})`}`;
      }),
    ),
    ...describeTopics(topics),
    ...list("Steps", [
      ...rows.slice(0, mostSteps).map(([name, step]) => `${name}: ${stepLine(step)}`),
      ...(rows.length > mostSteps ? [`and ${rows.length - mostSteps} more`] : []),
    ]),
  ].join("\n\n");
}

/** The topics that can be asked for, as a list. */
export function describeTopics(topics: Readonly<Record<string, TopicConfig>>): readonly string[] {
  return list(
    "Topics",
    Object.entries(topics).map(([name, { label }]) => `${name}: ${cutLine(label)}`),
  );
}

const loop = `1. Call \`start\`. Read its \`preamble\`: it says how prompts are to be read. Keep \`session\`.
2. Do what \`prompt\` says. Then call \`advance\` with \`session\`, \`step\` and your answer as \`output\`: JSON that fits \`schema\`.
3. Repeat until \`status\` is "done"; \`finalOutput\` is the result. If it is "error", read \`message\` and \`hint\`; with \`retry\` true, answer the same step again.

Where a result has \`parallel\`, every part in \`parallel.open\` is answered by its own \`step\`, in any order. \`start\` with nothing but \`session\` shows the current step and the preamble again; \`status\` says where a session stands. Never make up an answer that is the user's to give.`;

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`];
}

function schemaLine(title: string, schema: AnySchema | undefined): readonly string[] {
  const json = schema && jsonSchemaOf(schema, "input");
  return json ? [`${title}: ${JSON.stringify(json)}`] : [];
}

function stepLine({ prompt, parallel }: AnyStepConfig): string {
  if (parallel) return "(parts, answered in any order)";
  if (prompt === undefined) return "(passed by itself)";
  return typeof prompt === "string" ? cutLine(prompt) : "(dynamic)";
}

function cutLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= mostText ? line : `${cutText(line, mostText)}…`;
}
