import {
  createSkillRegistry,
  createSkillset,
  defineAgent,
  defineSkill,
  SkillError,
  type Skillset,
} from "@tradecraft/sdk";
import { jsonSchema, type ModelMessage, simulateReadableStream, tool, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  type AgentInput,
  type AgentResult,
  runAgent,
  type RunAgentOptions,
  streamAgent,
} from "../../../src/adapters/ai-sdk.ts";
import type { AgentDefinition } from "../../../src/core/code/define-agent.ts";
import { staticSkillSource } from "../../../src/core/source/static-skill-source.ts";
import { mockModel, type Turn } from "./mock-model.ts";

const counter = defineSkill({
  name: "counter",
  description: "Use when something is to be counted.",
  body: "Call count.",
  state: { namespace: "counter", schema: z.object({ count: z.number().default(0) }) },
  tools: {
    count: {
      description: "Counts one more.",
      input: z.object({}),
      execute: (_input, { state }) => (state.count += 1),
    },
  },
});
const other = { name: "other", description: "Use when it is about something else.", body: "Say other." };
const count: Turn = { tool: "execute_skill_tool", input: { skill: "counter", tool: "count", arguments: {} } };

type Run = (agent: AgentDefinition<ToolSet>, input: AgentInput, options?: RunAgentOptions) => Promise<AgentResult>;
const stream: Run = async (agent, input, options) => (await streamAgent(agent, input, options)).done;

const unhandled = vi.fn();
beforeEach(() => void process.on("unhandledRejection", unhandled));
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail("It should have failed."),
    (error: unknown) => error,
  );

/** Names of the tools, and the system prompt, of a model's first request. */
function firstOf({ doGenerateCalls, doStreamCalls }: MockLanguageModelV3): { tools: string[]; system: string } {
  const [first] = [...doGenerateCalls, ...doStreamCalls];
  const system = first?.prompt.find((message) => message.role === "system")?.content ?? "";
  return { tools: first?.tools?.map(({ name }) => name) ?? [], system };
}

describe.each([
  ["runAgent", runAgent as Run],
  ["streamAgent", stream],
])("%s", (_, run) => {
  it("answers, with messages, state and steps", async () => {
    const model = mockModel([count, count, "Two."]);
    const agent = defineAgent({ name: "a", model, instructions: "Be brief.", skills: [counter] });
    const result = await run(agent, "Count twice.");
    expect(result.text).toBe("Two.");
    expect(result.state).toEqual({ counter: { count: 2 } });
    expect(result.steps).toHaveLength(3);
    expect(result.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(result.messages[0]).toEqual({ role: "user", content: "Count twice." });
    expect(firstOf(model).system).toMatch(/^Be brief\.\n\n[\s\S]*counter/);
  });

  it("takes a conversation, and leaves it as it is", async () => {
    const model = mockModel(["Hi."]);
    const input: ModelMessage[] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "user", content: "c" },
    ];
    const { messages } = await run(defineAgent({ name: "a", model }), input);
    expect(messages).toHaveLength(4);
    expect(input).toHaveLength(3);
  });

  it("has no skills unless it names some", async () => {
    const model = mockModel(["Hi."]);
    const { skillset } = await run(defineAgent({ name: "a", model }), "x", { skills: [counter, other] });
    expect(skillset.entries).toEqual([]);
    expect(firstOf(model)).toEqual({ tools: [], system: "" });
  });

  it.each([
    ["ids of definitions", { skills: ["counter"] }, { skills: [counter, other] }],
    ["ids of a source", { skills: ["counter"] }, { skills: staticSkillSource([counter, other]) }],
    ["ids of a registry", { skills: ["count*"] }, { skills: createSkillRegistry([counter, other]) }],
    ["definitions", { skills: [counter] }, { skills: [other] }],
    ["a source", { skills: staticSkillSource([counter]) }, {}],
  ])("sees only what it names: %s", async (_kind, own, options) => {
    const model = mockModel(["Hi."]);
    const { skillset } = await run(defineAgent({ name: "a", model, ...own }), "x", options);
    expect(skillset.entries.map(({ id }) => id)).toEqual(["counter"]);
    expect(firstOf(model).system).not.toContain("other");
  });

  it("says where ids come from", async () => {
    const error = await caught(run(defineAgent({ name: "a", model: mockModel([]), skills: ["counter"] }), "x"));
    expect(SkillError.is(error, "agent-invalid") && error.facts).toEqual({ agent: "a", field: "skills" });
  });

  it("needs a model, and takes another in its place", async () => {
    const agent = defineAgent({ name: "a" });
    const error = await caught(run(agent, "x"));
    expect(SkillError.is(error, "agent-invalid") && error.facts).toEqual({ agent: "a", field: "model" });
    expect((await run(agent, "x", { model: mockModel(["Hi."]) })).text).toBe("Hi.");
    const resolveModel = (name: string): MockLanguageModelV3 => mockModel([`I am ${name}.`]);
    expect((await run(defineAgent({ name: "a", model: "some/model" }), "x", { resolveModel })).text).toBe(
      "I am some/model.",
    );
    expect(
      (await run(defineAgent({ name: "a", model: "some/model" }), "x", { resolveModel, model: "other/model" })).text,
    ).toBe("I am other/model.");
  });

  it("surfaces what is wrong with the skills", async () => {
    const agent = { name: "a", model: mockModel([]), skills: [counter], preloadSkills: ["nothing"] };
    expect(SkillError.is(await caught(run(agent, "x")), "skillset-invalid")).toBe(true);
  });

  it("has the instructions of preloaded skills from the start", async () => {
    const model = mockModel(["Hi."]);
    await run(defineAgent({ name: "a", model, skills: [counter], preloadSkills: ["counter"] }), "x");
    expect(firstOf(model).system).toContain("Call count.");
  });

  it("calls its own tools", async () => {
    const weather = tool({
      inputSchema: jsonSchema<{ city: string }>({ type: "object" }),
      execute: ({ city }) => `warm in ${city}`,
    });
    const model = mockModel([{ tool: "weather", input: { city: "Oslo" } }, "Warm."]);
    const result = await run(defineAgent({ name: "a", model, tools: { weather }, skills: [counter] }), "x");
    expect(JSON.stringify(result.messages)).toContain("warm in Oslo");
    expect(firstOf(model).tools).toContain("weather");
  });

  it("starts with a state, and goes on with a session", async () => {
    const agent = defineAgent({ name: "a", skills: [counter] });
    const first = await run(agent, "x", { model: mockModel([count, "Six."]), state: { counter: { count: 5 } } });
    expect(first.state).toEqual({ counter: { count: 6 } });
    const second = await run(agent, first.messages, { model: mockModel([count, "Seven."]), skillset: first.skillset });
    expect(second.skillset).toBe(first.skillset);
    expect(second.state).toEqual({ counter: { count: 7 } });
    expect(first.state).toEqual({ counter: { count: 6 } });
    const third = await run(agent, "x", { model: mockModel([count, "1"]), skillset: first.skillset, state: {} });
    expect(third.state).toEqual({ counter: { count: 1 } });
  });

  it("stops after as many steps as it may make", async () => {
    const model = mockModel(Array.from({ length: 30 }, () => count));
    const agent = defineAgent({ name: "a", model, skills: [counter] });
    expect((await run(agent, "x", { maxSteps: 2 })).steps).toHaveLength(2);
    expect((await run(agent, "x")).steps).toHaveLength(20);
  });

  it("shows the skillset before the model is asked", async () => {
    const model = mockModel([count, "One."]);
    const seen: string[] = [];
    const onSkillset = (skillset: Skillset): void => {
      expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(0);
      skillset.on("tool-start", ({ tool: name }) => void seen.push(name));
    };
    await run(defineAgent({ name: "a", model, skills: [counter] }), "x", { onSkillset });
    expect(seen).toEqual(["count"]);
  });

  it("has tasks done by sub-agents, with its own model unless another is named", async () => {
    const ask: Turn = { tool: "execute_skill", input: { skill: "counter", request: "Count." } };
    const model = mockModel([ask, "One."]);
    const named: string[] = [];
    const resolveModel = (name: string): MockLanguageModelV3 => {
      named.push(name);
      return mockModel([{ tool: "count", input: {} }, "counted"]);
    };
    const agent = defineAgent({ name: "a", skills: [counter], mode: "subagent" });
    const env = { TRADECRAFT_SKILL_MODEL: "from-env" };
    const result = await run(agent, "x", { model, resolveModel, env });
    expect(result.text).toBe("One.");
    expect(result.state).toEqual({ counter: { count: 1 } });
    const own = defineAgent({ ...agent, subagentModel: "from-agent" });
    await run(own, "x", { model: mockModel([ask, "One."]), resolveModel, env });
    expect(named).toEqual(["from-env", "from-agent"]);
  });

  it("rejects with the error of the model", async () => {
    const error = new Error("refused");
    const fail = (): Promise<never> => Promise.reject(error);
    const model = new MockLanguageModelV3({ doGenerate: fail, doStream: fail });
    expect(await caught(run(defineAgent({ name: "a", model }), "x"))).toBe(error);
  });

  it("rejects with the error of the model at a later step", async () => {
    const model = mockModel([count]);
    const error = await caught(run(defineAgent({ name: "a", model, skills: [counter] }), "x"));
    expect(String(error)).toContain("nothing left to say");
  });

  it.each([0, 1])("rejects with the signal's reason, after %i requests", async (before) => {
    const reason = new Error("no longer wanted");
    const controller = new AbortController();
    const hang = (): Promise<never> => {
      controller.abort(reason);
      return new Promise(() => undefined);
    };
    const scripted = mockModel(Array.from({ length: before }, () => count));
    let left = before;
    const model = new MockLanguageModelV3({
      doGenerate: (options) => (left-- > 0 ? scripted.doGenerate(options) : hang()),
      doStream: (options) => (left-- > 0 ? scripted.doStream(options) : hang()),
    });
    const agent = defineAgent({ name: "a", model, skills: [counter] });
    expect(await caught(run(agent, "x", { signal: controller.signal }))).toBe(reason);
    expect(await caught(run(agent, "x", { signal: controller.signal }))).toBe(reason);
  });
});

describe("streamAgent", () => {
  it("streams while it happens, as often as it is read", async () => {
    const model = mockModel([count, "One."]);
    const { fullStream, text, result, skillset, done } = await streamAgent(
      defineAgent({ name: "a", model, skills: [counter] }),
      "x",
    );
    const types: string[] = [];
    for await (const part of fullStream) types.push(part.type);
    expect(types).toContain("tool-result");
    expect(types.at(-1)).toBe("finish");
    expect(await text).toBe("One.");
    expect(await result.text).toBe("One.");
    expect((await done).skillset).toBe(skillset);
  });

  it("ends the stream when it is called off, and nobody has to look at the promises", async () => {
    const controller = new AbortController();
    const model = new MockLanguageModelV3({
      doStream: () => {
        const text = { type: "text-delta", id: "1", delta: "x" } as const;
        const chunks = [{ type: "text-start", id: "1" } as const, ...Array.from({ length: 1000 }, () => text)];
        return Promise.resolve({ stream: simulateReadableStream({ chunks, chunkDelayInMs: 1 }) });
      },
    });
    const agent = defineAgent({ name: "a", model });
    const run = await streamAgent(agent, "x", { signal: controller.signal });
    const types: string[] = [];
    for await (const { type } of run.fullStream) {
      types.push(type);
      if (types.length === 10) controller.abort(new Error("enough"));
    }
    expect(types.at(-1)).toBe("abort");
    expect(types.length).toBeLessThan(100);
  });

  it("shows an error in the stream, and says nothing on the console", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const model = new MockLanguageModelV3({ doStream: () => Promise.reject(new Error("refused")) });
    const { fullStream } = await streamAgent(defineAgent({ name: "a", model }), "x");
    const types: string[] = [];
    for await (const { type } of fullStream) types.push(type);
    expect(types).toContain("error");
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it("keeps a session that the program made", async () => {
    const skillset = await createSkillset([counter]);
    const agent = defineAgent({ name: "a", model: mockModel([count, "One."]) });
    const run = await streamAgent(agent, "x", { skillset });
    expect((await run.done).state).toEqual({ counter: { count: 1 } });
    expect(run.skillset).toBe(skillset);
  });
});

describe("a later turn of the same conversation", () => {
  it("has the tools that an earlier one unlocked", async () => {
    const agent = (model: MockLanguageModelV3) =>
      defineAgent({ name: "a", model, skills: [counter], mode: "unlocked" });
    const first = await runAgent(agent(mockModel([{ tool: "load_skill", input: { name: "counter" } }, "ready"])), "hi");
    const model = mockModel([{ tool: "count", input: {} }, "done"]);
    const again: ModelMessage = { role: "user", content: "again" };
    const second = await runAgent(agent(model), [...first.messages, again], { state: first.state });
    expect(firstOf(model).tools).toContain("count");
    expect(second.state).toEqual({ counter: { count: 1 } });
  });
});
