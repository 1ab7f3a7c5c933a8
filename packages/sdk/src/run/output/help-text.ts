import type { ReferenceDefinition, WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";

/** How a skill is called. */
export function helpText(definition: WorkflowDefinition | ReferenceDefinition): string {
  const { name, description, topics } = definition;
  const subskills = definition.kind === "skill" ? Object.keys(definition.subskills) : [];
  const sections = [
    `${name}${description === "" ? "" : `: ${description}`}`,
    definition.kind === "skill" ? workflowUsage : "Usage:\n  run [topics]            lists the topics",
    ...(subskills.length > 0
      ? [
          `  run SUBSKILL [start|advance|resume|preamble] …\n                          begins in ${subskills.join(", ")}`,
        ]
      : []),
    ...(Object.keys(topics).length > 0
      ? [`  run topics | run topic NAME\n                          ${Object.keys(topics).join(", ")}`]
      : []),
    "  run mcp [--http PORT]   serves the skill over MCP on standard input and output, or HTTP",
    ...(definition.kind === "skill" ? [flagText] : []),
    "Failures are one JSON object on stdout. Exit codes: 0 result, or an answer to mend; 1 failure; 2 wrong call.",
  ];
  return `${sections.join("\n\n")}\n`;
}

const workflowUsage = `Usage:
  run start [--params JSON] [--session new]
                          shows the first step; before a flag, \`start\` may be left out
  run advance --session ID [--step STEP --output JSON] [--key KEY]
                          takes the answer of the flags, or the last output line of the session's file
  run advance --step STEP --output JSON --params JSON --history JSON
                          the same without a session: everything is told again
  run status --session ID                        where a session stands
  run resume --session ID [--preamble] [--decide run-again|failed|JSON] [--accept-drift]
                          goes on after an interruption, and shows the step again
  run back --session ID [--to STEP] [--force]    goes back to an earlier step
  run preamble [--session ID]                    how prompts are to be read
  run list                                       sessions
  run cleanup --session ID | --older-than 7d     removes sessions`;

const flagText = `JSON is given as text, as a file (@FILE) or through standard input (-). --name=value works too.
  --host NAME, --tools A,B, --subagent           who calls
  --session-dir DIR                              where sessions are kept
  --output-mode file|flag                        how a session takes answers`;
