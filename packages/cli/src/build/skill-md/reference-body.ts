import type { ReferenceDefinition } from "@tradecraft/sdk/workflow";
import type { SkillMdInput } from "./skill-md-input.ts";
import { topicLines } from "./steps-section.ts";

/** The instructions of a skill of topics. */
export function referenceBody({ definition, hasMcp }: SkillMdInput<ReferenceDefinition>): string {
  const { name, topics } = definition;
  const mcp = `## With MCP tools (preferred)

If there are tools of the MCP server \`${name}\`, use them: \`topics\` lists what there is, \`topic\` with \`{ "name" }\` gives one.`;
  return [
    `# ${name}\n\nTexts on one subject, by topic. Read the topic that the task needs, and not all of them.`,
    ...(hasMcp ? [mcp] : []),
    `## On the command line${hasMcp ? " (without MCP tools)" : ""}

Commands begin with the absolute path of \`scripts/run\` in this skill's folder, which ends in \`/${name}/scripts/run\`. Below it is
\`RUN\`: write the path in its place. Leave stderr visible: it says what went wrong.

- \`RUN topics\`: what there is
${topicLines(topics).join("\n")}`,
  ].join("\n\n");
}
