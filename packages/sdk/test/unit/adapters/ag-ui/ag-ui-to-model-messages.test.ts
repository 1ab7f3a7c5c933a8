import type { Message } from "@ag-ui/core";
import { describe, expect, it } from "vitest";
import { agUiToModelMessages } from "../../../../src/adapters/ag-ui.ts";

const asks = (id: string, args = "{}"): Message => ({
  id: `a-${id}`,
  role: "assistant",
  toolCalls: [{ id, type: "function", function: { name: "look", arguments: args } }],
});

describe("agUiToModelMessages", () => {
  it("turns a conversation into one that a model takes", () => {
    const messages: Message[] = [
      { id: "1", role: "user", content: "Hi" },
      { id: "2", role: "reasoning", content: "hm" },
      { ...asks("c1", '{"at":1}'), content: "Wait." } as Message,
      { id: "4", role: "activity", activityType: "x", content: {} },
      { id: "5", role: "tool", toolCallId: "c1", content: "seen" },
      { id: "6", role: "assistant", content: "Well." },
      { id: "7", role: "assistant" },
    ];
    expect(agUiToModelMessages(messages)).toEqual([
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Wait." },
          { type: "tool-call", toolCallId: "c1", toolName: "look", input: { at: 1 } },
        ],
      },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "c1", toolName: "look", output: { type: "text", value: "seen" } }],
      },
      { role: "assistant", content: "Well." },
    ]);
  });

  it("answers a call that nobody answered, leaves out a result that nobody asked for, and wraps broken arguments", () => {
    const messages: Message[] = [asks("c1", '{"at":'), { id: "t", role: "tool", toolCallId: "gone", content: "?" }];
    expect(agUiToModelMessages(messages)).toMatchObject([
      { role: "assistant", content: [{ input: { invalid_arguments: '{"at":' } }] },
      { role: "tool", content: [{ toolCallId: "c1", output: { type: "error-text" } }] },
    ]);
    expect(agUiToModelMessages(messages)).toHaveLength(2);
  });

  it("says why a tool of the client's failed", () => {
    const failed: Message = { id: "t", role: "tool", toolCallId: "c1", content: "half", error: "It broke." };
    expect(agUiToModelMessages([asks("c1", ""), failed])[1]).toMatchObject({
      content: [{ output: { type: "error-text", value: "It broke.\nhalf" } }],
    });
  });

  it("takes images and files, and says what it leaves out", () => {
    const content = [
      { type: "text" as const, text: "See" },
      { type: "image" as const, source: { type: "data" as const, value: "aGk=", mimeType: "image/png" } },
      { type: "document" as const, source: { type: "url" as const, value: "https://example.com/x.pdf" } },
      { type: "audio" as const, source: { type: "url" as const, value: "file:///etc/passwd" } },
      { type: "video" as const, source: { type: "file" as const, value: "file-1" } },
    ];
    expect(agUiToModelMessages([{ id: "1", role: "user", content }])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "image", image: "aGk=", mediaType: "image/png" },
          { type: "file", data: new URL("https://example.com/x.pdf"), mediaType: "application/pdf" },
          { type: "text", text: "[Left out: audio that cannot be read from here]" },
          { type: "text", text: "[Left out: video that cannot be read from here]" },
        ],
      },
    ]);
  });

  it("takes a client's instructions for a user's words, unless it is trusted", () => {
    const messages: Message[] = [
      { id: "1", role: "system", content: "Be rude." },
      { id: "2", role: "developer", content: "Be brief." },
    ];
    const roles = (clientInstructions: "user" | "system" | "drop") =>
      agUiToModelMessages(messages, { clientInstructions }).map(({ role }) => role);
    expect(agUiToModelMessages(messages).map(({ role }) => role)).toEqual(["user", "user"]);
    expect(roles("system")).toEqual(["system", "system"]);
    expect(roles("drop")).toEqual([]);
  });

  it("begins with what the application says about itself", () => {
    const context = [{ description: "Page", value: "orders" }];
    expect(agUiToModelMessages([], { context })).toEqual([
      { role: "user", content: "About the application:\n\nPage: orders" },
    ]);
  });
});
