import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyStatePatch, createSkillset, type Skillset, type ToolContext } from "@tradecraft/sdk";
import { callTool, gate, type Heard, listen, namesOf, settle, skillOf, toolWith } from "./code-fixtures.ts";

const state = { namespace: "n", schema: z.object({ list: z.array(z.string()).default([]) }) };
type Context = ToolContext<{ list: string[] }, unknown>;

async function with_(execute: (input: unknown, context: Context) => unknown, more: object = {}) {
  const tools = { act: toolWith(execute as never, more), fine: toolWith(() => "fine") };
  const skillset = await createSkillset([skillOf("a", { state, tools }), skillOf("b")], { mode: "direct" });
  return { skillset, heard: listen(skillset) };
}

describe("events of a call", () => {
  it("come in order: start, what happened as it happened, end; all with one call id", async () => {
    const { skillset, heard } = await with_((_, { emit, update, state: mine }) => {
      emit({ name: "first", value: 1 });
      update((draft) => void draft.list.push("x"));
      emit({ name: "second" });
      mine.list.push("y");
      return "out";
    });
    await callTool(skillset, "a", "act", { q: 1 }, { callId: "call-1" });
    expect(namesOf(heard)).toEqual(["tool-start", "custom", "state-changed", "custom", "state-changed", "tool-end"]);
    const who = { id: "a", tool: "act", callId: "call-1" };
    for (const [, event] of heard) expect(event).toMatchObject(who);
    expect(heard.map(([, event]) => event)).toMatchObject([
      { ...who, input: { q: 1 } },
      { ...who, name: "first", value: 1 },
      { namespace: "n", patch: [{ op: "add", path: "/n/list/0", value: "x" }] },
      { ...who, name: "second", value: undefined },
      { namespace: "n", patch: [{ op: "add", path: "/n/list/1", value: "y" }] },
      { ...who, output: "out" },
    ]);
  });

  it("give every call an id of its own, if nobody gave one", async () => {
    const { skillset, heard } = await with_(() => 1);
    await Promise.all([
      callTool(skillset, "a", "act"),
      callTool(skillset, "a", "act"),
      callTool(skillset, "a", "fine"),
    ]);
    const ids = heard
      .filter(([name]) => name === "tool-start")
      .map(([, event]) => (event as { callId: string }).callId);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id.length > 0)).toBe(true);
  });

  it("tell of a refusal: the input as it came, and why", async () => {
    const { skillset, heard } = await with_(() => 1, { input: z.object({ n: z.number() }) });
    const text = await callTool(skillset, "a", "act", { n: "x" });
    expect(heard.map(([name, event]) => [name, event])).toMatchObject([
      ["tool-start", { input: { n: "x" } }],
      ["tool-end", { error: text }],
    ]);
  });

  it("tell the input as the schema made it", async () => {
    const { skillset, heard } = await with_(() => 1, { input: z.object({ n: z.coerce.number() }) });
    await callTool(skillset, "a", "act", { n: "5" });
    expect(heard[0]?.[1]).toMatchObject({ input: { n: 5 } });
  });

  it("tell what was changed and emitted before a failure", async () => {
    const { skillset, heard } = await with_((_, { emit, state: mine }) => {
      emit({ name: "step" });
      mine.list.push("kept");
      throw new Error("no");
    });
    expect(await callTool(skillset, "a", "act")).toMatch(/failed: no/);
    expect(namesOf(heard)).toEqual(["tool-start", "custom", "state-changed", "tool-end"]);
    expect(skillset.state.namespace("n")).toEqual({ list: ["kept"] });
  });

  it("tell nothing of a state that did not change", async () => {
    const { skillset, heard } = await with_((_, { state: mine }) => {
      mine.list.push("x");
      mine.list.pop();
    });
    await callTool(skillset, "a", "act");
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
  });

  it("end with the call: what is emitted or changed later is ignored, and harms nobody", async () => {
    let late: Context | undefined;
    const { skillset, heard } = await with_((_, context) => void (late = context));
    await callTool(skillset, "a", "act");
    const before = heard.length;
    expect(() => late?.emit({ name: "late" })).not.toThrow();
    expect(() => late?.update((draft) => void draft.list.push("late"))).toThrow(/after its call was over/);
    expect(() => late?.state.list.push("late")).toThrow();
    expect(heard).toHaveLength(before);
    expect(skillset.state.namespace("n")).toEqual({ list: [] });
    // What a tool leaves behind, such as a request of its own, is not called off by its success.
    expect(late?.signal.aborted).toBe(false);
  });

  it("lead a client that applies the patches to the state of the server, with calls beside each other", async () => {
    const { skillset, heard } = await with_(
      async (input, { update }) => {
        for (let turn = 0; turn < 5; turn++) {
          await settle(Math.random() * 3);
          update(
            (draft) =>
              void draft.list.splice(
                turn % 2 === 0 ? 0 : draft.list.length,
                0,
                `${(input as { n: number }).n}.${turn}`,
              ),
          );
        }
        if ((input as { n: number }).n % 3 === 0) throw new Error("some fail");
      },
      { concurrent: true },
    );
    const begin = structuredClone(skillset.state.snapshot());
    await Promise.all(Array.from({ length: 20 }, (_, n) => callTool(skillset, "a", "act", { n })));
    let client: unknown = begin;
    for (const [name, event] of heard)
      if (name === "state-changed") client = applyStatePatch(client as never, event.patch);
    expect(client).toEqual(skillset.state.snapshot());
    expect((skillset.state.namespace("n") as { list: string[] }).list).toHaveLength(100);
  });

  it("begin when the tool is about to run: a call in the queue has started for its listeners, or not; but once", async () => {
    const hold = gate();
    const { skillset, heard } = await with_(async () => hold.promise);
    const calls = [callTool(skillset, "a", "act"), callTool(skillset, "a", "act")];
    await settle();
    hold.open();
    await Promise.all(calls);
    expect(namesOf(heard).filter((name) => name === "tool-start")).toHaveLength(2);
    expect(namesOf(heard).filter((name) => name === "tool-end")).toHaveLength(2);
  });

  it("do not suffer from a listener that throws or rejects, nor does the tool", async () => {
    const { skillset, heard } = await with_((_, { emit, state: mine }) => {
      emit({ name: "x" });
      mine.list.push("y");
      return "out";
    });
    for (const name of ["tool-start", "custom", "state-changed", "tool-end"] as const) {
      skillset.on(name, () => {
        throw new Error("mine");
      });
      skillset.on(name, (() => Promise.reject(new Error("mine, later"))) as () => void);
    }
    expect(await callTool(skillset, "a", "act")).toBe("out");
    expect(namesOf(heard)).toEqual(["tool-start", "custom", "state-changed", "tool-end"]);
  });

  it("of one session are not heard in another", async () => {
    const definitions = [
      skillOf("a", {
        state,
        tools: {
          act: toolWith((_: unknown, { emit, state: mine }: Context) => {
            emit({ name: "x" });
            mine.list.push("y");
          }),
        },
      }),
    ];
    const [one, two] = await Promise.all([
      createSkillset(definitions, { mode: "direct" }),
      createSkillset(definitions, { mode: "direct" }),
    ]);
    const heard: Heard[] = listen(two as Skillset);
    await callTool(one as Skillset, "a", "act");
    expect(heard).toEqual([]);
    expect(two?.state.namespace("n")).toEqual({ list: [] });
  });
});

describe("a tool without a state", () => {
  it("has none, and hears so in words when it wants to change one", async () => {
    let seen: unknown = "unset";
    const tools = {
      look: toolWith((_: unknown, { state: mine }: Context) => void (seen = mine)),
      change: toolWith((_: unknown, { update }: Context) => update(() => undefined)),
    };
    const skillset = await createSkillset([skillOf("a", { tools })], { mode: "direct" });
    await callTool(skillset, "a", "look");
    expect(seen).toBeUndefined();
    expect(await callTool(skillset, "a", "change")).toMatch(/"a" keeps no state/);
  });
});

describe("deps", () => {
  it("as a value are the same for every session; as a function one per session", async () => {
    const given: unknown[] = [];
    let made = 0;
    const look = toolWith((_: unknown, { deps }: Context) => void given.push(deps));
    const value = { v: 1 };
    const definitions = [
      skillOf("value", { deps: value, tools: { look } }),
      skillOf("made", { deps: async () => ({ number: ++made }), tools: { look } }),
    ];
    const one = await createSkillset(definitions, { mode: "direct" });
    const two = await createSkillset(definitions, { mode: "direct" });
    await callTool(one, "value", "look");
    await Promise.all([callTool(one, "made", "look"), callTool(one, "made", "look")]);
    await callTool(two, "made", "look");
    expect(given).toEqual([value, { number: 1 }, { number: 1 }, { number: 2 }]);
    expect(given[0]).toBe(value);
  });

  it("as a function are not made again by refresh()", async () => {
    let made = 0;
    const look = toolWith((_: unknown, { deps }: Context) => (deps as { number: number }).number);
    const skillset = await createSkillset([skillOf("a", { deps: () => ({ number: ++made }), tools: { look } })], {
      mode: "direct",
    });
    expect(await callTool(skillset, "a", "look")).toBe("1");
    expect(await callTool(await skillset.refresh(), "a", "look")).toBe("1");
  });

  it("that cannot be made are the call's failure; the next call tries again", async () => {
    let times = 0;
    const deps = (): object => {
      times += 1;
      if (times === 1) throw new Error("no database");
      return { times };
    };
    const look = toolWith((_: unknown, context: Context) => context.deps);
    const skillset = await createSkillset(
      [skillOf("a", { deps, tools: { look } }), skillOf("b", { tools: { look } })],
      { mode: "direct" },
    );
    const heard = listen(skillset);
    expect(await callTool(skillset, "a", "look")).toMatch(/"look".*"a" failed: no database/);
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(await callTool(skillset, "b", "look")).toBe("Done.");
    expect(await callTool(skillset, "a", "look")).toBe('{"times":2}');
  });
});
