import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createSkillset, type SkillDefinition, type Skillset, type ToolContext } from "@tradecraft/sdk";
import { callTool, gate, handMade, listen, namesOf, outcome, settle, skillOf, toolWith } from "./code-fixtures.ts";

const state = { namespace: "n", schema: z.object({ list: z.array(z.string()).default([]) }) };
type Context = ToolContext<{ list: string[] }, unknown>;
const reason = new Error("called off");

async function direct(definition: Partial<SkillDefinition>): Promise<Skillset> {
  const { tools } = definition;
  return createSkillset([skillOf("a", { ...definition, tools: { fine: toolWith(() => "fine"), ...tools } })], {
    mode: "direct",
  });
}

const kinds = [
  ["without state", {}, {}],
  ["with state", { state }, {}],
  ["with state, concurrent", { state }, { concurrent: true }],
] as const;

describe.each(kinds)("a call %s", (_, definition, more) => {
  it("that was called off before rejects with the reason, and runs nothing", async () => {
    const execute = vi.fn();
    const skillset = await direct({ ...definition, tools: { act: toolWith(execute, more) } });
    const call = callTool(skillset, "a", "act", {}, { signal: AbortSignal.abort(reason) });
    expect(await outcome(call)).toEqual({ error: reason });
    expect(execute).not.toHaveBeenCalled();
  });

  it("that is called off while its tool runs rejects at once, tells the tool, and ends for listeners", async () => {
    let signal: AbortSignal | undefined;
    const skillset = await direct({
      ...definition,
      tools: {
        act: toolWith((__: unknown, context: Context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        }, more),
      },
    });
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBe(reason);
    expect(namesOf(heard)).toEqual(["tool-start", "tool-end"]);
    expect(await outcome(callTool(skillset, "a", "fine"))).toEqual({ value: "fine" });
  });

  it("that is called off while the schema takes its time never runs its tool", async () => {
    const hold = gate();
    const execute = vi.fn(() => "ran");
    const input = handMade(async (value) => {
      await hold.promise;
      return { value };
    });
    const act = toolWith(execute, { ...more, input, inputJsonSchema: { type: "object" } });
    const skillset = await direct({ ...definition, tools: { act } });
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    hold.open();
    expect(await outcome(call)).toEqual({ error: reason });
    expect(execute).not.toHaveBeenCalled();
    expect(namesOf(heard).filter((name) => name === "tool-end")).toHaveLength(1);
  });

  it("that is called off while its deps are made never runs its tool", async () => {
    const hold = gate<object>();
    const execute = vi.fn(() => "ran");
    const skillset = await direct({ ...definition, deps: () => hold.promise, tools: { act: toolWith(execute, more) } });
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    hold.open({});
    expect(await outcome(call)).toEqual({ error: reason });
    expect(execute).not.toHaveBeenCalled();
  });

  it.each(["schema", "deps", "toolset", "output"])(
    "that is called off while its %s hangs rejects at once",
    async (what) => {
      const never = new Promise<never>(() => undefined);
      const input = handMade(async (value) => {
        await never;
        return { value };
      });
      const definitions: Record<string, Partial<SkillDefinition>> = {
        schema: { tools: { act: toolWith(() => 1, { ...more, input, inputJsonSchema: { type: "object" } }) } },
        deps: { deps: () => never, tools: { act: toolWith(() => 1, more) } },
        toolset: { toolsets: [{ list: () => never, call: () => never }] },
        output: { tools: { act: toolWith(() => 1, { ...more, output: input }) } },
      };
      const skillset = await direct({ ...definition, ...definitions[what] });
      const controller = new AbortController();
      const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
      await settle();
      controller.abort(reason);
      expect(await outcome(call)).toEqual({ error: reason });
    },
  );

  it("that is called off leaves a zombie that can neither emit nor change state", async () => {
    const hold = gate();
    const failures: string[] = [];
    const over = gate();
    const skillset = await direct({
      ...definition,
      tools: {
        act: toolWith(async (__: unknown, context: Context) => {
          const draft = context.state;
          context.emit({ name: "alive" });
          await hold.promise;
          const tries: Record<string, () => unknown> = {
            emit: () => context.emit({ name: "zombie" }),
            update: () => context.update((mine) => void mine.list.push("zombie")),
            draft: () => draft.list.push("zombie"),
          };
          for (const [name, attempt] of Object.entries(tries)) {
            try {
              attempt();
            } catch {
              failures.push(name);
            }
          }
          over.open();
        }, more),
      },
    });
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    const before = namesOf(heard);
    expect(before).toEqual(["tool-start", "custom", "tool-end"]);
    hold.open();
    await over.promise;
    await settle();
    expect(namesOf(heard)).toEqual(before);
    expect(failures).toEqual(["update", "draft"]);
    if ("state" in definition) expect(skillset.state.namespace("n")).toEqual({ list: [] });
  });

  it("that is called off keeps what was changed until then, and tells it before the end", async () => {
    if (!("state" in definition)) return;
    const skillset = await direct({
      ...definition,
      tools: {
        act: toolWith((__: unknown, { update }: Context) => {
          update((mine) => void mine.list.push("before"));
          return new Promise(() => undefined);
        }, more),
      },
    });
    const heard = listen(skillset);
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(namesOf(heard)).toEqual(["tool-start", "state-changed", "tool-end"]);
    expect(skillset.state.namespace("n")).toEqual({ list: ["before"] });
  });
});

describe("a call in the queue of a namespace", () => {
  it("leaves it when it is called off; those behind it keep their place", async () => {
    const hold = gate();
    const ran: string[] = [];
    const act = toolWith(async (input: unknown) => {
      const { name, wait } = input as { name: string; wait?: boolean };
      ran.push(name);
      if (wait === true) await hold.promise;
      return name;
    });
    const skillset = await direct({ state, tools: { act } });
    const controller = new AbortController();
    const first = callTool(skillset, "a", "act", { name: "first", wait: true });
    const second = callTool(skillset, "a", "act", { name: "second" }, { signal: controller.signal });
    const third = callTool(skillset, "a", "act", { name: "third" });
    await settle();
    controller.abort(reason);
    expect(await outcome(second)).toEqual({ error: reason });
    hold.open();
    expect(await outcome(first)).toEqual({ value: "first" });
    expect(await outcome(third)).toEqual({ value: "third" });
    expect(ran).toEqual(["first", "third"]);
  });
});

describe("a toolset's call", () => {
  it("gets the signal and the call's id, and is let go when called off", async () => {
    const calls: [string, unknown, { callId?: string; signal?: AbortSignal } | undefined][] = [];
    const toolset = {
      list: async () => [{ name: "act", inputSchema: { type: "object" } }],
      call: (name: string, input: unknown, options?: { callId?: string; signal?: AbortSignal }) => {
        calls.push([name, input, options]);
        return new Promise(() => undefined);
      },
    };
    const skillset = await direct({ toolsets: [toolset] });
    const controller = new AbortController();
    const call = callTool(skillset, "a", "act", { q: 1 }, { signal: controller.signal, callId: "c" });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(calls).toMatchObject([["act", { q: 1 }, { callId: "c" }]]);
    expect(calls[0]?.[2]?.signal?.aborted).toBe(true);
  });
});

describe("a program that goes on with one signal", () => {
  it("does not gather listeners", async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, "addEventListener");
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const skillset = await direct({ state });
    for (let turn = 0; turn < 20; turn++) await callTool(skillset, "a", "fine", {}, { signal: controller.signal });
    await settle();
    expect(remove.mock.calls.length).toBeGreaterThanOrEqual(add.mock.calls.length);
  });

  it("ends nothing by itself: what a tool left running after it succeeded may go on", async () => {
    let seen: AbortSignal | undefined;
    const controller = new AbortController();
    const skillset = await direct({
      tools: { act: toolWith((_: unknown, { signal }: Context) => void (seen = signal)) },
    });
    await callTool(skillset, "a", "act", {}, { signal: controller.signal });
    expect(seen?.aborted).toBe(false);
    expect(controller.signal.aborted).toBe(false);
  });
});
