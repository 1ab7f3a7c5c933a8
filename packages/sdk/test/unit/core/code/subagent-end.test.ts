import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  createSkillset,
  type SkillDefinition,
  type Skillset,
  type SubagentRequest,
  type ToolContext,
} from "@tradecraft/sdk";
import {
  delegate,
  gate,
  listen,
  namesOf,
  outcome,
  runnerOf,
  settle,
  skillOf,
  toolOfRun,
  toolWith,
} from "./code-fixtures.ts";

type Context = ToolContext<{ list: string[] }, unknown>;
const state = { namespace: "n", schema: z.object({ list: z.array(z.string()).default([]) }) };
const reason = new Error("called off");

const agents = (
  definition: Partial<SkillDefinition>,
  work: (request: SubagentRequest) => Promise<string> | string,
): Promise<Skillset> => createSkillset([skillOf("a", definition)], { mode: "subagent", subagents: runnerOf(work) });

describe("once a run is over", () => {
  it("its tools do nothing any more: what they need was torn down", async () => {
    let ran = 0;
    let tools: SubagentRequest["tools"] = [];
    const skillset = await agents(
      { state, tools: { act: toolWith(() => void (ran += 1)) }, lifespan: { setup: () => 1 } },
      (request) => {
        ({ tools } = request);
        return "done";
      },
    );
    const heard = listen(skillset);
    expect(await delegate(skillset, "a")).toBe("done");
    const before = namesOf(heard);
    await outcome(tools[0]?.execute({}) ?? settle());
    expect(ran).toBe(0);
    expect(namesOf(heard)).toEqual(before);
  });

  it.each(["ends", "fails"])(
    "a tool that is still running when it %s is told, and changes nothing more",
    async (how) => {
      const hold = gate();
      const torn = vi.fn();
      let signal: AbortSignal | undefined;
      const slow = toolWith(
        async (_: unknown, context: Context) => {
          ({ signal } = context);
          context.update((mine) => void mine.list.push("in time"));
          await hold.promise;
          context.emit({ name: "late" });
          context.update((mine) => void mine.list.push("late"));
        },
        { concurrent: true },
      );
      const skillset = await agents(
        { state, tools: { slow }, lifespan: { setup: () => 1, teardown: torn } },
        async (request) => {
          toolOfRun(request, "slow")
            .execute({})
            .catch(() => undefined);
          await settle();
          if (how === "fails") throw new Error("a sibling failed");
          return "done";
        },
      );
      const heard = listen(skillset);
      await delegate(skillset, "a");
      expect(torn).toHaveBeenCalledOnce();
      hold.open();
      await settle(20);
      expect(skillset.state.namespace("n")).toEqual({ list: ["in time"] });
      expect(signal?.aborted).toBe(true);
      expect(namesOf(heard)).toEqual(["subagent-start", "tool-start", "state-changed", "tool-end", "subagent-end"]);
    },
  );
});

describe("a run that is called off", () => {
  it("tells a tool also where the runner gave it a signal of its own", async () => {
    let signal: AbortSignal | undefined;
    const act = toolWith((_: unknown, context: Context) => {
      ({ signal } = context);
      return new Promise(() => undefined);
    });
    const skillset = await agents({ tools: { act } }, (request) =>
      toolOfRun(request, "act").execute({}, { signal: new AbortController().signal }),
    );
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(signal?.aborted).toBe(true);
  });

  it("while its tools are listed runs nothing and is torn down", async () => {
    const torn = vi.fn();
    const work = vi.fn(() => "done");
    const toolset = { list: () => new Promise<never>(() => undefined), call: async () => 1 };
    const skillset = await agents({ toolsets: [toolset], lifespan: { setup: () => 1, teardown: torn } }, work);
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(call)).toEqual({ error: reason });
    expect(torn).toHaveBeenCalledOnce();
    expect(work).not.toHaveBeenCalled();
  });

  it("rejects although the runner gave an answer after all", async () => {
    const hold = gate();
    const skillset = await agents({}, async () => {
      await hold.promise;
      return "too late";
    });
    const controller = new AbortController();
    const call = delegate(skillset, "a", "x", { signal: controller.signal });
    await settle();
    controller.abort(reason);
    hold.open();
    expect(await outcome(call)).toEqual({ error: reason });
  });
});
