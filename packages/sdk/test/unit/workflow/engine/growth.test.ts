import { describe, expect, it } from "vitest";
import { createWorkflowEngine } from "../../../../src/workflow/engine/create-workflow-engine.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";
import { definition, terminal, text } from "./definitions.ts";

const loop = definition({
  work: {
    prompt: "Work.",
    response: text,
    save: ({ store }) => ({ step: { n: ((store.steps["work"] as { n: number } | undefined)?.n ?? 0) + 1 } }),
    next: [{ to: "self", when: ({ attempts }) => attempts < 1e6 }, { to: terminal }],
    maxVisits: 1e6,
  },
});

/** Counts records and reads, which a slow machine does not change. */
function counting(store: SessionStore): { store: SessionStore; read: number; appended: number } {
  const counts = { store, read: 0, appended: 0 };
  counts.store = {
    ...store,
    append: async (session, records, expected) => {
      counts.appended += records.length;
      return store.append(session, records, expected);
    },
    readTail: async (session) => {
      const tail = await store.readTail(session);
      counts.read += (tail?.records.length ?? 0) + JSON.stringify(tail?.snapshot ?? "").length / 1_000;
      return tail;
    },
    read: async (session, range) => {
      const part = await store.read(session, range);
      counts.read += part?.records.length ?? 0;
      return part;
    },
  };
  return counts;
}

describe("growth", () => {
  it("reads and writes as much for step 5,000 as for step 10, from a store", async () => {
    const work = async (steps: number): Promise<{ read: number; appended: number }> => {
      const store = memorySessionStore();
      const engine = createWorkflowEngine(loop, { store });
      await engine.start({ session: "s" });
      for (let step = 0; step < steps; step++)
        await engine.advance({ session: "s", step: "work", output: { text: "x" } });
      await engine.flush();
      const counts = counting(store);
      const cold = createWorkflowEngine(loop, { store: counts.store });
      await cold.advance({ session: "s", step: "work", output: { text: "x" } });
      return counts;
    };
    const [early, late] = [await work(10), await work(5_000)];
    expect(late.appended).toBe(early.appended);
    expect(late.read).toBeLessThan(64 + 5);
  }, 60_000);

  it("takes 10,000 steps in at most 12 times the time of 1,000", async () => {
    const time = async (steps: number): Promise<number> => {
      const engine = createWorkflowEngine(loop);
      await engine.start({ session: "s" });
      const before = process.cpuUsage();
      for (let step = 0; step < steps; step++)
        await engine.advance({ session: "s", step: "work", output: { text: "x" } });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await time(1_000);
    const short = await time(1_000);
    const long = await time(10_000);
    expect(long / short).toBeLessThan(12);
  }, 120_000);
});
