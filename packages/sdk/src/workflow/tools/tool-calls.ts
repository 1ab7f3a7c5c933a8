import { SkillError } from "../../core/errors.ts";
import type { WorkflowDefinition } from "../define/workflow-definition.ts";
import type { ActionDecision, EngineReply, SessionStatus, WorkflowEngine } from "../engine/workflow-engine.ts";
import type { Handshake } from "../hosts/host.ts";
import { takeOutput } from "./take-output.ts";
import { refusal, type ToolReply } from "./tool-reply.ts";

/** What `start` takes. */
export interface StartCall {
  readonly params?: unknown;
  readonly subskill?: string | undefined;
  /** One that exists is taken up again; else the new one gets this id. */
  readonly session?: string | undefined;
  readonly decide?: ActionDecision | undefined;
  readonly acceptDrift?: boolean | undefined;
}

/** What `advance` takes. */
export interface AdvanceCall {
  readonly session: string;
  readonly step: string;
  readonly output?: unknown;
  readonly key?: string | undefined;
}

/** What `status` answers. */
export interface StatusReply extends Partial<Omit<SessionStatus, "session">>, Pick<ToolReply, "session" | "status"> {}

/** Begins a session, or takes one up again: the current step is shown with the preamble. */
export async function startByTool(
  engine: WorkflowEngine,
  { params, subskill, session, decide, acceptDrift }: StartCall,
  { signal, ...handshake }: Handshake & { readonly signal?: AbortSignal },
): Promise<EngineReply> {
  const stop = signal && { signal };
  if (session !== undefined) {
    const more = { ...(decide !== undefined && { decide }), ...(acceptDrift === true && { acceptDrift }) };
    const reply = await engine.resume({ session, preamble: true, ...more, ...stop });
    const isNew = reply.result.kind === "error" && reply.result.code === "session-unknown";
    if (!isNew || Object.keys(more).length > 0) return reply;
  }
  return engine.start({
    params: params ?? {},
    ...handshake,
    ...(subskill !== undefined && { subskill }),
    ...(session !== undefined && { session }),
    ...stop,
  });
}

/** Answers a step. */
export async function advanceByTool(
  engine: WorkflowEngine,
  definition: WorkflowDefinition,
  { session, step, output = {}, key }: AdvanceCall,
  signal?: AbortSignal,
): Promise<EngineReply> {
  return engine.advance({
    session,
    step,
    output: takeOutput(definition, step, output),
    ...(key !== undefined && { key }),
    ...(signal && { signal }),
  });
}

/** Says where a session stands, and does nothing. */
export async function statusByTool(
  engine: WorkflowEngine,
  { name }: WorkflowDefinition,
  session: string,
): Promise<StatusReply | ToolReply> {
  try {
    const status = await engine.status({ session });
    if (status.skill !== name)
      return refusal(session, "session-mismatch", `The session is one of "${status.skill}", and this is "${name}".`);
    return { ...status, session, status: status.state === "ended" ? "done" : "prompt" };
  } catch (error) {
    if (!SkillError.is(error, "session-unknown")) throw error;
    return refusal(session, "session-unknown", `There is no session "${session.slice(0, 80)}".`);
  }
}
