import { type } from "arktype";
import { describe, expect, it } from "vitest";
import type { DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";
import { bench, definition, done, noted, terminal } from "./definitions.ts";

const total = 20;
const answer = type({ n: "number" });
const tally = type({ "[string]": "number" });

/** Twenty steps: with and without prompts, with and without actions. */
function long(ran: string[]): ReturnType<typeof definition> {
  const steps: Record<string, DefinedStep> = {};
  for (let place = 0; place < total; place++) {
    const action: DefinedStep["action"] = ({ key }) => noted(ran, key, { place });
    steps[`s${place}`] = {
      ...(place % 4 !== 3 && { prompt: `Step ${place}.`, response: answer }),
      ...(place % 3 !== 2 && { action }),
      save: () => ({ tally: { [`s${place}`]: place } }),
      next: place === total - 1 ? terminal : `s${place + 1}`,
    };
  }
  return definition(
    { ...steps, [`s${total - 1}`]: { ...steps[`s${total - 1}`]!, prompt: "Last.", response: answer } },
    { stores: { tally } },
  );
}

/** A store of a process that dies: it appends so many records, and then nothing any more. */
function dying(store: SessionStore, lives: number): SessionStore {
  let left = lives;
  return {
    ...store,
    append: async (session, records, expected) => {
      const kept = records.slice(0, left);
      left -= kept.length;
      if (kept.length > 0) await store.append(session, kept, expected);
      if (kept.length < records.length) throw new Error("killed");
      return expected + records.length;
    },
  };
}

async function play(setup: ReturnType<typeof bench>, begin: () => Promise<{ kind: string }>): Promise<unknown> {
  let result = await begin();
  while (result.kind === "prompt") {
    const { step } = result as { step: string } & typeof result;
    result = await setup.answer(step, { n: Number(step.slice(1)) });
  }
  return result;
}

describe("a process that dies between any two records", () => {
  it("is followed by one that ends the same way, and repeats no action", async () => {
    const ran: string[] = [];
    const whole = bench(long(ran));
    const expected = done((await play(whole, async () => (await whole.start()).result)) as Parameters<typeof done>[0]);
    const log = await whole.records();
    const actions = [...ran];
    expect(new Set(actions).size).toBe(actions.length);
    for (let lives = 1; lives < log.length; lives++) {
      ran.length = 0;
      const store = memorySessionStore();
      const doomed = bench(long(ran), { store: dying(store, lives) });
      await expect(play(doomed, async () => (await doomed.start()).result)).rejects.toThrow("killed");
      const last = (await store.read("s"))?.records.at(-1)?.type;
      const next = bench(long(ran), { store });
      // The action ran, and the process died before it could say so.
      const decide = last === "action-started" ? { decide: { result: { place: placeOf(ran.at(-1)) } } } : {};
      const end = done((await play(next, () => next.resume(decide))) as Parameters<typeof done>[0]);
      expect({ lives, finalOutput: end.finalOutput }).toEqual({ lives, finalOutput: expected.finalOutput });
      expect({ lives, ran }).toEqual({ lives, ran: actions });
      expect(await next.engine.history({ session: "s" })).toEqual(await whole.engine.history({ session: "s" }));
    }
  }, 60_000);

  it("is asked again with the same key, and the call ends as it would have", async () => {
    for (let lives = 1; lives <= 8; lives++) {
      const ran: string[] = [];
      const workflow = definition({
        ask: { prompt: "Ask.", response: answer, action: ({ key }) => void ran.push(key), next: "gate" },
        gate: { action: ({ key }) => void ran.push(key), next: "end", idempotent: true },
        end: { prompt: "End.", next: terminal },
      });
      const store = memorySessionStore();
      await bench(workflow, { store }).start();
      const doomed = bench(workflow, { store: dying(store, lives) });
      await expect(doomed.answer("ask", { n: 1 }, "k")).rejects.toThrow("killed");
      const next = bench(workflow, { store });
      const result = await next.answer("ask", { n: 1 }, "k");
      if (result.kind === "error") {
        expect([lives, result.code]).toEqual([2, "action-uncertain"]);
        continue;
      }
      expect(result).toMatchObject({ step: "end", completed: { step: "ask" }, autoAdvanced: [{ step: "gate" }] });
      expect(ran.filter((key) => key === "s:ask:1")).toHaveLength(1);
      expect(await next.again().answer("ask", { n: 1 }, "k")).toEqual(result);
    }
  });
});

function placeOf(key: string | undefined): number {
  return Number(key?.split(":")[1]?.slice(1));
}
