import { createSkillset } from "@tradecraft/sdk";
import { aiSubagents } from "@tradecraft/sdk/ai-sdk";
import { describe, expect, it } from "vitest";
import { type ChatEvent, followSkillset } from "../../../src/chat/chat-event.ts";
import { createChatSession } from "../../../src/chat/chat-session.ts";
import { createDemoModel } from "../../../src/chat/demo/demo-model.ts";
import { demoSkills } from "../../../src/chat/demo/demo-skills.ts";

const never = new AbortController().signal;

interface Settings {
  readonly pace?: number;
  readonly approve?: boolean;
  readonly onText?: (text: string) => void;
}

async function chat(
  mode: "direct" | "subagent",
  { pace = 0, approve = true, onText = () => undefined }: Settings = {},
) {
  const model = createDemoModel({ pace });
  const events: ChatEvent[] = [];
  const skillset = await createSkillset(demoSkills(), {
    mode,
    ...(mode === "subagent" ? { subagents: aiSubagents({ model, env: {} }) } : {}),
    scripts: {
      run: async () => ({
        exitCode: 0,
        signal: null,
        stdout: "rolled 4, 2: 6 points\n",
        stderr: "",
        truncated: false,
        timedOut: false,
        durationMs: 1,
        sandboxed: false,
      }),
    },
    approve: () => approve,
  });
  followSkillset(skillset, (event) => events.push(event));
  const nothing = (): void => {};
  const view = {
    text: onText,
    event: nothing,
    toolCall: nothing,
    toolError: nothing,
    notice: nothing,
    error: nothing,
    end: nothing,
  };
  return { session: createChatSession({ model, skillset, view, resolveModel: () => model }), events };
}

describe("a chat with the demonstration", () => {
  it.each(["direct", "subagent"] as const)("shows the whole flow in mode %s, and keeps the state", async (mode) => {
    const { session, events } = await chat(mode);
    const end = await session.send("roll two dice", never);
    expect(end).toMatchObject({ kind: "done", state: { score: { total: 6, rounds: ["4 + 2 = 6"] } } });
    expect(end.kind === "done" && end.text).toContain("the score is 6 now");
    const types = events.map(({ type }) => type);
    expect(types).toContain(mode === "direct" ? "skill-loaded" : "subagent-start");
    for (const type of [
      "approval-requested",
      "script-start",
      "script-end",
      "tool-start",
      "state-changed",
      "tool-end",
    ] as const)
      expect(types).toContain(type);
    expect(await session.send("and again", never)).toMatchObject({ kind: "done", state: { score: { total: 12 } } });
    expect(session.messages.filter(({ role }) => role === "user")).toHaveLength(2);
  });

  it.each(["direct", "subagent"] as const)("takes a no in mode %s", async (mode) => {
    const { session, events } = await chat(mode, { approve: false });
    const end = await session.send("roll two dice", never);
    expect(end.kind === "done" && end.text).toContain("was not run");
    expect(events.map(({ type }) => type)).not.toContain("script-start");
  });

  it("explains itself", async () => {
    const { session } = await chat("subagent");
    const end = await session.send("hello", never);
    expect(end.kind === "done" && end.text).toContain("I am no language model");
  });

  it("keeps what was said of an answer that was cancelled, in a form that every provider takes", async () => {
    const controller = new AbortController();
    const { session } = await chat("direct", {
      pace: 5,
      onText: (text) => void (text.includes("took") && controller.abort()),
    });
    expect(await session.send("a slow story", controller.signal)).toEqual({ kind: "cancelled" });
    expect(session.messages).toEqual([
      { role: "user", content: "a slow story" },
      {
        role: "assistant",
        content: expect.stringMatching(/^Once there was a skill that took\n\n\[The person cancelled/) as string,
      },
    ]);
    expect(await session.send("hello", never)).toMatchObject({ kind: "done" });
  });

  it("forgets, and keeps the state", async () => {
    const { session } = await chat("direct");
    await session.send("roll two dice", never);
    session.clear();
    expect(session.messages).toEqual([]);
    expect(session.skillset.state.snapshot()).toMatchObject({ score: { total: 6 } });
    // The model must get the instructions again.
    const end = await session.send("roll two dice", never);
    expect(end).toMatchObject({ kind: "done", state: { score: { total: 12 } } });
    expect(JSON.stringify(session.messages)).toContain("Run `scripts/roll.mjs` with the number");
  });
});
