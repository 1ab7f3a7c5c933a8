import { type AGUIEvent, EventType, PROTOCOL_VERSION, type RunAgentInput } from "@ag-ui/core";
import type { Skillset } from "../../core/skillset/skillset.ts";
import { isNoState } from "./client-state.ts";
import { EventOrder } from "./event-order.ts";
import { EventOutbox } from "./event-outbox.ts";
import { type AgentStreamPart, PartsToAgUi } from "./parts-to-ag-ui.ts";
import { runCancelled, runError } from "./run-error.ts";
import { type RunSignal, watchRun } from "./run-signal.ts";
import { RunSkills } from "./run-skills.ts";

/** What a run is started with. */
export interface AgUiStart {
  /** The client's state, for `createSkillset` or `streamAgent`; absent if the client has none. */
  readonly state?: unknown;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** To be called with the skillset before the model is. */
  readonly onSkillset: (skillset: Skillset) => void;
}

/** A run that was started; what `streamAgent` returns is one. */
export interface AgUiRun {
  readonly fullStream: AsyncIterable<AgentStreamPart>;
  readonly skillset?: Skillset;
  /** Settles when everything has ended, also what comes after the stream. */
  readonly done?: PromiseLike<unknown>;
}

export interface AgUiEventsOptions {
  readonly input: Pick<RunAgentInput, "threadId" | "runId"> & Partial<RunAgentInput>;
  /** Starts the run; whatever it throws becomes the run's error. */
  readonly start: (start: AgUiStart) => AgUiRun | Promise<AgUiRun>;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Milliseconds that tools and sub-agents have to come to their end when the run is cancelled, or over. Default 2000. */
  readonly grace?: number;
  /** Told why a run failed. A text that it returns is told to the client, which else gets words of ours alone. */
  readonly onError?: (error: unknown) => string | void;
  readonly now?: () => number;
  /** Ids of messages. Default: random ones. */
  readonly newId?: () => string;
}

/**
 * One run as AG-UI events. `RUN_STARTED` comes first, and exactly one of `RUN_FINISHED` and `RUN_ERROR` last. The agent's
 * stream is read only as fast as the events are taken. Leaving early ends the run.
 */
export function agUiEvents(options: AgUiEventsOptions): AsyncIterableIterator<AGUIEvent, undefined> {
  const outbox = new EventOutbox();
  const gone = new AbortController();
  let driven: Promise<void> | undefined;
  return {
    next: () => {
      driven ??= drive(options, outbox, gone.signal);
      return outbox.take();
    },
    return: () => {
      outbox.discard();
      gone.abort(new DOMException("The client is gone.", "AbortError"));
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function drive(options: AgUiEventsOptions, outbox: EventOutbox, gone: AbortSignal): Promise<void> {
  const { input, now = Date.now, newId = () => crypto.randomUUID(), grace = 2000 } = options;
  const put = (event: AGUIEvent): void => outbox.put(event);
  const { signal, over, stop } = watchRun(options.signal, gone, grace);
  const parts = new PartsToAgUi(put, { now, newId, usedIds: callIds(input.messages ?? []) });
  const order = new EventOrder(
    (event, callId) => put(callId === undefined ? event : parts.withIdOf(callId, event)),
    (callId) => parts.hasTold(callId),
  );
  const skills = new RunSkills({ order, put, now, input });

  const { threadId, runId, parentRunId } = input;
  const parent = parentRunId === undefined ? {} : { parentRunId };
  put({ type: EventType.RUN_STARTED, timestamp: now(), threadId, runId, ...parent, protocolVersion: PROTOCOL_VERSION });
  let failure: { readonly error: unknown } | undefined;
  let isCancelled = false;
  try {
    signal.throwIfAborted();
    const state = isNoState(input.state) ? {} : { state: input.state };
    const run = await over(options.start({ ...state, signal, onSkillset: (skillset) => skills.attach(skillset) }));
    if (run.skillset !== undefined) skills.attach(run.skillset);
    const end = await readParts(run, { parts, order, outbox, over });
    failure = end.failure;
    isCancelled = end.isAborted;
    order.silent(true);
    if (failure === undefined) await over(run.done);
  } catch (error) {
    failure ??= { error };
    isCancelled ||= signal.aborted;
  }
  // What was called off may still be putting its things away, and tell so.
  order.silent(true);
  await over(skills.idle(grace)).catch(() => undefined);
  stop();
  order.silent(false);
  order.releaseAll();
  parts.close();
  skills.close();
  if (isCancelled) put(runCancelled(input, now()));
  else put(failure === undefined ? finished(input, parts.unanswered, now()) : failed(options, failure.error, now()));
  outbox.end();
}

function callIds(messages: RunAgentInput["messages"]): string[] {
  return messages
    .flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
    .map(({ id }) => id);
}

function failed({ onError }: AgUiEventsOptions, error: unknown, timestamp: number): AGUIEvent {
  let told: string | void = undefined;
  try {
    told = onError?.(error);
  } catch {
    // A failure to tell a failure changes nothing about it.
  }
  return runError(error, typeof told === "string" ? told : undefined, timestamp);
}

function finished(input: AgUiEventsOptions["input"], pendingToolCallIds: string[], timestamp: number): AGUIEvent {
  const { threadId, runId } = input;
  const outcome = pendingToolCallIds.length > 0 ? { outcome: { type: "success", pendingToolCallIds } as const } : {};
  return { type: EventType.RUN_FINISHED, timestamp, threadId, runId, ...outcome };
}

interface Reading {
  readonly parts: PartsToAgUi;
  readonly order: EventOrder;
  readonly outbox: EventOutbox;
  readonly over: RunSignal["over"];
}

interface StreamEnd {
  readonly failure: { readonly error: unknown } | undefined;
  readonly isAborted: boolean;
}

const answers = new Set(["tool-result", "tool-error", "tool-output-denied"]);

/** Tells the stream to its end. After an error in it the rest is still told. */
async function readParts(run: AgUiRun, { parts, order, outbox, over }: Reading): Promise<StreamEnd> {
  const iterator = run.fullStream[Symbol.asyncIterator]();
  let failure: StreamEnd["failure"];
  let isAborted = false;
  try {
    for (;;) {
      await over(outbox.wanted());
      order.silent(true);
      const next = await over(iterator.next());
      order.silent(false);
      if (next.done === true) return { failure, isAborted };
      const part: AgentStreamPart & { readonly toolCallId?: string; readonly error?: unknown } = next.value;
      if (part.type === "error") failure ??= { error: part.error };
      else if (part.type === "abort") isAborted = true;
      else if (part.type === "finish-step") order.releaseAll();
      else if (answers.has(part.type) && part.toolCallId !== undefined) order.releaseFor(part.toolCallId);
      parts.take(part);
      order.release();
    }
  } finally {
    // Not waited for: a stream that does not listen must not hold the end of the run.
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
