import type { DefinedStep, TopicConfig, WorkflowDefinition } from "@tradecraft/sdk/workflow";
import { inputJsonSchema } from "./input-json-schema.ts";
import { oneLine, plain } from "./markdown-text.ts";

const mostSteps = 60;
const longestPrompt = 100;

/** What the steps are about, so that the agent can tell the user. */
export function stepsSection({ steps, entry }: WorkflowDefinition): string {
  const asked = Object.entries(steps).filter(([, step]) => step.prompt !== undefined || step.parallel !== undefined);
  const lines = asked
    .slice(0, mostSteps)
    .map(([name, step]) => `- \`${name}\`${name === entry ? " (first)" : ""}${stepText(step)}`);
  if (asked.length > mostSteps) lines.push(`- and ${asked.length - mostSteps} more`);
  return `## Steps\n\nNot always all, nor in this order; the program decides.\n\n${lines.join("\n")}`;
}

function stepText({ prompt, parallel, response }: DefinedStep): string {
  if (parallel && "each" in parallel) return ": the same question for each element of a list";
  if (parallel) return `: several questions at once, ${names(Object.keys(parallel.branches))}`;
  const text = promptText(prompt);
  if (text !== "") return `: ${plain(oneLine(text, longestPrompt))}`;
  // The prompt depends on what was said before; what is asked for does not.
  const asked = response && inputJsonSchema(response)?.["properties"];
  return asked === undefined ? "" : `: asks for ${names(Object.keys(asked as object).slice(0, mostNames))}`;
}

const mostNames = 8;

function names(list: readonly string[]): string {
  return list.map((name) => `\`${name}\``).join(", ");
}

/** The words of a prompt that does not depend on anything. */
function promptText(prompt: DefinedStep["prompt"]): string {
  if (typeof prompt === "string") return prompt;
  if (Array.isArray(prompt))
    return prompt
      .map((piece) => promptText(piece as DefinedStep["prompt"]))
      .join(" ")
      .trim();
  if (typeof prompt !== "object" || prompt === null) return "";
  const { kind, text } = prompt as { readonly kind?: unknown; readonly text?: unknown };
  return typeof text === "string" && kind !== "view" ? text : "";
}

/** How to begin in a sub-skill. */
export function subskillsSection({ subskills }: WorkflowDefinition): readonly string[] {
  const entries = Object.entries(subskills);
  if (entries.length === 0) return [];
  const lines = entries.map(([name, { definition }]) => {
    const about = definition.description === "" ? "" : ` ${plain(oneLine(definition.description, 200))}`;
    const properties = definition.params && inputJsonSchema(definition.params)?.["properties"];
    const known = Object.keys((properties ?? {}) as object);
    const params = known.length === 0 ? "" : ` Parameters: ${names(known)}.`;
    return `- \`${name}\`:${about}${params}`;
  });
  return [
    `## Sub-skills

The workflow leads into these by itself; their steps are called \`SUBSKILL/STEP\`. When the user wants one of them alone, begin
there with \`RUN SUBSKILL\` and the flags of a start.

${lines.join("\n")}`,
  ];
}

/** Texts that can be asked for. */
export function topicsSection(topics: Readonly<Record<string, TopicConfig>>): readonly string[] {
  const lines = topicLines(topics);
  return lines.length === 0 ? [] : [`## Reference topics\n\n${lines.join("\n")}`];
}

const mostTopics = 100;

/** How each topic is asked for; of very many, the first ones and how to see the rest. */
export function topicLines(topics: Readonly<Record<string, TopicConfig>>): readonly string[] {
  const entries = Object.entries(topics);
  const lines = entries
    .slice(0, mostTopics)
    .map(([name, { label }]) => `- \`RUN topic ${name}\`: ${plain(oneLine(label, 120))}`);
  const more = entries.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more, which \`RUN topics\` lists`] : lines;
}
