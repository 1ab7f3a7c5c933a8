import { type } from "arktype";
import { describe, expect, it } from "vitest";
import type { DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionRecord } from "../../../../src/workflow/session/session-record.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";
import { bench, definition, shown, terminal, text } from "./definitions.ts";

const number = type({ n: "number" });

function fan(count: number, each: object = {}, more: Partial<DefinedStep> = {}) {
  return definition({
    fan: {
      parallel: {
        over: () => Array.from({ length: count }, (_, at) => at),
        each: { prompt: "One of many.", response: number, ...each },
      },
      next: "report",
      ...more,
    },
    report: { prompt: ({ store }) => JSON.stringify(store.steps["fan"]), response: text, next: terminal },
    repair: { prompt: "Repair.", response: text, next: terminal },
  });
}

/** A store where something happens, once, just before certain records are appended. */
function interrupted(
  inner: SessionStore,
  isPlace: (records: readonly SessionRecord[]) => boolean,
  interrupt: () => Promise<unknown>,
): SessionStore {
  let open = true;
  return {
    ...inner,
    append: async (session, records, expected) => {
      if (open && isPlace(records)) {
        open = false;
        await interrupt();
      }
      return inner.append(session, records, expected);
    },
  };
}

describe("calls that come at once", () => {
  it("lose no result, however many parts end together", async () => {
    const count = 80;
    let begun = 0;
    let release = (): void => undefined;
    const all = new Promise<void>((resolve) => (release = resolve));
    const action = async ({ item }: { item?: unknown }): Promise<unknown> => {
      if (++begun === count) release();
      await all;
      return { did: item };
    };
    const { start, answer, types } = bench(fan(count, { action }));
    await start();
    const results = await Promise.all(Array.from({ length: count }, (_, at) => answer(`fan#${at}`, { n: at })));
    expect(results.filter(({ kind }) => kind === "error")).toEqual([]);
    expect((await types()).filter((name) => name === "action-ended")).toHaveLength(count);
    expect((await types()).at(-1)).toBe("entered");
  });

  it("asks the store about as often as there are records", async () => {
    const count = 80;
    const inner = memorySessionStore();
    let appends = 0;
    const store: SessionStore = {
      ...inner,
      append: (...args) => {
        appends++;
        return inner.append(...args);
      },
    };
    const { start, answer } = bench(fan(count), { store });
    await start();
    await Promise.all(Array.from({ length: count }, (_, at) => answer(`fan#${at}`, { n: at })));
    expect(appends).toBeLessThan(4 * count);
  });

  it("gives up on a store that refuses without a reason", async () => {
    const inner = memorySessionStore();
    await bench(fan(2), { store: inner }).start();
    const store: SessionStore = { ...inner, append: (session, records) => inner.append(session, records, 999) };
    expect(await bench(fan(2), { store }).answer("fan#1", { n: 1 })).toMatchObject({ code: "session-conflict" });
  });

  it("reply to each key", async () => {
    const { start, answer, types } = bench(fan(3));
    await start();
    const results = await Promise.all([0, 1, 2].map((at) => answer(`fan#${at}`, { n: at }, `key-${at}`)));
    expect(results.map(({ kind }) => kind)).toEqual(["prompt", "prompt", "prompt"]);
    expect((await types()).filter((name) => name === "replied")).toHaveLength(3);
    for (const [at, result] of results.entries())
      expect(await answer(`fan#${at}`, { n: at }, `key-${at}`)).toEqual(result);
  });

  it("reply to a key when another engine has gone on meanwhile", async () => {
    const workflow = definition({
      one: { prompt: "One.", response: text, next: "two" },
      two: { prompt: "Two.", response: text, next: "three" },
      three: { prompt: "Three.", response: text, next: terminal },
    });
    const inner = memorySessionStore();
    const other = bench(workflow, { store: inner });
    const store = interrupted(
      inner,
      ([first]) => first?.type === "replied",
      () => other.answer("two", { text: "other" }),
    );
    const { start, answer } = bench(workflow, { store });
    await start();
    const result = await answer("one", { text: "mine" }, "k");
    expect(shown(result).step).toBe("two");
    expect(await answer("one", { text: "mine" }, "k")).toEqual(result);
    expect(shown(await other.resume()).step).toBe("three");
  });

  it("show what another engine joined", async () => {
    const told: string[] = [];
    const workflow = {
      ...fan(2),
      observers: { onStepComplete: ({ step }: { step: string }) => void told.push(step) },
    };
    const inner = memorySessionStore();
    const other = bench(fan(2), { store: inner });
    const store = interrupted(
      inner,
      ([first]) => first?.type === "answered" && first.step === "fan",
      () => other.resume(),
    );
    const { engine, start, answer, types } = bench(workflow, { store });
    await start();
    await answer("fan#0", { n: 0 });
    const result = shown(await answer("fan#1", { n: 1 }, "k"));
    await engine.flush();
    expect(result).toMatchObject({ step: "report", autoAdvanced: [{ step: "fan" }] });
    expect((await types()).slice(-2)).toEqual(["entered", "replied"]);
    expect(told.filter((step) => step === "fan")).toEqual([]);
  });

  it("say so when another engine has joined and is at work", async () => {
    const action = (): Promise<never> => new Promise(() => undefined);
    const workflow = fan(2, {}, { action });
    const inner = memorySessionStore();
    const other = bench(workflow, { store: inner });
    const store = interrupted(
      inner,
      ([first]) => first?.type === "answered" && first.step === "fan",
      async () => {
        void other.resume();
        while ((await other.types()).at(-1) !== "action-started") await Promise.resolve();
      },
    );
    const { start, answer } = bench(workflow, { store });
    await start();
    await answer("fan#0", { n: 0 });
    expect(await answer("fan#1", { n: 1 })).toMatchObject({ code: "session-conflict" });
  });
});

describe("a part that failed for good", () => {
  it("leads to onError though another part was answered meanwhile", async () => {
    let ran = 0;
    const action = ({ item }: { item?: unknown }): unknown => {
      ran++;
      if (item === 0) throw new Error("no");
      return {};
    };
    const workflow = fan(3, { action }, { onError: "repair" });
    const inner = memorySessionStore();
    const other = bench(workflow, { store: inner });
    const store = interrupted(
      inner,
      ([first]) => first?.type === "entered" && first.step === "repair",
      () => other.answer("fan#1", { n: 1 }),
    );
    const { start, answer } = bench(workflow, { store });
    await start();
    expect(shown(await answer("fan#0", { n: 0 })).step).toBe("repair");
    expect(ran).toBe(2);
  });
});

describe("a session that was removed meanwhile", () => {
  it("is a conflict", async () => {
    const inner = memorySessionStore();
    const store = interrupted(
      inner,
      ([first]) => first?.type === "answered",
      () => inner.remove("s"),
    );
    const { start, answer } = bench(fan(2), { store });
    await start();
    expect(await answer("fan#0", { n: 0 })).toMatchObject({ code: "session-conflict" });
  });
});

describe("a log that ends in the middle of a batch", () => {
  it("goes on with a part whose action ended, without running it again", async () => {
    let ran = 0;
    const workflow = fan(2, { action: () => ({ ran: ++ran }) });
    const whole = bench(workflow);
    await whole.start();
    await whole.answer("fan#0", { n: 0 });
    const records = await whole.records();
    const cut = records.slice(0, records.findIndex(({ type: name }) => name === "action-ended") + 1);
    const store = memorySessionStore();
    await store.append("s", cut, 0);
    const { resume, answer } = bench(workflow, { store });
    expect(shown(await resume())).toMatchObject({ step: "fan#1", parallel: { done: 1, total: 2 } });
    expect(shown(await answer("fan#1", { n: 1 })).prompt).toContain('[{"ran":1},{"ran":2}]');
    expect(ran).toBe(2);
  });
});

describe("results of a step that failed and then did not", () => {
  it("come in one order, warm or from a snapshot", async () => {
    const act = ({ response }: { response: unknown }): unknown => {
      if ((response as { n: number }).n === 0) throw new Error("no");
      return response;
    };
    const workflow = definition({
      first: { prompt: "First.", response: number, action: act, onError: "second", next: "second" },
      second: { prompt: ({ store }) => JSON.stringify(store.steps), response: number, next: "first" },
    });
    const prompts: unknown[][] = [];
    for (const cold of [false, true]) {
      let setup = bench(workflow, { snapshotEvery: cold ? 1 : 0 });
      await setup.start();
      const seen: unknown[] = [];
      for (const n of [1, 1, 0, 1, 1, 1, 0, 1, 1]) {
        const now = shown(await setup.resume());
        seen.push(now.prompt);
        await setup.answer(now.step, { n });
        await setup.engine.flush();
        if (cold) setup = setup.again();
      }
      prompts.push(seen);
    }
    expect(prompts[1]).toEqual(prompts[0]);
  });
});
