import type { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { aiSubagents } from "../../../../src/adapters/ai-sdk/ai-subagents.ts";
import type { SubagentRequest } from "../../../../src/core/code/subagent-runner.ts";
import { SkillError } from "../../../../src/core/errors.ts";
import type { SkillTool } from "../../../../src/core/skillset/skill-tool.ts";
import { promptsOf, scriptedModel, type Turn } from "./scripted-model.ts";

type Execute = SkillTool["execute"];

const inputSchema = { type: "object", properties: {}, required: [], additionalProperties: true } as const;

function makeTool(name: string, execute: Execute): SkillTool {
  return { name, description: `Does ${name}.`, inputSchema, execute };
}

const add = makeTool("add", (input) => Promise.resolve(`sum of ${JSON.stringify(input)}`));
const throwing = (name: string, error: unknown, wait = 0): SkillTool =>
  makeTool(name, async () => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    throw error;
  });

function makeRequest(model: MockLanguageModelV3 | undefined, more: Partial<SubagentRequest> = {}): SubagentRequest {
  return {
    skill: "calculator",
    runId: "run-1",
    instructions: "Calculate.",
    request: "What is 1 + 2?",
    tools: [add],
    ...(model !== undefined && { model }),
    requestLimit: 3,
    forceFinalAnswer: true,
    signal: new AbortController().signal,
    ...more,
  };
}

const call = [{ tool: "add", input: { a: 1, b: 2 } }];
const nested = new SkillError("request-limit", "The inner skill is not done.", { facts: { skill: "inner", limit: 9 } });
const broken = new Error("broken");
const mixed = new AggregateError([nested, broken]);
const refused = new Error("refused by the provider");

interface Case {
  readonly turns: readonly Turn[];
  readonly more?: Partial<SubagentRequest>;
  /** Requests that the model saw. */
  readonly requests: number;
  readonly answer?: { readonly text: string; readonly forced: boolean };
  readonly error?: unknown;
}

const sum = { text: "3", forced: false };
const both = [{ tool: "one" }, { tool: "two" }];
const cases: Readonly<Record<string, Case>> = {
  "no tool at all": { turns: ["3"], requests: 1, answer: sum },
  "limit not reached": { turns: [call, "3"], requests: 2, answer: sum },
  "an answer with the last request": { turns: [call, call, "3"], requests: 3, answer: sum },
  "limit reached, answer forced": {
    turns: [call, call, call, "about 3"],
    requests: 4,
    answer: { text: "about 3", forced: true },
  },
  "limit 1": { turns: [call, "3?"], more: { requestLimit: 1 }, requests: 2, answer: { text: "3?", forced: true } },
  "limit 1 and an answer": { turns: ["3"], more: { requestLimit: 1 }, requests: 1, answer: sum },
  "an empty answer": { turns: [""], requests: 1, answer: { text: "", forced: false } },
  "a forced answer that calls a tool all the same": {
    turns: [call, call],
    more: { requestLimit: 1 },
    requests: 2,
    answer: { text: "", forced: true },
  },
  "forced request fails": { turns: [call, refused], more: { requestLimit: 1 }, requests: 2, error: refused },
  "limit reached, no answer forced": {
    turns: [call, call, call],
    more: { forceFinalAnswer: false },
    requests: 3,
    error: expect.objectContaining({ code: "request-limit", facts: { skill: "calculator", limit: 3 } }),
  },
  "a tool throws": {
    turns: [both],
    more: { tools: [throwing("one", broken), { ...add, name: "two" }] },
    requests: 1,
    error: broken,
  },
  "a tool throws a limit of its own": {
    turns: [[{ tool: "one" }]],
    more: { tools: [throwing("one", nested)] },
    requests: 1,
    error: nested,
  },
  "a tool throws a limit of its own, at the limit": {
    turns: [[{ tool: "one" }]],
    more: { tools: [throwing("one", nested)], requestLimit: 1 },
    requests: 1,
    error: nested,
  },
  "a tool throws a limit of its own, at the limit, no answer forced": {
    turns: [[{ tool: "one" }]],
    more: { tools: [throwing("one", nested)], requestLimit: 1, forceFinalAnswer: false },
    requests: 1,
    error: nested,
  },
  "two throw at the limit": {
    turns: [both],
    more: { tools: [throwing("one", nested), throwing("two", broken, 5)], requestLimit: 1 },
    requests: 1,
    error: expect.objectContaining({ name: "AggregateError", errors: [nested, broken] }),
  },
  "a tool throws several at once": {
    turns: [[{ tool: "one" }]],
    more: { tools: [throwing("one", mixed)] },
    requests: 1,
    error: mixed,
  },
  "one throws a limit, one something else": {
    turns: [both],
    more: { tools: [throwing("one", nested), throwing("two", broken, 5)] },
    requests: 1,
    error: expect.objectContaining({ name: "AggregateError", errors: [nested, broken] }),
  },
  "two throw": {
    turns: [both],
    more: { tools: [throwing("one", broken, 5), throwing("two", refused)] },
    requests: 1,
    error: expect.objectContaining({ name: "AggregateError", errors: [refused, broken] }),
  },
  "two throw the same": {
    turns: [both],
    more: { tools: [throwing("one", broken), throwing("two", broken)] },
    requests: 1,
    error: broken,
  },
  "one throws, one is called off by it": {
    turns: [both],
    more: { tools: [throwing("one", broken), makeTool("two", (_, options) => waitFor(options?.signal))] },
    requests: 1,
    error: broken,
  },
  "a tool throws no error": {
    turns: [[{ tool: "one" }]],
    more: { tools: [throwing("one", undefined)] },
    requests: 1,
    error: undefined,
  },
  "the model fails at request 2": { turns: [call, refused], requests: 2, error: refused },
};

/** Waits until it is called off, and says so as `fetch` does. */
function waitFor(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")), { once: true });
  });
}

describe("aiSubagents", () => {
  it.each(Object.entries(cases))("%s", async (_, { turns, more, requests, answer, error }) => {
    const model = scriptedModel(turns);
    const run = aiSubagents({ maxRetries: 0 }).run(makeRequest(model, more));
    if (answer === undefined) {
      const caught = await run.then(
        () => expect.fail("It should have failed."),
        (reason: unknown) => reason,
      );
      if (error instanceof Error) expect(caught).toBe(error);
      else expect(caught).toEqual(error);
    } else expect(await run).toEqual({ ...answer, requests });
    expect(model.doGenerateCalls).toHaveLength(requests);
  });

  it("sends the instructions, the one message and the skill's tools, and nothing else", async () => {
    const model = scriptedModel([call, "3"]);
    await aiSubagents().run(makeRequest(model));
    const [first, second] = model.doGenerateCalls;
    expect(first?.prompt).toMatchObject([
      { role: "system", content: "Calculate." },
      { role: "user", content: [{ type: "text", text: "What is 1 + 2?" }] },
    ]);
    expect(first?.prompt).toHaveLength(2);
    expect(first?.tools?.map(({ name }) => name)).toEqual(["add"]);
    expect(first?.providerOptions).toBeUndefined();
    expect(second?.prompt.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });

  it("keeps two runs apart", async () => {
    const [one, two] = [scriptedModel([call, "1"]), scriptedModel([call, "2"])];
    const runner = aiSubagents();
    await Promise.all([
      runner.run(makeRequest(one, { request: "first secret" })),
      runner.run(makeRequest(two, { request: "second secret" })),
    ]);
    expect(promptsOf(one).join()).not.toContain("second secret");
    expect(promptsOf(two).join()).not.toContain("first secret");
  });

  it("forces an answer without tools, from all that was found", async () => {
    const model = scriptedModel([call, call, "3"]);
    await aiSubagents().run(makeRequest(model, { requestLimit: 2 }));
    const last = model.doGenerateCalls.at(-1);
    expect(last?.tools).toBeUndefined();
    expect(last?.prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "user",
    ]);
    expect(JSON.stringify(last?.prompt.at(-2))).toContain("sum of");
    expect(JSON.stringify(last?.prompt.at(-1))).toContain("Answer the request now");
  });

  it("tells a tool the id of its call", async () => {
    const execute = vi.fn<Execute>(() => Promise.resolve("x"));
    await aiSubagents().run(
      makeRequest(scriptedModel([[{ tool: "add", input: { a: 1 } }], "3"]), { tools: [makeTool("add", execute)] }),
    );
    expect(execute).toHaveBeenCalledExactlyOnceWith(
      { a: 1 },
      { callId: "call-1-1", signal: expect.any(AbortSignal) as AbortSignal },
    );
  });

  it.each([
    ["an unknown tool", { tool: "subtract" }, "add"],
    ["a name that every object has", { tool: "constructor" }, "add"],
    ["text that is no JSON", { tool: "add", input: '{"a": 1' }, "JSON"],
  ])("answers %s with a text, and goes on", async (_, wrong, hint) => {
    const model = scriptedModel([[wrong], "3"]);
    expect(await aiSubagents().run(makeRequest(model))).toEqual({ text: "3", requests: 2, forced: false });
    const [assistant, tool] = model.doGenerateCalls[1]?.prompt.slice(-2) ?? [];
    expect(JSON.stringify(tool)).toContain(hint);
    expect(assistant?.content).toMatchObject([{ type: "tool-call", input: {} }]);
  });

  it("does not count what the AI SDK repeats", async () => {
    const again = Object.assign(new Error("busy"), { name: "AI_APICallError", isRetryable: true });
    Object.assign(again, {
      [Symbol.for("vercel.ai.error")]: true,
      [Symbol.for("vercel.ai.error.AI_APICallError")]: true,
    });
    vi.useFakeTimers();
    const model = scriptedModel([again, call, again, "3"]);
    const run = aiSubagents({ maxRetries: 2 }).run(makeRequest(model, { requestLimit: 2 }));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await run).toEqual({ text: "3", requests: 2, forced: false });
    expect(model.doGenerateCalls).toHaveLength(4);
  });
});

describe("aiSubagents, called off", () => {
  const reason = new Error("no longer wanted");
  const never = (): Promise<never> => new Promise(() => undefined);

  it("before it starts", async () => {
    const model = scriptedModel(["3"]);
    await expect(aiSubagents().run(makeRequest(model, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(model.doGenerateCalls).toHaveLength(0);
  });

  it("during a request to the model that does not listen", async () => {
    const controller = new AbortController();
    const execute = vi.fn<Execute>(() => Promise.resolve("x"));
    let answer: (turn: Turn) => void = () => undefined;
    const model = scriptedModel([() => new Promise((resolve) => (answer = resolve)), "3"]);
    const run = aiSubagents().run(makeRequest(model, { signal: controller.signal, tools: [makeTool("add", execute)] }));
    await vi.waitFor(() => expect(model.doGenerateCalls).toHaveLength(1));
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    answer(call);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(execute).not.toHaveBeenCalled();
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  it.each([
    ["that does not listen", never],
    ["that throws then", waitFor],
    ["that answers then", (signal?: AbortSignal) => waitFor(signal).catch(() => "late")],
    ["that throws something else then", (signal?: AbortSignal) => waitFor(signal).catch(() => Promise.reject(broken))],
  ])("during a tool %s", async (_, work) => {
    const controller = new AbortController();
    const model = scriptedModel([call, "3"]);
    const tool = makeTool("add", async (_input, options) => {
      setTimeout(() => controller.abort(reason), 5);
      return work(options?.signal);
    });
    const run = aiSubagents().run(makeRequest(model, { signal: controller.signal, tools: [tool] }));
    await expect(run).rejects.toBe(reason);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  it("during the forced request", async () => {
    const controller = new AbortController();
    const model = scriptedModel([
      call,
      () => {
        controller.abort(reason);
        return never();
      },
    ]);
    const run = aiSubagents().run(makeRequest(model, { signal: controller.signal, requestLimit: 1 }));
    await expect(run).rejects.toBe(reason);
  });
});

describe("aiSubagents: the model", () => {
  const modelOf = (name: string): MockLanguageModelV3 => scriptedModel([name]);
  const env = { TRADECRAFT_SKILL_MODEL: "env" };

  it.each([
    ["what was asked for", "asked", { env, model: "caller" }, "asked"],
    ["what the environment names", undefined, { env, model: "caller" }, "env"],
    ["the caller's", undefined, { env: {}, model: "caller" }, "caller"],
    [
      "the caller's, where the environment names nothing",
      undefined,
      { env: { TRADECRAFT_SKILL_MODEL: " " }, model: "caller" },
      "caller",
    ],
  ])("is %s", async (_, asked, options, expected) => {
    const request = { ...makeRequest(undefined), ...(asked !== undefined && { model: asked }) };
    const { text } = await aiSubagents({ ...options, resolveModel: modelOf }).run(request);
    expect(text).toBe(expected);
  });

  it("comes from the environment of the process by default", async () => {
    vi.stubEnv("TRADECRAFT_SKILL_MODEL", "from process");
    const { text } = await aiSubagents({ resolveModel: (name) => Promise.resolve(modelOf(name)) }).run(
      makeRequest(undefined),
    );
    vi.unstubAllEnvs();
    expect(text).toBe("from process");
  });

  it("is left to the AI SDK as a name", async () => {
    const languageModel = vi.fn((name: string) => modelOf(name));
    vi.stubGlobal("AI_SDK_DEFAULT_PROVIDER", { languageModel });
    const { text } = await aiSubagents({ model: "some/model" }).run(makeRequest(undefined));
    vi.unstubAllGlobals();
    expect(text).toBe("some/model");
  });

  it("is asked for when there is none", async () => {
    const run = aiSubagents({ env: {} }).run(makeRequest(undefined));
    const error: unknown = await run.catch((reason: unknown) => reason);
    expect(SkillError.is(error, "subagent-failed") && error.facts).toEqual({ skill: "calculator" });
    expect(String(error)).toContain("TRADECRAFT_SKILL_MODEL");
  });

  it.each([
    [true, "medium", { type: "enabled", budgetTokens: 8192 }, 8192],
    [false, "none", { type: "disabled" }, 0],
    ["high", "high", { type: "enabled", budgetTokens: 16_384 }, 16_384],
  ] as const)("thinks as it was told: %s", async (thinking, reasoningEffort, anthropic, thinkingBudget) => {
    const model = scriptedModel([call, "3"]);
    await aiSubagents().run(makeRequest(model, { thinking, requestLimit: 1 }));
    const expected = {
      openai: { reasoningEffort },
      anthropic: { thinking: anthropic },
      google: { thinkingConfig: { thinkingBudget } },
    };
    expect(model.doGenerateCalls.map(({ providerOptions }) => providerOptions)).toEqual([expected, expected]);
  });
});
