import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** What a model says in one step: a call of a tool, or its answer. */
export type Turn = { readonly tool: string; readonly input: object } | string;

const usage: GenerateResult["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The AI SDK's own mock, saying one turn after the other. */
export function mockModel(turns: readonly Turn[]): MockLanguageModelV3 {
  let at = 0;
  const next = (): GenerateResult => {
    const turn = turns[at++];
    if (turn === undefined) throw new Error("The model has nothing left to say.");
    const isText = typeof turn === "string";
    const reason = isText ? "stop" : "tool-calls";
    return {
      content: isText
        ? [{ type: "text", text: turn }]
        : [{ type: "tool-call", toolCallId: `call-${at}`, toolName: turn.tool, input: JSON.stringify(turn.input) }],
      finishReason: { unified: reason, raw: undefined },
      usage,
      warnings: [],
    };
  };
  return new MockLanguageModelV3({
    doGenerate: () => Promise.resolve(next()),
    doStream: () => {
      const { content, finishReason } = next();
      const chunks: StreamPart[] = [{ type: "stream-start", warnings: [] }];
      for (const part of content) {
        if (part.type === "tool-call") chunks.push(part);
        if (part.type !== "text") continue;
        chunks.push({ type: "text-start", id: "1" });
        chunks.push({ type: "text-delta", id: "1", delta: part.text }, { type: "text-end", id: "1" });
      }
      chunks.push({ type: "finish", finishReason, usage });
      return Promise.resolve({ stream: simulateReadableStream({ chunks, chunkDelayInMs: null }) });
    },
  });
}
