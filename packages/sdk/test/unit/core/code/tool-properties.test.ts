import { expect, it } from "vitest";
import { z } from "zod";
import {
  applyStatePatch,
  createSkillset,
  type SkillDefinition,
  type Skillset,
  type SubagentRequest,
  type ToolContext,
} from "@tradecraft/sdk";
import { randomNumbers } from "../skillset/skillset-fixtures.ts";
import { callTool, delegate, listen, outcome, runnerOf, settle, skillOf, toolWith } from "./code-fixtures.ts";

type Context = ToolContext<{ list: string[] }, unknown>;
const schema = z.object({ list: z.array(z.string()).default([]) });

/** A tool that does a bit of everything, at random, and goes on when it is called off. */
function restless(random: () => number, concurrent: boolean): NonNullable<SkillDefinition["tools"]>[string] {
  const input = z.object({ n: z.number().max(90) });
  const execute = async (given: unknown, context: Context): Promise<unknown> => {
    const { n } = given as { n: number };
    const mark = String(n);
    for (let step = 0; step < 4; step++) {
      if (random() < 0.6) await settle(random() * 3);
      if (random() < 0.4) context.emit({ name: "step", value: mark });
      try {
        if (random() < 0.5) context.update((state) => void state.list.push(mark));
        else if (!concurrent) context.state.list.push(mark);
      } catch {
        // It is over; a careless tool goes on all the same.
      }
      if (random() < 0.1) throw new Error("at random");
    }
    return mark;
  };
  return toolWith(execute as never, { input, concurrent });
}

/** What must hold of a session, whatever happened in it. */
function expectSound(skillset: Skillset, heard: ReturnType<typeof listen>, begin: unknown): void {
  const open = new Set<string>();
  const ended = new Set<string>();
  let client = begin;
  for (const [name, event] of heard) {
    const key =
      "runId" in event && (name === "subagent-start" || name === "subagent-end")
        ? `run ${event.runId}`
        : `call ${event.callId}`;
    if (name === "tool-start" || name === "subagent-start") {
      expect(open.has(key) || ended.has(key), `${key} started twice`).toBe(false);
      open.add(key);
      if (name === "tool-start" && event.runId !== undefined) expect(open.has(`run ${event.runId}`)).toBe(true);
    } else {
      expect(open.has(key), `${name} of ${key} while it is not running`).toBe(true);
    }
    if (name === "tool-end" || name === "subagent-end") {
      open.delete(key);
      ended.add(key);
      expect("error" in event).toBe(!("output" in event || "text" in event));
    }
    if (name === "state-changed") client = applyStatePatch(client as never, event.patch);
  }
  expect([...open]).toEqual([]);
  expect(client).toEqual(skillset.state.snapshot());
}

it.each([1, 2, 3, 4])(
  "calls that end, fail and are called off at random leave sound events and state (seed %i)",
  async (seed) => {
    const random = randomNumbers(seed);
    const definitions = ["a", "b", "c"].map((name, at) =>
      skillOf(name, {
        state: { namespace: at < 2 ? "shared" : "own", schema },
        tools: { turn: restless(random, false), beside: restless(random, true) },
      }),
    );
    const skillset = await createSkillset(definitions, { mode: "direct" });
    const heard = listen(skillset);
    const begin = skillset.state.snapshot();
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const controller = new AbortController();
        const isOff = random() < 0.3;
        if (isOff) setTimeout(() => controller.abort(new Error("off")), random() * 60);
        const skill = ["a", "b", "c"][n % 3] ?? "a";
        const result = await outcome(
          callTool(
            skillset,
            skill,
            random() < 0.5 ? "turn" : "beside",
            { n },
            { signal: controller.signal, callId: String(n) },
          ),
          5000,
        );
        expect(result).not.toBe("pending");
        if (!isOff) expect(result).toHaveProperty("value");
      }),
    );
    await settle(30);
    expectSound(skillset, heard, begin);
    expect(JSON.stringify(skillset.state.snapshot())).not.toMatch(/"9[1-9]"/);
  },
  20_000,
);

it.each([1, 2, 3, 4])(
  "so do sub-agents, whose tools run beside each other (seed %i)",
  async (seed) => {
    const random = randomNumbers(seed);
    let live = 0;
    const definition = skillOf("a", {
      state: { namespace: "shared", schema },
      tools: { turn: restless(random, false), beside: restless(random, true) },
      lifespan: {
        setup: async () => {
          await settle(random() * 3);
          live += 1;
        },
        teardown: async () => {
          await settle(random() * 3);
          live -= 1;
        },
      },
    });
    const work = async ({ tools, signal }: SubagentRequest): Promise<string> => {
      const calls = tools.flatMap((tool) => [tool.execute({ n: 1 }, { signal }), tool.execute({ n: 99 }, { signal })]);
      const answers = await Promise.all(calls);
      return answers.join(" ");
    };
    const skillset = await createSkillset([definition], { mode: "subagent", subagents: runnerOf(work) });
    const heard = listen(skillset);
    const begin = skillset.state.snapshot();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const controller = new AbortController();
        if (random() < 0.4) setTimeout(() => controller.abort(new Error("off")), random() * 30);
        expect(await outcome(delegate(skillset, "a", "x", { signal: controller.signal }), 5000)).not.toBe("pending");
      }),
    );
    await settle(50);
    expect(live).toBe(0);
    expectSound(skillset, heard, begin);
  },
  20_000,
);
