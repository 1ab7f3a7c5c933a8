import { HOST_REGISTRY, type WorkflowDefinition } from "@tradecraft/sdk/workflow";
import { parametersSection } from "./parameters-section.ts";
import { sessionSection, statelessSection } from "./protocol-section.ts";
import type { SkillMdInput } from "./skill-md-input.ts";
import { stepsSection, subskillsSection, topicsSection } from "./steps-section.ts";

/** The instructions of a workflow skill. */
export function workflowBody(input: SkillMdInput<WorkflowDefinition>): string {
  const { definition, protocol, hasMcp, references } = input;
  return [
    intro(definition),
    ...(hasMcp ? [mcpSection(definition)] : []),
    commandSection(definition, hasMcp),
    parametersSection(definition.params),
    protocol === "session" ? sessionSection() : statelessSection(),
    troubleSection(protocol === "session"),
    stepsSection(definition),
    ...subskillsSection(definition),
    ...topicsSection(definition.topics),
    ...referencesSection(references),
  ].join("\n\n");
}

function intro({ name }: WorkflowDefinition): string {
  return `# ${name}

A program leads through this work, one step at a time. Each step has a prompt and the JSON Schema of the answer. Do what the
prompt says, answer with JSON that fits, and the program says what is next, until it says \`done\`. Do not skip steps, reorder
them or answer for the user.

Prompts are made of XML sections: \`<system>\` and \`<prompt>\` are instructions, \`<rendered>\` is shown to the user as it is, and
\`<ask-user>\`, \`<confirm>\`, \`<survey>\`, \`<plan>\`, \`<checklist>\` and \`<subagent>\` say what to do with them. The first result has
a preamble that names the tools for each.`;
}

function mcpSection({ name, subskills, topics }: WorkflowDefinition): string {
  const hasSubskills = Object.keys(subskills).length > 0;
  const hasTopics = Object.keys(topics).length > 0;
  return `## With MCP tools (preferred)

If there are tools of the MCP server \`${name}\`, use them and leave the command line alone:

1. \`start\` with \`{ "params": { … } }\`${hasSubskills ? '; `"subskill"` begins in a sub-skill' : ""}. The result has the session, the first step, its prompt and its schema.
2. \`advance\` with \`{ "session", "step", "output" }\`. The result is the next step, \`done\`, or an error that says what to mend.
3. Repeat 2 until the status is \`done\`. \`status\` tells where a session stands.${hasTopics ? " `topics` and `topic` give the reference topics." : ""}`;
}

function commandSection({ name, hosts }: WorkflowDefinition, hasMcp: boolean): string {
  const known = [...HOST_REGISTRY, ...hosts].map((host) => `\`${host.name}\``).join(", ");
  return `## On the command line${hasMcp ? " (without MCP tools)" : ""}

Commands begin with the absolute path of \`scripts/run\` in this skill's folder, which ends in \`/${name}/scripts/run\`. Below it is
\`RUN\`: write the path in its place, and run it from where the user works.

- Say which host you are with \`--host\`: ${known}, or \`generic\`.
- Say which tools you have with \`--tools A,B\`, so that prompts name those.
- A sub-agent that works through this skill adds \`--subagent\`, and lists all of its tools: it has no others.
- Results are JSON on stdout, and so are failures. Leave stderr visible: it says the same for people.`;
}

function troubleSection(isSession: boolean): string {
  const lines = [
    '- `"kind": "error"`: read `code`. `answer-invalid`: the answer does not fit; mend what `message` names, and send it again.',
    "  `action-failed`, `action-timeout`: the answer fits, and what the program did with it failed; do what `hint` says.",
    '- Any other `code`: do what `message` and `hint` say. With `"retry": false` the same call again would fail again.',
    "- Exit code 0 is a result or an answer to mend, 1 a failure, 2 a wrong call.",
    "- Long answers: `--output -` reads standard input, `--output @FILE` a file.",
  ];
  const session = [
    "- Unsure whether an answer arrived: send it again as it was; it counts once.",
    "- Interrupted, or unsure where it stands: `RUN status --session ID`, then `RUN resume --session ID`.",
    "- The tags are no longer known: `RUN preamble --session ID` gives the preamble again.",
    "- An earlier answer was wrong: `RUN back --session ID --to STEP`.",
  ];
  return `## When something goes wrong\n\n${[...lines, ...(isSession ? session : [])].join("\n")}`;
}

const mostFiles = 40;

function referencesSection(references: readonly string[]): readonly string[] {
  if (references.length === 0) return [];
  const lines = references.slice(0, mostFiles).map((file) => `- [${file}](${encodeURI(`references/${file}`)})`);
  if (references.length > mostFiles) lines.push(`- and ${references.length - mostFiles} more in \`references/\``);
  return [
    `## References\n\nPrompts bring what they need of these; read one only when a prompt says so.\n\n${lines.join("\n")}`,
  ];
}
