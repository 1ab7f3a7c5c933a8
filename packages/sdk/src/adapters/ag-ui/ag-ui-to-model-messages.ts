import type { AssistantMessage, ContentPart, Context, Message, PartSource, ToolMessage } from "@ag-ui/core";
import type { ModelMessage } from "ai";

export interface AgUiMessageOptions {
  /**
   * What becomes of `system` and `developer` messages. They come from the client, and whoever holds the client could write
   * them; so they are a user's words, unless the client is trusted. Version 7 of `ai` takes no `system` here. Default `user`.
   */
  readonly clientInstructions?: "user" | "system" | "drop";
  /** What the application says about itself; a user message in front of the others. */
  readonly context?: readonly Context[];
}

/**
 * A client's messages as the AI SDK takes them. A call that was never answered, as after a cancelled run, gets an answer that
 * says so: no model takes a conversation without it. Activities and reasoning are for people, and are left out.
 */
export function agUiToModelMessages(
  messages: readonly Message[],
  { clientInstructions = "user", context = [] }: AgUiMessageOptions = {},
): ModelMessage[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) if (message.role === "tool") results.set(message.toolCallId, message);
  const made: ModelMessage[] = [];
  if (context.length > 0) {
    const lines = context.map(({ description, value }) => `${description}: ${value}`);
    made.push({ role: "user", content: `About the application:\n\n${lines.join("\n")}` });
  }
  for (const message of messages) {
    switch (message.role) {
      case "system":
      case "developer":
        if (clientInstructions !== "drop") made.push({ role: clientInstructions, content: message.content });
        break;
      case "user":
        made.push({ role: "user", content: userContent(message.content) });
        break;
      case "assistant":
        made.push(...assistantMessages(message, results));
        break;
      // Results stand behind their calls already; one without a call says nothing to a model.
    }
  }
  return made;
}

type UserContent = Extract<ModelMessage, { role: "user" }>["content"];
type UserPart = Exclude<UserContent, string>[number];

function userContent(content: string | ContentPart[]): UserContent {
  return typeof content === "string" ? content : content.map(userPart);
}

/** Media types for parts that name none; providers look at the kind alone. */
const kinds = { image: "image/*", audio: "audio/*", video: "video/*", document: "application/pdf" };

function userPart(part: ContentPart): UserPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const mediaType = part.source.mimeType ?? kinds[part.type];
  const data = dataOf(part.source);
  if (data === undefined) return { type: "text", text: `[Left out: ${part.type} that cannot be read from here]` };
  return part.type === "image" ? { type: "image", image: data, mediaType } : { type: "file", data, mediaType };
}

/** Bytes, or where they are. Nothing but the web is fetched, and a provider's own handle not at all. */
function dataOf({ type, value }: PartSource): string | URL | undefined {
  if (type === "data") return value;
  if (type === "file" || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return ["http:", "https:", "data:"].includes(url.protocol) ? url : undefined;
}

function assistantMessages(
  { content = "", toolCalls = [] }: AssistantMessage,
  results: ReadonlyMap<string, ToolMessage>,
): ModelMessage[] {
  if (toolCalls.length === 0) return content === "" ? [] : [{ role: "assistant", content }];
  const calls = toolCalls.map(({ id, function: called }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: called.name,
    input: inputOf(called.arguments),
  }));
  const answers = calls.map(({ toolCallId, toolName }) => ({
    type: "tool-result" as const,
    toolCallId,
    toolName,
    output: outputOf(results.get(toolCallId)),
  }));
  const text = content === "" ? [] : [{ type: "text" as const, text: content }];
  return [
    { role: "assistant", content: [...text, ...calls] },
    { role: "tool", content: answers },
  ];
}

/** Arguments are what a model wrote, whole or not; models take objects alone. */
function inputOf(text: string): unknown {
  try {
    const input: unknown = text.trim() === "" ? {} : JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  } catch {
    // Said below.
  }
  return { invalid_arguments: text };
}

interface ResultOutput {
  readonly type: "text" | "error-text";
  readonly value: string;
}

function outputOf(message: ToolMessage | undefined): ResultOutput {
  if (message === undefined) {
    return { type: "error-text", value: "There is no result: the call was interrupted, or was not answered." };
  }
  const { content, error } = message;
  const texts = typeof content === "string" ? [content] : content.map(resultText);
  if (error === undefined) return { type: "text", value: texts.join("\n") };
  return { type: "error-text", value: [error, ...texts].filter((text) => text !== "").join("\n") };
}

function resultText(part: ContentPart): string {
  return part.type === "text" ? part.text : `[Left out: ${part.type} in the result of a tool]`;
}
