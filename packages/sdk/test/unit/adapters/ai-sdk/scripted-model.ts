import { MockLanguageModelV3 } from "ai/test";

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type CallOptions = Parameters<MockLanguageModelV3["doGenerate"]>[0];

/** A call of a tool; the input may be text that is no JSON. */
export interface Call {
  readonly tool: string;
  readonly input?: object | string;
}

/** What a model says to one request: an answer, calls of tools, or whatever a function makes of it. */
export type Turn = string | readonly Call[] | Error | ((options: CallOptions) => Promise<Turn>);

const usage: GenerateResult["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The AI SDK's own mock, saying one turn after the other; it fails when it is asked once too often. */
export function scriptedModel(turns: readonly Turn[]): MockLanguageModelV3 {
  let at = 0;
  return new MockLanguageModelV3({
    doGenerate: async (options) => {
      let turn = turns[at++];
      if (typeof turn === "function") turn = await turn(options);
      if (turn === undefined) throw new Error("The model has nothing left to say.");
      if (turn instanceof Error) throw turn;
      const unified = typeof turn === "string" ? "stop" : "tool-calls";
      return {
        content: contentOf(turn as string | readonly Call[], at),
        finishReason: { unified, raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

function contentOf(turn: string | readonly Call[], at: number): GenerateResult["content"] {
  if (typeof turn === "string") return [{ type: "text", text: turn }];
  return turn.map(({ tool, input = {} }, index) => ({
    type: "tool-call",
    toolCallId: `call-${at}-${index + 1}`,
    toolName: tool,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }));
}

/** What the model was sent, request by request, as text. */
export function promptsOf(model: MockLanguageModelV3): string[] {
  return model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
}
