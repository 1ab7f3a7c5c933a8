import { type AGUIEvent, EventType } from "@ag-ui/core";
import { EventSchema } from "@ag-ui/core/schemas";
import { SkillError } from "@tradecraft/sdk";
import { describe, expect, it, vi } from "vitest";
import { type AgentStreamPart, agUiEvents, type AgUiEventsOptions } from "../../../../src/adapters/ag-ui.ts";
import { fakeSkillset } from "./fake-skillset.ts";

const input = { threadId: "t", runId: "r", protocolVersion: "1.0" };

async function collect(options: Omit<AgUiEventsOptions, "input"> & Partial<AgUiEventsOptions>): Promise<AGUIEvent[]> {
  const events: AGUIEvent[] = [];
  let ids = 0;
  for await (const event of agUiEvents({ input, newId: () => `m${++ids}`, ...options })) events.push(event);
  for (const event of events) expect(EventSchema.safeParse(event).error?.issues).toBeUndefined();
  return events;
}

async function* stream(...parts: (object | (() => unknown))[]): AsyncGenerator<AgentStreamPart> {
  for (const part of parts) {
    if (typeof part === "function") await (part as () => unknown)();
    else yield part as AgentStreamPart;
  }
}

const names = (events: readonly AGUIEvent[]): string[] =>
  events.map((event) => {
    const { toolCallId, name } = event as { toolCallId?: string; name?: string };
    return [event.type, name ?? toolCallId].filter((word) => word !== undefined).join(" ");
  });
const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
const call = (toolCallId: string) => ({ type: "tool-call", toolCallId, toolName: "x", input: { a: 1 } });
const result = (toolCallId: string) => ({ type: "tool-result", toolCallId, output: { ok: true } });

describe("agUiEvents: the agent's stream", () => {
  it("is told part by part, and whatever is open is closed", async () => {
    const fullStream = stream(
      { type: "start" },
      { type: "start-step" },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", text: "hm" },
      { type: "reasoning-end", id: "0" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", text: "" },
      { type: "text-delta", id: "0", text: "Hello" },
      { type: "text-end", id: "0" },
      { type: "tool-input-start", id: "c1", toolName: "x" },
      { type: "tool-input-delta", id: "c1", delta: "{}" },
      { type: "tool-input-end", id: "c1" },
      call("c1"),
      { ...result("c1"), preliminary: true },
      result("c1"),
      call("c2"),
      { type: "tool-error", toolCallId: "c2", error: new Error("no\nstack") },
      { type: "finish-step" },
      { type: "start-step" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", text: "Bye" },
      { type: "ping" },
    );
    const events = await collect({ start: () => ({ fullStream }) });
    expect(names(events)).toEqual([
      "RUN_STARTED",
      "STEP_STARTED",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_CONTENT",
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START c1",
      "TOOL_CALL_ARGS c1",
      "TOOL_CALL_END c1",
      "TOOL_CALL_RESULT c1",
      "TOOL_CALL_START c2",
      "TOOL_CALL_ARGS c2",
      "TOOL_CALL_END c2",
      "TOOL_CALL_RESULT c2",
      "STEP_FINISHED",
      "STEP_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "STEP_FINISHED",
      "RUN_FINISHED",
    ]);
    expect(events.find(({ type }) => type === EventType.TOOL_CALL_START)).toMatchObject({ parentMessageId: "m2" });
    expect(events.filter(({ type }) => type === EventType.TOOL_CALL_RESULT)).toMatchObject([
      { content: '{"ok":true}' },
      { content: "Error: no\nstack" },
    ]);
    expect(events.at(-1)).not.toHaveProperty("outcome");
  });

  it("says of an error what its message says, and nothing else that it holds", async () => {
    const errors = [
      new Error("no"),
      "none",
      { message: "not", headers: "secret" },
      { headers: "secret" },
      1n,
      undefined,
    ];
    const parts = errors.flatMap((error, at) => [call(`c${at}`), { type: "tool-error", toolCallId: `c${at}`, error }]);
    const events = await collect({ start: () => ({ fullStream: stream(...parts) }) });
    const told = events.flatMap((event) => (event.type === EventType.TOOL_CALL_RESULT ? [event.content] : []));
    const unknown = "Error: The tool failed.";
    expect(told).toEqual(["Error: no", "Error: none", "Error: not", unknown, unknown, unknown]);
  });

  it("gives a call an id of its own where a model uses one again, in this run or since an earlier one", async () => {
    const { fake, skillset } = fakeSkillset({ n: { v: 0 } });
    const about = { id: "a", tool: "x", callId: "call_0" };
    const patch = [{ op: "replace" as const, path: "/n/v", value: 1 }];
    const fullStream = stream(
      { type: "start-step" },
      call("call_0"),
      result("call_0"),
      { type: "finish-step" },
      { type: "start-step" },
      () => fake.emit("custom", { ...about, name: "p", value: 1 }),
      { type: "tool-input-start", id: "call_0", toolName: "x" },
      { type: "tool-input-delta", id: "call_0", delta: "{}" },
      { type: "tool-input-end", id: "call_0" },
      call("call_0"),
      () => fake.emit("subagent-start", { id: "a", runId: "r1", callId: "call_0", request: "?" }),
      () => fake.emit("state-changed", { ...about, namespace: "n", patch }),
      () => (fake.value = { n: { v: 1 } }),
      result("call_0"),
      { type: "finish-step" },
      { type: "start-step" },
      call("old"),
    );
    const before = { id: "old", type: "function" as const, function: { name: "x", arguments: "{}" } };
    const messages = [{ id: "1", role: "assistant" as const, toolCalls: [before] }];
    const events = await collect({
      input: { ...input, messages },
      start: () => ({ fullStream, skillset }),
    });
    const ids = events.flatMap((event) => ("toolCallId" in event ? [`${event.type} ${String(event.toolCallId)}`] : []));
    const again = ids[4]?.slice("TOOL_CALL_START ".length) ?? "";
    const other = ids.at(-1)?.slice("TOOL_CALL_END ".length) ?? "";
    const whole = ["START", "ARGS", "END", "RESULT"];
    expect(ids).toEqual([
      ...whole.map((type) => `TOOL_CALL_${type} call_0`),
      ...whole.map((type) => `TOOL_CALL_${type} ${again}`),
      ...whole.slice(0, 3).map((type) => `TOOL_CALL_${type} ${other}`),
    ]);
    expect(new Set(["call_0", "old", again, other]).size).toBe(4);
    expect(events.find(({ type }) => type === EventType.CUSTOM)).toMatchObject({ metadata: { toolCallId: again } });
    const started = events.find(({ type }) => type === EventType.SUBAGENT_STARTED);
    expect(started).toMatchObject({ parentToolCallId: again });
    expect(events.at(-1)).toMatchObject({ outcome: { pendingToolCallIds: [other] } });
  });

  it("is read no faster than its events are taken", async () => {
    let read = 0;
    const next = (): Promise<IteratorResult<AgentStreamPart>> =>
      Promise.resolve({ done: false, value: { type: "text-delta", id: "0", text: String(++read) } as AgentStreamPart });
    const events = agUiEvents({ input, start: () => ({ fullStream: { [Symbol.asyncIterator]: () => ({ next }) } }) });
    for (let at = 0; at < 5; at++) await events.next();
    await silence();
    expect(read).toBeLessThanOrEqual(5);
    await events.return?.();
  });
});

describe("agUiEvents: the skillset's events", () => {
  const emitted = (name: string, callId?: string) => ({
    id: "s",
    tool: "x",
    ...(callId && { callId }),
    name,
    value: 1,
  });

  it("stand behind their call and before its result, however far the framework is ahead", async () => {
    const { fake, skillset } = fakeSkillset();
    // Both tools have run before anybody read the stream.
    const events = await collect({
      input: { ...input, state: {} },
      start: ({ onSkillset }) => {
        onSkillset(skillset);
        fake.emit("custom", emitted("a", "c1"));
        fake.emit("custom", emitted("b", "c2"));
        fake.emit("custom", emitted("c", "c1"));
        return { skillset, fullStream: stream(call("c1"), call("c2"), result("c2"), result("c1")) };
      },
    });
    expect(names(events).filter((name) => !/STATE|RUN|ARGS|START/u.test(name))).toEqual([
      "TOOL_CALL_END c1",
      "CUSTOM a",
      "TOOL_CALL_END c2",
      "CUSTOM b",
      "CUSTOM c",
      "TOOL_CALL_RESULT c2",
      "TOOL_CALL_RESULT c1",
    ]);
  });

  it("come at once while the stream is silent, also without a call that is known", async () => {
    const { fake, skillset } = fakeSkillset();
    const seen: string[] = [];
    const fullStream = stream(
      call("c1"),
      () => fake.emit("custom", emitted("live", "unknown")),
      silence,
      () => void seen.push("after"),
      result("c1"),
    );
    for await (const event of agUiEvents({ input, start: () => ({ skillset, fullStream }) })) {
      if (event.type === EventType.CUSTOM) seen.push(event.name);
    }
    expect(seen).toEqual(["live", "after"]);
  });

  it("are told to the last one, also those that come after the stream", async () => {
    const { fake, skillset } = fakeSkillset();
    const done = async (): Promise<void> => {
      await silence();
      fake.emit("custom", emitted("late"));
    };
    const events = await collect({ start: () => ({ skillset, fullStream: stream(), done: done() }) });
    expect(names(events).slice(-2)).toEqual(["CUSTOM late", "RUN_FINISHED"]);
    expect(fake.listening).toBe(0);
  });
});

describe("agUiEvents: the state", () => {
  const snapshots = (events: AGUIEvent[]): unknown[] =>
    events.flatMap((event) => (event.type === EventType.STATE_SNAPSHOT ? [event.snapshot as unknown] : []));

  it.each([
    ["nothing", undefined, [{ a: { n: 1 } }]],
    ["an empty object", {}, [{ a: { n: 1 } }]],
    ["the same, in another order", { a: { n: 1 } }, []],
    ["a value that was corrected", { a: { n: "1" } }, [{ a: { n: 1 } }]],
    ["the same beside somebody else's", { z: [], a: { n: 1 } }, []],
    ["somebody else's alone", { z: [1] }, [{ z: [1], a: { n: 1 } }]],
  ])("is sent first if the client has another one: %s", async (_, state, expected) => {
    const { skillset } = fakeSkillset({ a: { n: 1 } });
    const events = await collect({ input: { ...input, state }, start: () => ({ skillset, fullStream: stream() }) });
    expect(snapshots(events)).toEqual(expected);
  });

  it("is sent last if it became another one without a word", async () => {
    const { fake, skillset } = fakeSkillset({ a: { n: 1 } });
    const restore = (): void => void (fake.value = { a: { n: 7 }, b: {} });
    const change = (): void => {
      fake.value = { a: { n: 8 }, b: {} };
      fake.emit("state-changed", { namespace: "a", patch: [{ op: "replace", path: "/a/n", value: 8 }] });
    };
    const events = await collect({
      input: { ...input, state: { a: { n: 1 }, z: 1 } },
      start: () => ({ skillset, fullStream: stream(restore, change) }),
    });
    expect(names(events).slice(-3)).toEqual(["STATE_DELTA", "STATE_SNAPSHOT", "RUN_FINISHED"]);
    expect(snapshots(events)).toEqual([{ z: 1, a: { n: 8 }, b: {} }]);
  });
});

describe("agUiEvents: the end", () => {
  const fails = (): never => {
    throw new Error("secret");
  };

  it.each<[string, AgUiEventsOptions["start"]]>([
    ["it cannot start", fails],
    ["it cannot start, later", () => Promise.reject(new Error("secret"))],
    ["the stream throws", () => ({ fullStream: stream({ type: "text-start", id: "0" }, fails) })],
    ["the stream tells an error", () => ({ fullStream: stream({ type: "error", error: new Error("secret") }) })],
    ["what follows it fails", () => ({ fullStream: stream(), done: Promise.reject(new Error("secret")) })],
  ])("is one error, told to the program alone, when %s", async (_, start) => {
    const onError = vi.fn(() => undefined);
    const events = await collect({ start, onError });
    expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "run-failed", message: "The run failed." });
    expect(names(events).filter((name) => /RUN_(?:ERROR|FINISHED)/u.test(name))).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain("secret");
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "secret" }));
  });

  it("has the code and the facts of an error of ours, and the program's words if it has any", async () => {
    const error = new SkillError("state-invalid", "It does not fit.", { facts: { path: "/n" } });
    const start = (): Promise<never> => Promise.reject(error);
    const [, ours] = await collect({ start });
    expect(ours).toMatchObject({ code: "state-invalid", message: "It does not fit.", metadata: { path: "/n" } });
    const [, theirs] = await collect({ start, onError: () => "Ask somebody." });
    expect(theirs).toMatchObject({ code: "state-invalid", message: "Ask somebody." });
    const [, none] = await collect({ start, onError: fails });
    expect(none).toMatchObject({ code: "state-invalid" });
  });

  it("has the code alone of an error that is not about what the client sent", async () => {
    const facts = { url: "http://inside.example/skills" };
    const error = new SkillError("source-unavailable", "http://inside.example/skills: 500.", { facts });
    const [event] = (await collect({ start: () => Promise.reject(error) })).slice(-1);
    expect(event).toMatchObject({ type: "RUN_ERROR", code: "source-unavailable", message: "The run failed." });
    expect(JSON.stringify(event)).not.toContain("inside");
  });

  it("is a cancellation before anything is started", async () => {
    const start = vi.fn(() => ({ fullStream: stream() }));
    const events = await collect({ start, signal: AbortSignal.abort() });
    expect(names(events)).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
    expect(events.at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
    expect(start).not.toHaveBeenCalled();
  });

  it("is an error to clients that do not know the outcome of a cancellation", async () => {
    const start = (): { fullStream: AsyncIterable<AgentStreamPart> } => ({ fullStream: stream() });
    const events = await collect({ start, signal: AbortSignal.abort(), input: { threadId: "t", runId: "r" } });
    expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "cancelled" });
  });

  it("waits for what was cancelled, but not for ever", { retry: 2 }, async () => {
    const { fake, skillset } = fakeSkillset();
    const controller = new AbortController();
    const hung = { id: "s", tool: "hung", callId: "c1" };
    const start = (): { skillset: typeof skillset; fullStream: AsyncIterable<AgentStreamPart> } => {
      setTimeout(() => {
        fake.emit("tool-start", { ...hung, input: {} });
        controller.abort();
        fake.emit("custom", { id: "s", name: "last", value: 1 });
      }, 5);
      return { skillset, fullStream: stream(() => new Promise(() => undefined)) };
    };
    const began = Date.now();
    const events = await collect({ start, signal: controller.signal, grace: 50 });
    expect(Date.now() - began).toBeLessThan(1000);
    expect(names(events).slice(-2)).toEqual(["CUSTOM last", "RUN_FINISHED"]);
    expect(events.at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
    expect(fake.listening).toBe(0);
  });

  it("is an abort when the consumer leaves, and nobody listens any more", async () => {
    const { fake, skillset } = fakeSkillset();
    let signal: AbortSignal | undefined;
    const events = agUiEvents({
      input,
      start: (given) => {
        ({ signal } = given);
        return { skillset, fullStream: stream(call("c1"), () => new Promise(() => undefined)) };
      },
    });
    for await (const event of events) if (event.type === EventType.TOOL_CALL_END) break;
    expect(signal?.aborted).toBe(true);
    await silence();
    expect(fake.listening).toBe(0);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("comes at once when the consumer leaves while it waits", async () => {
    const fullStream = stream(() => new Promise(() => undefined));
    const events = agUiEvents({ input, start: () => ({ fullStream }) });
    await events.next();
    const waiting = events.next();
    await events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("comes although a call has begun and never ends", async () => {
    const { fake, skillset } = fakeSkillset();
    const begin = (): void => fake.emit("tool-start", { id: "a", tool: "x", callId: "c1", input: {} });
    const fullStream = stream(begin, call("c1"), result("c1"));
    const events = await collect({ start: () => ({ fullStream, skillset }), grace: 20 });
    expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
    expect(fake.listening).toBe(0);
  });

  it("leaves a skillset alone that comes when all is over", async () => {
    const { fake, skillset } = fakeSkillset();
    let begin = (): void => undefined;
    const late = new Promise<void>((resolve) => (begin = resolve));
    const started = vi.fn();
    const events = agUiEvents({
      input,
      start: async ({ onSkillset }) => {
        await late;
        onSkillset(skillset);
        started();
        return { fullStream: stream() };
      },
    });
    await events.next();
    await events.return?.();
    await silence();
    begin();
    await vi.waitFor(() => expect(started).toHaveBeenCalled());
    expect(fake.listening).toBe(0);
  });

  it("names the calls that the client has to answer", async () => {
    const events = await collect({ start: () => ({ fullStream: stream(call("c1"), call("c2"), result("c1")) }) });
    expect(events.at(-1)).toMatchObject({ outcome: { type: "success", pendingToolCallIds: ["c2"] } });
  });
});
