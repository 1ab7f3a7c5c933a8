import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type Stream = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;
type Prompt = Parameters<MockLanguageModelV3["doStream"]>[0]["prompt"];

export interface Call {
  readonly tool: string;
  readonly input: object;
}

/** What a model says in one step: an answer, or calls. */
export type Turn = string | readonly Call[];

/** What a model knows: what it was asked last, and the results since. */
export interface Given {
  readonly asked: string;
  readonly results: readonly string[];
  readonly prompt: Prompt;
}

/** The AI SDK's own mock. It has no memory: it decides by what it is given, so that many can use it at once. */
export function thinkingModel(decide: (given: Given) => Turn): MockLanguageModelV3 {
  const think = (prompt: Prompt): Turn => {
    const from = prompt.findLastIndex(({ role }) => role === "user");
    const content = prompt[from]?.role === "user" ? prompt[from].content : [];
    const asked = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const results = prompt.slice(from + 1).flatMap((message) => (message.role === "tool" ? message.content : []));
    const texts = results.map((part) => (part.type === "tool-result" ? JSON.stringify(part.output) : ""));
    return decide({ asked, results: texts, prompt });
  };
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const idOf = (): string => `call-${crypto.randomUUID()}`;
  const reasonOf = (turn: Turn) =>
    ({ unified: typeof turn === "string" ? "stop" : "tool-calls", raw: undefined }) as const;
  return new MockLanguageModelV3({
    doGenerate: ({ prompt }) => {
      const turn = think(prompt);
      const content =
        typeof turn === "string"
          ? [{ type: "text" as const, text: turn }]
          : turn.map(({ tool, input }) => ({
              type: "tool-call" as const,
              toolCallId: idOf(),
              toolName: tool,
              input: JSON.stringify(input),
            }));
      return Promise.resolve({ content, finishReason: reasonOf(turn), usage, warnings: [] });
    },
    doStream: ({ prompt }) => {
      const turn = think(prompt);
      const chunks: StreamPart[] = [{ type: "stream-start", warnings: [] }];
      if (typeof turn === "string") {
        const deltas = turn.split(/(?<= )/u).map((delta): StreamPart => ({ type: "text-delta", id: "1", delta }));
        chunks.push({ type: "text-start", id: "1" }, ...deltas, { type: "text-end", id: "1" });
      } else {
        for (const { tool, input } of turn) {
          const id = idOf();
          const text = JSON.stringify(input);
          chunks.push(
            { type: "tool-input-start", id, toolName: tool },
            { type: "tool-input-delta", id, delta: text.slice(0, 5) },
            { type: "tool-input-delta", id, delta: text.slice(5) },
            { type: "tool-input-end", id },
            { type: "tool-call", toolCallId: id, toolName: tool, input: text },
          );
        }
      }
      chunks.push({ type: "finish", finishReason: reasonOf(turn), usage });
      return Promise.resolve({ stream: simulateReadableStream({ chunks, chunkDelayInMs: null }) });
    },
  });
}
