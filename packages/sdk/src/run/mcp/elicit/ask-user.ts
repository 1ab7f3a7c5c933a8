import {
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { EngineReply, WorkflowEngine } from "../../../workflow/engine/workflow-engine.ts";
import { toolReply, type ToolReply } from "../../../workflow/tools/tool-reply.ts";
import { type AskState, writeAskState } from "./ask-state.ts";
import { type QuestionForm, questionForm } from "./question-form.ts";

/** What it takes to ask the user. */
export interface Asking {
  readonly engine: WorkflowEngine;
  readonly context: ServerContext;
  readonly isModern: boolean;
  /** Also prompts that hold more than questions. */
  readonly always: boolean;
  readonly timeout: number;
}

/** Clients end a call that asks too often: https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr */
const mostRounds = 6;
const field = "answer";

/**
 * Goes on with a session for as long as its prompts can be answered by the user alone. Gives what the agent is told in the
 * end, or the question for a client of 2026, which calls again with the answer.
 */
export async function askOn(
  asking: Asking,
  reply: EngineReply,
  isAnswer: boolean,
): Promise<ToolReply | InputRequiredResult> {
  const form = await formFor(asking, reply);
  if (!form) return toolReply(reply);
  const { session, result } = reply;
  const finished = "completed" in result || "autoAdvanced" in result ? countFinished(result) : 0;
  const visits = await asking.engine.history({ session });
  const greet = result.kind === "prompt" && result.preamble !== undefined;
  const since = visits.length - finished;
  return ask(asking, form, { session, step: form.step, since, round: 0, greet, isAnswer });
}

/** Goes on with a call that is made again, with what the user said. */
export async function askAgain(asking: Asking, state: AskState): Promise<ToolReply | InputRequiredResult> {
  const said = inputResponse(asking.context.mcpReq.inputResponses, field);
  const content = said.kind === "elicit" && said.action === "accept" ? (said.content ?? {}) : undefined;
  // What is wrong with the session is told when it is shown.
  const now = await asking.engine.prompt({ session: state.session }).catch(() => undefined);
  const form = now?.step === state.step ? questionForm(now.pieces, now.schema) : undefined;
  return take(asking, state, form && content && form.read(content));
}

type StepForm = QuestionForm & { readonly step: string };

async function ask(asking: Asking, form: StepForm, state: AskState): Promise<ToolReply | InputRequiredResult> {
  const { message, requestedSchema } = form;
  const params = { mode: "form", message, requestedSchema } as unknown as ElicitRequestFormParams;
  if (asking.isModern) {
    const requestState = writeAskState(state);
    return inputRequired({ inputRequests: { [field]: inputRequired.elicit(params) }, requestState });
  }
  const { elicitInput, signal } = asking.context.mcpReq;
  let content: Readonly<Record<string, unknown>> | undefined;
  try {
    const said = await elicitInput(params, { timeout: asking.timeout, signal });
    if (said.action === "accept") content = said.content ?? {};
  } catch (error) {
    // Whatever is wrong with the client's form, the agent can ask instead.
    if (signal.aborted) throw error;
  }
  return take(asking, state, content && form.read(content));
}

/** Answers the step with what the user said; without an answer, the agent gets the prompt as it is. */
async function take(
  asking: Asking,
  state: AskState,
  answer: { readonly output: unknown } | undefined,
): Promise<ToolReply | InputRequiredResult> {
  const { engine, context } = asking;
  const { session, step } = state;
  if (!answer) return tell(asking, state, await engine.resume({ session }));
  const reply = await engine.advance({ session, step, output: answer.output, signal: context.mcpReq.signal });
  const { result } = reply;
  if (result.kind === "error" && result.error === "validation" && result.retry) {
    const told = await tell(asking, state, await engine.resume({ session }));
    return { ...told, message: `The user was asked, and the answer was refused: ${result.message}` };
  }
  const next = { ...state, round: state.round + 1 };
  const form = next.round < mostRounds ? await formFor(asking, reply) : undefined;
  return form ? ask(asking, form, { ...next, step: form.step }) : tell(asking, next, reply);
}

/** What the agent is told: everything that happened since its own answer. */
async function tell({ engine }: Asking, state: AskState, reply: EngineReply): Promise<ToolReply> {
  const { session, since, greet, isAnswer } = state;
  if (reply.result.kind === "error") return toolReply(reply);
  let told = reply;
  if (greet && reply.result.kind === "prompt" && reply.result.preamble === undefined)
    told = await engine.resume({ session, preamble: true });
  const visits = (await engine.history({ session })).slice(since);
  const { completed: _, autoAdvanced: __, ...rest } = toolReply(told);
  const own = isAnswer ? visits[0] : undefined;
  const others = isAnswer ? visits.slice(1) : visits;
  return { ...rest, ...(own && { completed: own }), ...(others.length > 0 && { autoAdvanced: others }) };
}

async function formFor({ engine, always }: Asking, { session, result }: EngineReply): Promise<StepForm | undefined> {
  if (result.kind !== "prompt" || result.parallel) return undefined;
  const prompt = await engine.prompt({ session });
  const form = prompt && questionForm(prompt.pieces, prompt.schema);
  return prompt && form && (always || !form.hasWork) ? { ...form, step: prompt.step } : undefined;
}

function countFinished(result: { readonly completed?: unknown; readonly autoAdvanced?: readonly unknown[] }): number {
  return (result.completed === undefined ? 0 : 1) + (result.autoAdvanced?.length ?? 0);
}
