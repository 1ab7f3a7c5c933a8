import type { ModelMessage } from "ai";

interface Generated {
  readonly response: { readonly messages: readonly ModelMessage[] };
}

/** What all steps added to the conversation. Version 7 has it in a place of its own; `response` is its last step's there. */
export function responseMessages(result: Generated): readonly ModelMessage[] {
  const all = (result as { responseMessages?: readonly ModelMessage[] }).responseMessages;
  return all ?? result.response.messages;
}

/**
 * Messages in which every call of a tool has an object for input. Version 5 keeps text that is no JSON as it came, and
 * other versions keep `null`; providers refuse a conversation with either.
 */
export function withObjectInputs(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== "assistant" || typeof message.content === "string") return message;
    const content = message.content.map((part) =>
      part.type === "tool-call" && !isObject(part.input) ? { ...part, input: {} } : part,
    );
    return { ...message, content };
  });
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
