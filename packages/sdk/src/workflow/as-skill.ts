import type { CodeTool, ToolContext } from "../core/code/code-tool.ts";
import { defineSkill } from "../core/code/define-skill.ts";
import type { SkillDefinition } from "../core/code/skill-definition.ts";
import { schemaFromJson } from "../core/code/schema-from-json.ts";
import type { ReferenceLoader, WorkflowDefinition, WorkflowTypes } from "./define/workflow-definition.ts";
import { createWorkflowEngine } from "./engine/create-workflow-engine.ts";
import type { SessionStore } from "./session/session-store.ts";
import { describeLoop } from "./tools/describe-loop.ts";
import { type AdvanceCall, advanceByTool, type StartCall, startByTool, statusByTool } from "./tools/tool-calls.ts";
import { advanceInput, startInput, statusInput, type ToolInput } from "./tools/tool-inputs.ts";
import { refusal, toolReply } from "./tools/tool-reply.ts";

/** How a workflow becomes a skill. */
export interface AsSkillOptions {
  /** Where its sessions live; in memory if nothing is said. */
  readonly store?: SessionStore;
  /** Files of the skill; without it every `load` fails and says so. */
  readonly refs?: ReferenceLoader;
  /** Who runs it: `claude-code`, `codex`, …; `generic` if nothing is said. */
  readonly host?: string;
  /** The skill's name; the workflow's if nothing is said. */
  readonly name?: string;
}

interface OwnState {
  /** Sessions of the workflow that this skillset session began; the last one is current. */
  sessions: string[];
}

type Context = ToolContext<OwnState>;

/**
 * A workflow as an ordinary skill: any skillset runs it by the tools `start`, `advance` and `status`, without a shell. A
 * skillset session sees the runs that it began, and no others.
 */
export function asSkill<Types extends WorkflowTypes>(
  workflow: WorkflowDefinition<Types>,
  { store, refs, host = "generic", name = workflow.name }: AsSkillOptions = {},
): SkillDefinition {
  const definition = workflow as WorkflowDefinition;
  const engine = createWorkflowEngine(definition, { ...(store && { store }), ...(refs && { refs }) });

  /** The session that a call is about: the one it names, or the current one; undefined if that is not one of ours. */
  const ownSession = ({ sessions }: OwnState, named: string | undefined): string | undefined =>
    named === undefined ? sessions.at(-1) : sessions.find((session) => session === named);
  const unknown = (named = ""): unknown =>
    refusal(
      named,
      "session-unknown",
      named === "" ? "No session was started." : `There is no session "${named}" here.`,
    );

  const start = async (call: StartCall, { state, signal }: Context): Promise<unknown> => {
    if (call.session !== undefined && ownSession(state, call.session) === undefined) return unknown(call.session);
    const reply = await startByTool(engine, call, { host, signal });
    // Nothing was kept of one that was refused.
    if (reply.sequence > 0 && !state.sessions.includes(reply.session)) state.sessions.push(reply.session);
    return toolReply(reply);
  };
  const advance = async (call: Partial<AdvanceCall>, { state, signal }: Context): Promise<unknown> => {
    const session = ownSession(state, call.session);
    if (session === undefined) return unknown(call.session);
    return toolReply(await advanceByTool(engine, definition, { step: "", ...call, session }, signal));
  };
  const status = async (call: { readonly session?: string }, { state }: Context): Promise<unknown> => {
    const session = ownSession(state, call.session);
    return session === undefined ? unknown(call.session) : statusByTool(engine, definition, session);
  };

  const hasCurrent = { hasCurrent: true };
  return defineSkill({
    name,
    description: definition.description === "" ? `Runs the workflow "${name}", step by step.` : definition.description,
    body: `# ${name}\n\nA workflow: you get one step at a time, and a program decides which comes next.\n\n${describeLoop(definition)}\n`,
    ...(definition.license !== undefined && { license: definition.license }),
    state: { namespace: name, schema: schemaFromJson(stateSchema), initial: { sessions: [] } },
    tools: {
      start: tool("Begins the workflow, or takes up a session again; shows the step.", startInput(definition), start),
      advance: tool("Answers the current step; shows the next one, or the end.", advanceInput(hasCurrent), advance),
      status: tool("Says where a session stands.", statusInput(hasCurrent), status),
    },
  } as SkillDefinition) as SkillDefinition;
}

const stateSchema = {
  type: "object",
  properties: { sessions: { type: "array", items: { type: "string" } } },
  required: ["sessions"],
};

function tool<Call>(
  description: string,
  input: ToolInput,
  execute: (call: Call, context: Context) => Promise<unknown>,
): CodeTool {
  return {
    description,
    input: schemaFromJson({ ...input }),
    execute: (call, context) => execute(call as Call, context as Context),
  };
}
