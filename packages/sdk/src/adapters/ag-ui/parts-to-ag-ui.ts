import { type AGUIEvent, EventType } from "@ag-ui/core";
import { toJsonValue } from "./to-json-value.ts";

/** One part of the AI SDK's `fullStream`; those of versions 5, 6 and 7 are understood. */
export interface AgentStreamPart {
  readonly type: string;
}

/** What parts can hold, as far as it is told. */
interface AnyPart extends AgentStreamPart {
  readonly id?: string;
  readonly text?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly preliminary?: boolean;
  readonly approvalId?: string;
  readonly toolCall?: { readonly toolCallId?: string };
  readonly file?: { readonly mediaType?: string; readonly base64?: string };
}

/** Where the events of a skillset name a call. */
interface AnyEvent {
  readonly parentToolCallId?: string;
  readonly metadata?: { readonly toolCallId?: unknown };
  readonly content?: { readonly toolCallId?: unknown };
}

interface PartsToAgUiOptions {
  readonly now: () => number;
  readonly newId: () => string;
  /** Ids of calls that the client has already. */
  readonly usedIds: Iterable<string>;
}

/** Tells an agent's stream as AG-UI events, part by part. Whatever it opens it closes. */
export class PartsToAgUi {
  readonly #put: (event: AGUIEvent) => void;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #texts = new Map<string, string>();
  readonly #reasonings = new Map<string, string>();
  readonly #openCalls = new Set<string>();
  readonly #closedCalls = new Set<string>();
  readonly #answered = new Set<string>();
  /** What calls are called towards the client: some models begin anew with their ids in each step, and in each run. */
  readonly #ids = new Map<string, string>();
  readonly #usedIds: Set<string>;
  #steps = 0;
  #step: string | undefined;
  /** The assistant's message that the step's calls are part of. */
  #message: string | undefined;

  constructor(put: (event: AGUIEvent) => void, { now, newId, usedIds }: PartsToAgUiOptions) {
    this.#put = put;
    this.#now = now;
    this.#newId = newId;
    this.#usedIds = new Set(usedIds);
  }

  /** Whether a call was told wholly, and its result was not. */
  hasTold(callId: string): boolean {
    return this.#isPending(callId);
  }

  /** Calls without a result, in order: the client's to answer. */
  get unanswered(): string[] {
    return [...this.#closedCalls].filter((id) => this.#isPending(id)).map((id) => this.#idOf(id));
  }

  /** An event about a call, with the id that the client knows it by. */
  withIdOf(callId: string, event: AGUIEvent): AGUIEvent {
    const id = this.#idOf(callId);
    if (id === callId) return event;
    const { parentToolCallId, metadata, content } = event as AnyEvent;
    return {
      ...event,
      ...(parentToolCallId === callId && { parentToolCallId: id }),
      ...(metadata?.toolCallId === callId && { metadata: { ...metadata, toolCallId: id } }),
      ...(content?.toolCallId === callId && { content: { ...content, toolCallId: id } }),
    } as AGUIEvent;
  }

  take(part: AgentStreamPart): void {
    const { id = "", toolCallId = "", ...rest }: AnyPart = part;
    switch (part.type) {
      case "start-step":
        return this.#startStep();
      case "finish-step":
        return this.#endStep();
      case "text-start":
        return void this.#startText(id);
      case "text-delta":
        return this.#text(id, rest.text ?? "");
      case "text-end":
        return this.#endText(id);
      case "reasoning-start":
        return void this.#startReasoning(id);
      case "reasoning-delta":
        return this.#reasoning(id, rest.text ?? "");
      case "reasoning-end":
        return this.#endReasoning(id);
      case "tool-input-start":
        return this.#startCall(id, rest.toolName ?? "");
      case "tool-input-delta":
        return this.#args(id, rest.delta ?? "");
      case "tool-input-end":
        return this.#endCall(id);
      case "tool-call":
        return this.#call(toolCallId, rest.toolName ?? "", rest.input);
      case "tool-result":
        // A preliminary result is followed by another.
        return rest.preliminary === true ? undefined : this.#result(toolCallId, asText(rest.output));
      case "tool-error":
        return this.#result(toolCallId, `Error: ${messageOf(rest.error)}`);
      case "tool-output-denied":
        return this.#result(toolCallId, "Error: This call was denied.");
      case "tool-approval-request": {
        const value = { approvalId: rest.approvalId, toolCallId: rest.toolCall?.toolCallId ?? toolCallId };
        return this.#custom("tool_approval_requested", value);
      }
      case "source":
        return this.#custom("source", { ...part, type: undefined });
      case "file":
        return this.#custom("file", { mediaType: rest.file?.mediaType, base64: rest.file?.base64 });
    }
  }

  /** Closes all that is open, as the end of a run demands. */
  close(): void {
    for (const id of this.#texts.keys()) this.#endText(id);
    for (const id of this.#reasonings.keys()) this.#endReasoning(id);
    for (const id of this.#openCalls) this.#endCall(id);
    this.#endStep();
  }

  #startStep(): void {
    this.#endStep();
    this.#message = undefined;
    this.#step = `step-${++this.#steps}`;
    this.#put({ type: EventType.STEP_STARTED, timestamp: this.#now(), stepName: this.#step });
  }

  #endStep(): void {
    if (this.#step === undefined) return;
    this.#put({ type: EventType.STEP_FINISHED, timestamp: this.#now(), stepName: this.#step });
    this.#step = undefined;
  }

  #startText(id: string): string {
    this.#endText(id);
    // The framework's ids begin anew in each step; a client's must not.
    const messageId = this.#newId();
    this.#message = messageId;
    this.#texts.set(id, messageId);
    this.#put({ type: EventType.TEXT_MESSAGE_START, timestamp: this.#now(), messageId, role: "assistant" });
    return messageId;
  }

  #text(id: string, delta: string): void {
    if (delta === "") return;
    const messageId = this.#texts.get(id) ?? this.#startText(id);
    this.#put({ type: EventType.TEXT_MESSAGE_CONTENT, timestamp: this.#now(), messageId, delta });
  }

  #endText(id: string): void {
    const messageId = this.#texts.get(id);
    if (messageId === undefined) return;
    this.#texts.delete(id);
    this.#put({ type: EventType.TEXT_MESSAGE_END, timestamp: this.#now(), messageId });
  }

  #startReasoning(id: string): string {
    this.#endReasoning(id);
    const messageId = this.#newId();
    this.#reasonings.set(id, messageId);
    this.#put({ type: EventType.REASONING_START, timestamp: this.#now(), messageId });
    this.#put({ type: EventType.REASONING_MESSAGE_START, timestamp: this.#now(), messageId, role: "reasoning" });
    return messageId;
  }

  #reasoning(id: string, delta: string): void {
    if (delta === "") return;
    const messageId = this.#reasonings.get(id) ?? this.#startReasoning(id);
    this.#put({ type: EventType.REASONING_MESSAGE_CONTENT, timestamp: this.#now(), messageId, delta });
  }

  #endReasoning(id: string): void {
    const messageId = this.#reasonings.get(id);
    if (messageId === undefined) return;
    this.#reasonings.delete(id);
    this.#put({ type: EventType.REASONING_MESSAGE_END, timestamp: this.#now(), messageId });
    this.#put({ type: EventType.REASONING_END, timestamp: this.#now(), messageId });
  }

  #idOf(callId: string): string {
    return this.#ids.get(callId) ?? callId;
  }

  #startCall(callId: string, toolCallName: string): void {
    if (this.#openCalls.has(callId)) return;
    this.#openCalls.add(callId);
    this.#closedCalls.delete(callId);
    this.#answered.delete(callId);
    // Not longer than an id of our own: providers refuse more than 40 characters when they are sent back.
    const toolCallId = this.#usedIds.has(callId) ? this.#newId() : callId;
    this.#ids.set(callId, toolCallId);
    this.#usedIds.add(toolCallId);
    // Calls without a text before them share a message of their own.
    this.#message ??= this.#newId();
    const about = { toolCallId, toolCallName, parentMessageId: this.#message };
    this.#put({ type: EventType.TOOL_CALL_START, timestamp: this.#now(), ...about });
  }

  #args(callId: string, delta: string): void {
    if (delta === "" || !this.#openCalls.has(callId)) return;
    const toolCallId = this.#idOf(callId);
    this.#put({ type: EventType.TOOL_CALL_ARGS, timestamp: this.#now(), toolCallId, delta });
  }

  #endCall(callId: string): void {
    if (!this.#openCalls.delete(callId)) return;
    this.#closedCalls.add(callId);
    this.#put({ type: EventType.TOOL_CALL_END, timestamp: this.#now(), toolCallId: this.#idOf(callId) });
  }

  #call(toolCallId: string, toolName: string, input: unknown): void {
    const isStreamed = this.#openCalls.has(toolCallId) || this.#isPending(toolCallId);
    if (!isStreamed) {
      this.#startCall(toolCallId, toolName);
      this.#args(toolCallId, typeof input === "string" ? input : JSON.stringify(toJsonValue(input ?? {})));
    }
    this.#endCall(toolCallId);
  }

  #isPending(toolCallId: string): boolean {
    return this.#closedCalls.has(toolCallId) && !this.#answered.has(toolCallId);
  }

  #result(callId: string, content: string): void {
    this.#endCall(callId);
    this.#answered.add(callId);
    const about = { messageId: this.#newId(), toolCallId: this.#idOf(callId), content, role: "tool" } as const;
    this.#put({ type: EventType.TOOL_CALL_RESULT, timestamp: this.#now(), ...about });
  }

  #custom(name: string, value: unknown): void {
    this.#put({ type: EventType.CUSTOM, timestamp: this.#now(), name, value: toJsonValue(value) });
  }
}

function asText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(toJsonValue(output));
}

/** The message alone: a stack, or what else an error holds, is nobody's business out there. */
function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return typeof message === "string" ? message : "The tool failed.";
}
