import { setTimeout as wait } from "node:timers/promises";
import { type Skillset, defineAgent } from "@tradecraft/sdk";
import { type ResolveModel, streamAgent } from "@tradecraft/sdk/ai-sdk";
import type { LanguageModel, ModelMessage } from "ai";
import type { ChatView } from "./chat-view.ts";
import type { TurnEnd } from "./turn-end.ts";

export interface ChatSessionOptions {
  readonly model: LanguageModel;
  readonly skillset: Skillset;
  readonly view: ChatView;
  readonly resolveModel: ResolveModel;
}

/** A conversation with one model and one skillset. */
export interface ChatSession {
  readonly skillset: Skillset;
  /** What the model is sent with the next message. */
  readonly messages: readonly ModelMessage[];
  /** One turn; never rejects. */
  send(text: string, signal: AbortSignal): Promise<TurnEnd>;
  /** Puts a text before the next message. */
  prepend(text: string): void;
  /** Forgets the conversation; the state stays. */
  clear(): void;
}

const instructions =
  "You answer a person in a terminal. Be brief, and write plain text: nobody renders Markdown there. Use skills where they fit.";
const cancelledNote = "[The person cancelled this answer.]";
/** How long a turn that was called off may take to end what it does. */
const patience = 2_000;
const maxSteps = 20;

/** Starts a conversation. */
export function createChatSession({ model, skillset, view, resolveModel }: ChatSessionOptions): ChatSession {
  const agent = defineAgent({ name: "chat", instructions });
  let messages: readonly ModelMessage[] = [];
  let before: string[] = [];

  const stream = async (input: readonly ModelMessage[], signal: AbortSignal, onText: (text: string) => void) => {
    const run = await streamAgent(agent, input, {
      model,
      skillset,
      signal,
      resolveModel,
      maxSteps,
    });
    for await (const part of run.fullStream) {
      if (signal.aborted) break;
      if (part.type === "text-delta") onText(part.text);
      // All others have events of their own.
      else if (part.type === "tool-call" && part.toolName === "search_skills") view.toolCall(part.toolName, part.input);
      else if (part.type === "tool-error") view.toolError(part.toolName, part.error);
    }
    return run.done;
  };

  return {
    skillset,
    get messages() {
      return messages;
    },
    async send(text, signal) {
      const question: ModelMessage = {
        role: "user",
        content: [...before, text].filter((part) => part !== "").join("\n\n"),
      };
      let said = "";
      const running = stream([...messages, question], signal, (delta) => {
        said += delta;
        view.text(delta);
      });
      try {
        const { messages: all, text: answer, state, steps } = await untilAborted(running, signal);
        messages = all;
        before = [];
        if (steps.length >= maxSteps && answer === "") view.notice(`stopped after ${maxSteps} requests to the model`);
        else if (said === "") view.notice("the model gave no answer");
        return { kind: "done", text: answer, state };
      } catch (error) {
        // What skills were loaded in this turn is not in the conversation.
        skillset.compacted();
        if (!signal.aborted) return { kind: "failed", error };
        await Promise.race([running.catch(() => undefined), wait(patience, undefined, { ref: false })]);
        // Text alone: calls of tools without results are refused by providers.
        const content = [said.trim(), cancelledNote].filter((part) => part !== "").join("\n\n");
        messages = [...messages, question, { role: "assistant", content }];
        before = [];
        return { kind: "cancelled" };
      }
    },
    // Once: who repeats a message that failed says it again.
    prepend: (text) => void (before = [...before.filter((other) => other !== text), text]),
    clear() {
      messages = [];
      before = [];
      skillset.compacted();
    },
  };
}

function untilAborted<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
