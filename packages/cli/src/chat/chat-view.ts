import type { ChatEvent } from "./chat-event.ts";
import type { TurnEnd } from "./turn-end.ts";

/** Shows a chat, to a person or to a program. */
export interface ChatView {
  /** A piece of the answer. */
  text(delta: string): void;
  event(event: ChatEvent): void;
  /** A tool of the AI SDK's was called that has no event of its own, or it failed. */
  toolCall(name: string, input: unknown): void;
  toolError(name: string, error: unknown): void;
  /** A word aside. */
  notice(text: string): void;
  error(text: string): void;
  /** The turn is over. */
  end(end: TurnEnd): void;
}
