import { type AGUIEvent, EventType } from "@ag-ui/core";
import { EventSchema } from "@ag-ui/core/schemas";
import { describe, expect, it } from "vitest";
import { skillsetToAgUi, type SkillsetToAgUiOptions } from "../../../../src/adapters/ag-ui.ts";
import { fakeSkillset } from "./fake-skillset.ts";

function listen(options: SkillsetToAgUiOptions = {}) {
  const { fake, skillset } = fakeSkillset();
  const told: { event: AGUIEvent; callId: string | undefined }[] = [];
  let clock = 0;
  const stop = skillsetToAgUi(skillset, (event, callId) => told.push({ event, callId }), {
    now: () => ++clock,
    ...options,
  });
  const events = () => told.map(({ event }) => event);
  return { fake, told, events, stop };
}

const who = { id: "pdf", tool: "read", callId: "c1", runId: "r1" };

describe("skillsetToAgUi", () => {
  it("tells a change of the state as a delta, with the call that it was made in", () => {
    const { fake, told } = listen();
    const patch = [{ op: "add", path: "/pdf/pages", value: 1 }] as const;
    fake.emit("state-changed", { namespace: "pdf", patch, id: "pdf", tool: "read", callId: "c1" });
    expect(told).toEqual([{ callId: "c1", event: { type: EventType.STATE_DELTA, timestamp: 1, delta: patch } }]);
  });

  it("tells a sub-agent's call as an activity that keeps its arguments", () => {
    const { fake, events, told } = listen();
    fake.emit("subagent-start", { id: "pdf", runId: "r1", callId: "top", request: "Read it." });
    const input = { page: 1 };
    fake.emit("tool-start", { ...who, input });
    input.page = 2;
    fake.emit("tool-end", { ...who, output: { text: "x", big: undefined } });
    fake.emit("tool-start", { ...who, callId: "c2", input: {} });
    fake.emit("tool-end", { ...who, callId: "c2", error: "It failed." });
    fake.emit("subagent-end", { id: "pdf", runId: "r1", callId: "top", text: "Read.", requests: 2, forced: false });
    expect(new Set(told.map(({ callId }) => callId))).toEqual(new Set(["top"]));
    const args = { skill: "pdf", toolName: "read", toolCallId: "c1", args: { page: 1 } };
    expect(events()).toMatchObject([
      { type: "SUBAGENT_STARTED", subagentRunId: "r1", name: "pdf", description: "Read it.", parentToolCallId: "top" },
      { type: "ACTIVITY_SNAPSHOT", subagentRunId: "r1", messageId: "pdf:c1", replace: true, content: args },
      { type: "ACTIVITY_SNAPSHOT", messageId: "pdf:c1", replace: true, content: { ...args, result: { text: "x" } } },
      { type: "ACTIVITY_SNAPSHOT", messageId: "pdf:c2", content: { args: {} } },
      { type: "ACTIVITY_SNAPSHOT", messageId: "pdf:c2", content: { args: {}, error: "It failed." } },
      { type: "SUBAGENT_FINISHED", subagentRunId: "r1", result: "Read.", metadata: { requests: 2, forced: false } },
    ]);
    expect(events().map(({ timestamp }) => timestamp)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const event of events()) expect(EventSchema.safeParse(event).success).toBe(true);
  });

  it("tells clients from before protocol 1.0 nothing that they do not know", () => {
    const { fake, events } = listen({ subagents: "activities" });
    fake.emit("subagent-start", { id: "pdf", runId: "r1", callId: "top", request: "Read it." });
    fake.emit("tool-start", { ...who, input: {} });
    fake.emit("subagent-end", { id: "pdf", runId: "r1", callId: "top", error: "It failed." });
    expect(JSON.stringify(events())).not.toContain("subagentRunId");
    expect(events()).toMatchObject([
      { activityType: "skill_subagent", messageId: "pdf:r1", content: { request: "Read it." } },
      { activityType: "skill_tool_call" },
      { activityType: "skill_subagent", messageId: "pdf:r1", content: { request: "Read it.", error: "It failed." } },
    ]);
  });

  it("leaves the agent's own calls to its stream", () => {
    const { fake, events } = listen();
    fake.emit("tool-start", { id: "pdf", tool: "read", callId: "c1", input: {} });
    fake.emit("tool-end", { id: "pdf", tool: "read", callId: "c1", output: 1 });
    expect(events()).toEqual([]);
  });

  it.each([
    ["a cycle", () => loop()],
    ["a BigInt", () => 1n],
    [
      "a getter that throws",
      () => ({
        get x(): never {
          throw new Error("no");
        },
      }),
    ],
    ["depth without end", () => deep()],
  ])("replaces what is no JSON by a note: %s", (_, make) => {
    const { fake, events } = listen();
    fake.emit("custom", { id: "pdf", tool: "read", callId: "c1", name: "progress", value: make() });
    expect(events()).toMatchObject([
      { name: "progress", value: { error: expect.stringContaining("no JSON") as string } },
    ]);
  });

  it("tells what a tool emits under its own name, and says whose it is", () => {
    const { fake, events } = listen();
    fake.emit("custom", { id: "pdf", tool: "read", callId: "c1", name: "progress", value: undefined });
    fake.emit("custom", { id: "pdf", runId: "r1", name: "bye", value: "<b>" });
    expect(events()).toMatchObject([
      { name: "progress", value: null, metadata: { skill: "pdf", toolName: "read", toolCallId: "c1" } },
      { name: "bye", value: "<b>", metadata: { skill: "pdf" }, subagentRunId: "r1" },
    ]);
  });

  it("tells loads, scripts and questions as custom events, until it is stopped", () => {
    const { fake, events, stop } = listen();
    fake.emit("skill-loaded", { id: "pdf", digest: "d", by: "model", again: false });
    fake.emit("script-start", { id: "pdf", script: "scripts/x", args: ["-v"] });
    fake.emit("approval-requested", { id: "pdf", script: "scripts/x", digest: "d" });
    expect(events()).toMatchObject([
      { name: "skill_loaded", value: { skill: "pdf", digest: "d", by: "model", again: false } },
      { name: "script_start", value: { skill: "pdf", script: "scripts/x", args: ["-v"] } },
      { name: "approval_requested", value: { skill: "pdf", script: "scripts/x", digest: "d" } },
    ]);
    stop();
    fake.emit("skill-loaded", { id: "pdf", digest: "d", by: "model", again: true });
    expect(events()).toHaveLength(3);
    expect(fake.listening).toBe(0);
  });
});

function loop(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

function deep(): unknown {
  let value: unknown = 1;
  for (let at = 0; at < 100_000; at++) value = [value];
  return value;
}
