import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createSkillset,
  type CreateSkillsetOptions,
  type SkillDefinition,
  SkillError,
  type Skillset,
  type SubagentRunner,
  type ToolContext,
} from "@tradecraft/sdk";
import { delegate, listen, namesOf, runnerOf, skillOf, toolOfRun, toolWith } from "./code-fixtures.ts";

type Context = ToolContext<{ n: number }, unknown>;
const state = { namespace: "n", schema: z.object({ n: z.number().default(0) }) };

function subagents(
  skills: readonly SkillDefinition[],
  runner: SubagentRunner,
  more: CreateSkillsetOptions = {},
): Promise<Skillset> {
  return createSkillset(skills, { mode: "subagent", subagents: runner, ...more });
}

describe("tools of a sub-agent", () => {
  it("tell events with the run's id, and change the session's state", async () => {
    const act = toolWith((_: unknown, { state: mine, emit }: Context) => {
      emit({ name: "step" });
      mine.n += 1;
    });
    const runner = runnerOf(async (request) => {
      await toolOfRun(request, "act").execute({}, { callId: "inner" });
      return "done";
    });
    const skillset = await subagents([skillOf("a", { state, tools: { act } })], runner);
    const heard = listen(skillset);
    await delegate(skillset, "a", "x", { callId: "outer" });
    const runId = runner.requests[0]?.runId;
    expect(namesOf(heard)).toEqual([
      "subagent-start",
      "tool-start",
      "custom",
      "state-changed",
      "tool-end",
      "subagent-end",
    ]);
    for (const [, event] of heard) expect(event).toMatchObject({ id: "a", runId });
    expect(heard[0]?.[1]).toMatchObject({ callId: "outer" });
    expect(heard[1]?.[1]).toMatchObject({ callId: "inner" });
    expect(heard.at(-1)?.[1]).toMatchObject({ text: "done", requests: 1, forced: false, callId: "outer" });
    expect(skillset.state.namespace("n")).toEqual({ n: 1 });
  });

  it("keep and tell what changed before a run that fails", async () => {
    const act = toolWith((_: unknown, { state: mine }: Context) => void (mine.n += 1));
    const runner = runnerOf(async (request) => {
      await toolOfRun(request, "act").execute({});
      throw new Error("the model is down");
    });
    const skillset = await subagents([skillOf("a", { state, tools: { act } })], runner);
    const heard = listen(skillset);
    expect(await delegate(skillset, "a")).toMatch(/the model is down/);
    expect(namesOf(heard)).toEqual(["subagent-start", "tool-start", "state-changed", "tool-end", "subagent-end"]);
    expect(skillset.state.namespace("n")).toEqual({ n: 1 });
  });

  const failing: readonly [string, unknown][] = [
    ["an error", new Error("no")],
    ["a text", "no"],
    ["undefined", undefined],
    ["null", null],
  ];
  it.each(failing)("may fail three times again in a row with %s, then the run ends", async (_, thrown) => {
    const answers: string[] = [];
    let calls = 0;
    const act = toolWith(() => {
      calls += 1;
      throw thrown;
    });
    const runner = runnerOf(async (request) => {
      for (let turn = 0; turn < 10; turn++) answers.push(await toolOfRun(request, "act").execute({}));
      return "never";
    });
    const text = await delegate(await subagents([skillOf("a", { tools: { act } })], runner), "a");
    expect(calls).toBe(4);
    expect(answers).toHaveLength(3);
    expect(text).toMatch(/"a" could not do it: .*"act".* failed 4 times/);
  });

  it("count inputs that the schema refuses, and start anew after a success, each for itself", async () => {
    const act = toolWith(() => "ok", { input: z.object({ good: z.literal(true) }) });
    const runner = runnerOf(async (request) => {
      const tool = toolOfRun(request, "act");
      const other = toolOfRun(request, "other");
      for (let turn = 0; turn < 3; turn++) await tool.execute({});
      for (let turn = 0; turn < 3; turn++) await other.execute({});
      expect(await tool.execute({ good: true })).toBe("ok");
      for (let turn = 0; turn < 3; turn++) await tool.execute({});
      await expect(tool.execute({})).rejects.toMatchObject({
        code: "tool-failed",
        facts: { skill: "a", tool: "act", times: 4 },
      });
      return "seen";
    });
    const skillset = await subagents([skillOf("a", { tools: { act, other: act } })], runner);
    expect(await delegate(skillset, "a")).toBe("seen");
  });

  it("count for one run alone", async () => {
    const act = toolWith(() => {
      throw new Error("no");
    });
    const runner = runnerOf(async (request) => {
      for (let turn = 0; turn < 3; turn++) await toolOfRun(request, "act").execute({});
      return "survived";
    });
    const skillset = await subagents([skillOf("a", { tools: { act } })], runner);
    expect(await Promise.all([delegate(skillset, "a"), delegate(skillset, "a")])).toEqual(["survived", "survived"]);
  });

  it.each([
    ["as it is", new SkillError("request-limit", "deeper limit")],
    [
      "with others",
      new AggregateError([new Error("x"), new SkillError("request-limit", "deeper limit")], "deeper limit"),
    ],
  ])("that reach a limit further down (%s) end this run at once, and no answer is forced", async (_, thrown) => {
    let calls = 0;
    const act = toolWith(() => {
      calls += 1;
      throw thrown;
    });
    const runner = runnerOf(async (request) => {
      await toolOfRun(request, "act").execute({});
      return "never";
    });
    const text = await delegate(await subagents([skillOf("a", { tools: { act } })], runner), "a");
    expect(calls).toBe(1);
    expect(text).toMatch(/could not do it: .*deeper limit/);
  });

  it("validate and coerce as in direct mode", async () => {
    const act = toolWith((input: unknown) => input, { input: z.strictObject({ n: z.coerce.number() }) });
    const runner = runnerOf(async (request) => {
      const tool = toolOfRun(request, "act");
      return [await tool.execute({ n: "5" }), await tool.execute('{"n": 6}'), await tool.execute({ n: "x" })].join("|");
    });
    const text = await delegate(await subagents([skillOf("a", { tools: { act } })], runner), "a");
    expect(text).toMatch(/^\{"n":5\}\|\{"n":6\}\|The tool "act" of the skill "a" was not called: .*\/n/);
  });
});
