import { setTimeout as wait } from "node:timers/promises";
import { demoReply } from "./demo-reply.ts";
import type { DemoCall, DemoLanguageModel, DemoPart, DemoReply } from "./demo-types.ts";
import { readCall } from "./read-call.ts";

export interface DemoModelOptions {
  /** Milliseconds between words. Default 25. */
  readonly pace?: number;
}

const tokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
const usage = { inputTokens: tokens, outputTokens: tokens };

/** A model that follows a script and reacts to what it is sent: for a look at skills without a provider. */
export function createDemoModel({ pace = 25 }: DemoModelOptions = {}): DemoLanguageModel {
  let calls = 0;
  const replyTo = (options: DemoCall): { readonly reply: DemoReply; readonly callId: string } => ({
    reply: demoReply(readCall(options)),
    callId: `demo-${++calls}`,
  });
  return {
    specificationVersion: "v3",
    provider: "demonstration",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async (options) => {
      const { reply, callId } = replyTo(options);
      // As if it thought for a moment: a sub-agent that is done at once cannot be followed.
      await wait(Math.min(400, pace * 12), undefined, { signal: options.abortSignal });
      const content = [
        ...(reply.text === "" ? [] : [{ type: "text" as const, text: reply.text }]),
        ...(reply.call === undefined ? [] : [toolCall(reply.call, callId)]),
      ];
      return { content, finishReason: finishOf(reply), usage, warnings: [] };
    },
    doStream: async (options) => {
      const { reply, callId } = replyTo(options);
      const parts = streamParts(reply, callId, { pace, signal: options.abortSignal });
      return { stream: ReadableStream.from(parts) as ReadableStream<DemoPart> };
    },
  };
}

async function* streamParts(
  reply: DemoReply,
  callId: string,
  { pace, signal }: { readonly pace: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<DemoPart> {
  yield { type: "stream-start", warnings: [] };
  if (reply.text !== "") {
    yield { type: "text-start", id: "text" };
    for (const delta of reply.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      await wait(pace === 0 ? 0 : (reply.pace ?? pace), undefined, { signal });
      yield { type: "text-delta", id: "text", delta };
    }
    yield { type: "text-end", id: "text" };
  }
  if (reply.call !== undefined) yield toolCall(reply.call, callId);
  yield { type: "finish", finishReason: finishOf(reply), usage };
}

function toolCall({ tool, input }: NonNullable<DemoReply["call"]>, callId: string) {
  return { type: "tool-call" as const, toolCallId: callId, toolName: tool, input: JSON.stringify(input) };
}

function finishOf({ call }: DemoReply) {
  return { unified: call === undefined ? ("stop" as const) : ("tool-calls" as const), raw: undefined };
}
