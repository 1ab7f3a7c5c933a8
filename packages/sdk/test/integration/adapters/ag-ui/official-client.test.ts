import { type AgentSubscriber, HttpAgent } from "@ag-ui/client";
import type { AGUIEvent, BaseEvent } from "@ag-ui/core";
import { defineAgent } from "@tradecraft/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AgUiHandlerOptions, createAgUiHandler } from "../../../../src/adapters/ag-ui.ts";
import { call, collector, counting } from "./counting.ts";
import { type Served, serve } from "./serve.ts";
import { type Given, thinkingModel, type Turn } from "./thinking-model.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
  vi.restoreAllMocks();
});

/** Adds what it is asked to add, waits or fails when it is asked to, and answers then. */
function decide({ asked, results }: Given): Turn {
  if (results.length > 0) return `Done: ${asked}.`;
  const numbers = asked.match(/\d+/gu)?.map((by) => call("add", { by: Number(by) })) ?? [];
  if (asked.includes("fail")) return [...numbers, call("fail")];
  return asked.includes("wait") ? [...numbers, call("wait")] : numbers.length > 0 ? numbers : "Nothing to do.";
}

async function start(options: Partial<AgUiHandlerOptions> = {}) {
  const { skillsets, onSkillset } = collector();
  const model = thinkingModel(decide);
  const agent = defineAgent({ name: "counter", model, skills: [counting] });
  const server = await serve(createAgUiHandler({ agent, onSkillset, ...options }));
  served = server;
  const client = (initialState: unknown = {}) => new HttpAgent({ url: server.url, initialState });
  return { skillsets, model, client, url: server.url };
}

let messages = 0;
/** Asks, and gives every event that the client took. What the official client complains about fails the test. */
async function ask(agent: HttpAgent, content: string, subscriber: AgentSubscriber = {}, tools: object[] = []) {
  const warn = vi.spyOn(console, "warn");
  const events: AGUIEvent[] = [];
  agent.addMessage({ id: `user-${++messages}`, role: "user", content });
  const onEvent = ({ event }: { event: BaseEvent }) => void events.push(event as unknown as AGUIEvent);
  await agent.runAgent({ tools: tools as never }, { ...subscriber, onEvent });
  expect(warn.mock.calls).toEqual([]);
  return { events, types: events.map(({ type }) => String(type)) };
}

const of = <Type extends AGUIEvent["type"] | `${AGUIEvent["type"]}`>(events: AGUIEvent[], type: Type) =>
  events.filter((event) => String(event.type) === String(type)) as Extract<AGUIEvent, { type: `${Type}` | Type }>[];

describe("the official client, over HTTP, ends with the server's state", () => {
  it("after a normal run, and after a second one that goes on from there", async () => {
    const { client, skillsets } = await start();
    const agent = client();
    const { events, types } = await ask(agent, "add 2 and 3");
    expect(agent.state).toEqual({ counting: { n: 5, log: ["added 2", "added 3"] } });
    expect(agent.state).toEqual(skillsets[0]?.state.snapshot());
    expect(types.slice(0, 2)).toEqual(["RUN_STARTED", "STATE_SNAPSHOT"]);
    expect(types.at(-1)).toBe("RUN_FINISHED");
    expect(agent.messages.at(-1)).toMatchObject({ role: "assistant", content: "Done: add 2 and 3." });
    expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
    for (const event of events) expect(Number.isInteger(event.timestamp)).toBe(true);

    const again = await ask(agent, "add 4");
    expect(again.types).not.toContain("STATE_SNAPSHOT");
    expect(agent.state).toEqual({ counting: { n: 9, log: ["added 2", "added 3", "added 4"] } });
    expect(agent.state).toEqual(skillsets[1]?.state.snapshot());
    expect(skillsets[1]).not.toBe(skillsets[0]);
  });

  it("in order: a call, what its tool told, its result", async () => {
    const { client } = await start();
    const { events } = await ask(client(), "add 2 and 300");
    const [first = "", second = ""] = of(events, "TOOL_CALL_END").map(({ toolCallId }) => toolCallId);
    const story = events.flatMap((event) => {
      const at = event as unknown as { toolCallId?: string; metadata?: { toolCallId?: string }; name?: string };
      const who = at.toolCallId ?? at.metadata?.toolCallId;
      const tag = who === undefined ? "" : who === first ? " 1" : who === second ? " 2" : " ?";
      return /TEXT|STEP|ARGS|START|RUN|SNAPSHOT/u.test(event.type) ? [] : [`${event.type}${at.name ?? ""}${tag}`];
    });
    expect(story.filter((line) => !line.endsWith(" 2") && !line.startsWith("STATE"))).toEqual([
      "TOOL_CALL_END 1",
      "CUSTOMadding 1",
      "CUSTOMadded 1",
      "TOOL_CALL_RESULT 1",
    ]);
    for (const tag of ["1", "2"]) {
      expect(story.indexOf(`TOOL_CALL_END ${tag}`)).toBeLessThan(story.indexOf(`CUSTOMadding ${tag}`));
      expect(story.indexOf(`CUSTOMadded ${tag}`)).toBeLessThan(story.indexOf(`TOOL_CALL_RESULT ${tag}`));
    }
    expect(story.lastIndexOf("STATE_DELTA")).toBeLessThan(story.indexOf("TOOL_CALL_RESULT 2"));
    expect(story.indexOf("STATE_DELTA")).toBeLessThan(story.indexOf("TOOL_CALL_RESULT 1"));
    expect(of(events, "CUSTOM").map(({ value }): unknown => value)).toEqual([
      { by: 2 },
      2,
      { by: 300 },
      { error: expect.stringContaining("no JSON") as string },
    ]);
  });

  it("after a tool that failed: what it changed is kept and told", async () => {
    const { client, skillsets } = await start();
    const agent = client();
    const { events, types } = await ask(agent, "add 1, then fail");
    expect(agent.state).toEqual({ counting: { n: 1001, log: ["added 1", "about to fail"] } });
    expect(agent.state).toEqual(skillsets[0]?.state.snapshot());
    expect(of(events, "TOOL_CALL_RESULT").at(-1)?.content).toContain("out of numbers");
    expect(types.at(-1)).toBe("RUN_FINISHED");
  });

  it("after a run that the server cancelled, the last deltas included", async () => {
    const controller = new AbortController();
    const { client, skillsets } = await start({ signal: controller.signal });
    const agent = client();
    const onCustomEvent: AgentSubscriber["onCustomEvent"] = ({ event }) => {
      if (event.name === "waiting") controller.abort(new Error("closing time"));
    };
    const { events, types } = await ask(agent, "add 7 and wait", { onCustomEvent });
    expect(types.at(-1)).toBe("RUN_FINISHED");
    expect(types.filter((type) => type === "RUN_ERROR" || type === "RUN_FINISHED")).toHaveLength(1);
    expect(of(events, "RUN_FINISHED")[0]).toMatchObject({ outcome: { type: "cancelled" } });
    expect(agent.state).toEqual(skillsets[0]?.state.snapshot());
    expect(agent.state).toMatchObject({ counting: { n: 7 } });
  });

  it("after its state was corrected, with what others keep there", async () => {
    const { client, skillsets } = await start();
    const agent = client({ counting: { n: 3, stranger: true }, other: { mine: [1, null] } });
    const { events, types } = await ask(agent, "add 1");
    expect(types.slice(0, 2)).toEqual(["RUN_STARTED", "STATE_SNAPSHOT"]);
    expect(of(events, "STATE_SNAPSHOT")[0]?.snapshot).toEqual({
      counting: { n: 3, log: [] },
      other: { mine: [1, null] },
    });
    const { other, ...ours } = agent.state as Record<string, unknown>;
    expect(other).toEqual({ mine: [1, null] });
    expect(ours).toEqual(skillsets[0]?.state.snapshot());
    expect(ours).toEqual({ counting: { n: 4, log: ["added 1"] } });
  });

  it("in two tabs at once, each with its own", async () => {
    const { client, skillsets } = await start();
    const [left, right] = [client(), client({ counting: { n: 50, log: [] } })];
    await Promise.all([ask(left, "add 1 and 2"), ask(right, "add 10")]);
    expect(left.state).toEqual({ counting: { n: 3, log: ["added 1", "added 2"] } });
    expect(right.state).toEqual({ counting: { n: 60, log: ["added 10"] } });
    const states = skillsets.map(({ state }) => state.snapshot());
    expect(states).toContainEqual(left.state);
    expect(states).toContainEqual(right.state);
  });

  it("with 20 clients at once", async () => {
    const { client } = await start();
    const agents = Array.from({ length: 20 }, () => client());
    await Promise.all(agents.map((agent, at) => ask(agent, `add ${at} and 1000`)));
    const expected = agents.map((_, at) => ({ counting: { n: at + 1000, log: [`added ${at}`, "added 1000"] } }));
    expect(agents.map(({ state }) => state as unknown)).toEqual(expected);
  });

  it("after it went away itself, when it comes back", async () => {
    const { client, skillsets } = await start();
    const agent = client();
    const ended = new Promise<void>((resolve) => {
      const wait = setInterval(() => {
        const [skillset] = skillsets;
        if (skillset === undefined) return;
        clearInterval(wait);
        skillset.on("tool-end", ({ tool }) => void (tool === "wait" && resolve()));
      }, 1);
    });
    const onCustomEvent: AgentSubscriber["onCustomEvent"] = ({ event }) => {
      if (event.name === "waiting") agent.abortRun();
    };
    vi.spyOn(console, "error").mockReturnValue();
    const { events } = await ask(agent, "add 5 and wait", { onCustomEvent });
    expect(of(events, "RUN_ERROR").at(-1)?.code).toBe("abort");
    // Nothing goes on running there.
    await ended;
    const held = structuredClone(agent.state) as { counting: { n: number; log: string[] } };
    expect(held.counting.n).toBe(5);

    const { types } = await ask(agent, "add 6");
    expect(types).not.toContain("STATE_SNAPSHOT");
    expect(types.at(-1)).toBe("RUN_FINISHED");
    expect(agent.state).toEqual({ counting: { n: 11, log: [...held.counting.log, "added 6"] } });
    expect(agent.state).toEqual(skillsets[1]?.state.snapshot());
  });
});

describe("what else a run tells", () => {
  it("a state that does not fit ends it before the model is asked", async () => {
    const { client, model } = await start();
    const agent = client({ counting: { n: "many" } });
    const { events, types } = await ask(agent, "add 1");
    expect(types).toEqual(["RUN_STARTED", "RUN_ERROR"]);
    expect(of(events, "RUN_ERROR")[0]).toMatchObject({
      code: "state-invalid",
      message: expect.stringContaining('"/n"') as string,
      metadata: { namespace: "counting", skill: "counting", path: "/n" },
    });
    expect(model.doStreamCalls).toEqual([]);
    expect(agent.state).toEqual({ counting: { n: "many" } });
  });

  it("tools of the client end it, and the client answers in the next one", async () => {
    const model = thinkingModel(({ prompt, asked }) => {
      const last = prompt.at(-1);
      return last?.role === "tool"
        ? `It said ${JSON.stringify(last.content)}.`
        : [{ tool: "ask_person", input: { asked } }];
    });
    const { client } = await start({ model });
    const agent = client();
    const tools = [{ name: "ask_person", description: "Asks.", parameters: { type: "object", properties: {} } }];
    const { events, types } = await ask(agent, "well?", {}, tools);
    const [started] = of(events, "TOOL_CALL_START");
    expect(types).not.toContain("TOOL_CALL_RESULT");
    expect(of(events, "RUN_FINISHED")[0]?.outcome).toEqual({
      type: "success",
      pendingToolCallIds: [started?.toolCallId],
    });
    agent.addMessage({ id: "answer", role: "tool", toolCallId: started?.toolCallId ?? "", content: "forty-two" });
    await agent.runAgent({ tools });
    expect(agent.messages.at(-1)?.content).toContain("forty-two");
  });

  it("an error of the model, without a word of it", async () => {
    const onError = vi.fn(() => undefined);
    const model = thinkingModel(() => {
      throw new Error("the key sk-123 is wrong");
    });
    const { client } = await start({ model, onError });
    const { events, types } = await ask(client(), "add 1");
    expect(types.at(-1)).toBe("RUN_ERROR");
    expect(of(events, "RUN_ERROR")).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain("sk-123");
    expect(onError).toHaveBeenCalledOnce();
  });

  it("the tool calls of a sub-agent, with their arguments to the end", async () => {
    const model = thinkingModel(({ asked, results }) => {
      if (results.length > 0) return "Done.";
      if (asked.startsWith("task")) return [{ tool: "add", input: { by: 4 } }];
      return [{ tool: "execute_skill", input: { skill: "counting", request: "task: add 4" } }];
    });
    const agent = defineAgent({ name: "boss", model, skills: [counting], mode: "subagent" });
    const { client, skillsets } = await start({ agent });
    const http = client();
    const { events, types } = await ask(http, "do it");
    expect(http.state).toEqual({ counting: { n: 4, log: ["added 4"] } });
    expect(http.state).toEqual(skillsets[0]?.state.snapshot());
    const [before, after] = of(events, "ACTIVITY_SNAPSHOT");
    const [runId] = of(events, "SUBAGENT_STARTED").map(({ subagentRunId }) => subagentRunId);
    expect(before).toMatchObject({ activityType: "skill_tool_call", replace: true, subagentRunId: runId });
    expect(before?.content).toMatchObject({ skill: "counting", toolName: "add", args: { by: 4 } });
    expect(after?.messageId).toBe(before?.messageId);
    expect(after?.content).toEqual({ ...before?.content, result: { n: 4 } });
    expect(http.messages.filter(({ role }) => role === "activity")).toMatchObject([{ content: after?.content }]);
    const parent = of(events, "TOOL_CALL_START")[0]?.toolCallId;
    expect(of(events, "SUBAGENT_STARTED")[0]).toMatchObject({ name: "counting", parentToolCallId: parent });
    // The lifespan's last word is there before the end.
    expect(of(events, "CUSTOM").at(-1)).toMatchObject({ name: "teardown", value: "the last word" });
    expect(types.indexOf("SUBAGENT_FINISHED")).toBeLessThan(types.indexOf("TOOL_CALL_RESULT"));
    expect(types.indexOf("SUBAGENT_STARTED")).toBeGreaterThan(types.indexOf("TOOL_CALL_END"));
  });

  it("a sub-agent that is cancelled tears down before the end", async () => {
    const controller = new AbortController();
    const model = thinkingModel(({ asked }) =>
      asked.startsWith("task")
        ? [{ tool: "wait", input: {} }]
        : [{ tool: "execute_skill", input: { skill: "counting", request: "task: wait" } }],
    );
    const agent = defineAgent({ name: "boss", model, skills: [counting], mode: "subagent" });
    const { client, skillsets } = await start({ agent, signal: controller.signal });
    const http = client();
    const onCustomEvent: AgentSubscriber["onCustomEvent"] = ({ event }) => {
      if (event.name === "waiting") controller.abort();
    };
    const { events, types } = await ask(http, "do it", { onCustomEvent });
    expect(types.slice(-3)).toEqual(["SUBAGENT_ERROR", "STEP_FINISHED", "RUN_FINISHED"]);
    expect(of(events, "CUSTOM").at(-1)?.name).toBe("teardown");
    expect(http.state).toEqual(skillsets[0]?.state.snapshot());
  });
});
