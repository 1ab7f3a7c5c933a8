import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkflowEngine, memorySessionStore, type SessionStore, terminal, type } from "@tradecraft/sdk/workflow";
import { fileSessionStore } from "@tradecraft/sdk/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bench, type Context, ended, loose, made, prompted, refused, sleep } from "./support.ts";

const n = type({ n: "number" });
const end = { prompt: "End", response: n, next: terminal };
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "independent-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("an idempotency key", () => {
  const counting = (): { definition: ReturnType<typeof made>; runs: () => number } => {
    let runs = 0;
    const definition = made({
      a: { prompt: "A", response: n, action: () => ++runs, next: "b" },
      b: { ...end, action: () => ++runs },
    });
    return { definition, runs: () => runs };
  };

  it("gives the same result again, also on a cold engine, later, and after the end", async () => {
    const { definition, runs } = counting();
    const setup = bench(definition);
    await setup.start();
    const first = await setup.answer("a", { n: 1 }, "k1");
    expect(await setup.answer("a", { n: 1 }, "k1")).toEqual(first);
    expect(await setup.cold().answer("a", { n: 1 }, "k1")).toEqual(first);
    const second = await setup.answer("b", { n: 2 }, "k2");
    expect(await setup.cold().answer("a", { n: 1 }, "k1")).toEqual(first);
    expect(await setup.cold().answer("b", { n: 2 }, "k2")).toEqual(second);
    expect(ended(second).kind).toBe("done");
    expect(runs()).toBe(2);
  });

  it("of a refused answer does not pin the refusal: the mended answer may use it", async () => {
    const setup = bench(counting().definition);
    await setup.start();
    refused(await setup.answer("a", { n: "x" }, "k"));
    expect(prompted(await setup.answer("a", { n: 1 }, "k")).step).toBe("b");
  });

  it("keeps the order of keys in the result that is given again", async () => {
    const setup = bench(counting().definition);
    await setup.start();
    const first = await setup.answer("a", { n: 1 }, "k");
    expect(JSON.stringify(await setup.cold().answer("a", { n: 1 }, "k"))).toBe(JSON.stringify(first));
  });

  it.each(["__proto__", "constructor", "", " ", "x".repeat(10_000), "\ud800", "a\nb"])(
    "may be any text: %j",
    async (key) => {
      const { definition, runs } = counting();
      const setup = bench(definition);
      await setup.start();
      const first = await setup.answer("a", { n: 1 }, key);
      if (first.kind === "error") return;
      expect(await setup.cold().answer("a", { n: 1 }, key)).toEqual(first);
      expect(runs()).toBe(1);
    },
  );

  it("twice at once: the action runs once, and both get the result or a conflict", async () => {
    let runs = 0;
    const setup = bench(
      made({ a: { prompt: "A", response: n, action: async () => (await sleep(10), ++runs), next: "b" }, b: end }),
    );
    await setup.start();
    const results = await Promise.all(Array.from({ length: 5 }, () => setup.answer("a", { n: 1 }, "k")));
    expect(runs).toBe(1);
    expect(results.some(({ kind }) => kind === "prompt")).toBe(true);
    expect(await setup.answer("a", { n: 1 }, "k")).toEqual(results.find(({ kind }) => kind === "prompt"));
  });
});

describe("a race", () => {
  it.each([
    ["one engine, memory", () => memorySessionStore(), false],
    ["fifty engines, memory", () => memorySessionStore(), true],
    ["one engine, files", () => fileSessionStore(join(folder, "one"), { durability: "os" }), false],
    ["fifty engines, files", () => fileSessionStore(join(folder, "fifty"), { durability: "os" }), true],
  ] as [string, () => SessionStore, boolean][])(
    "of fifty answers: one wins, the others are told (%s)",
    async (_what, makeStore, many) => {
      let runs = 0;
      const definition = made({ a: { prompt: "A", response: n, action: () => ++runs, next: "b" }, b: end });
      const store = makeStore();
      const setup = bench(definition, { store });
      await setup.start();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (many ? bench(definition, { store }) : setup).answer("a", { n: at })),
      );
      const winners = results.filter(({ kind }) => kind === "prompt");
      expect(winners).toHaveLength(1);
      expect(runs).toBe(1);
      for (const result of results) {
        if (result.kind !== "prompt")
          expect(["session-conflict", "step-not-current", "action-uncertain"]).toContain(refused(result).code);
      }
      expect((await setup.kinds()).filter((kind) => kind === "answered")).toHaveLength(1);
      ended(await setup.cold().answer("b", { n: 1 }));
    },
    20_000,
  );

  it("of two starts with one id: one wins", async () => {
    const store = memorySessionStore();
    const definition = made({ a: end });
    const results = await Promise.all(Array.from({ length: 5 }, () => bench(definition, { store }).start()));
    expect(results.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
    for (const result of results) if (result.kind !== "prompt") expect(refused(result).code).toBe("session-conflict");
  });
});

describe("back", () => {
  const steps = {
    a: { prompt: "A", response: n, next: "g" },
    g: { next: "b" },
    b: { prompt: ({ store }: Context) => `B ${store.steps.a.n}`, response: n, next: "c" },
    c: end,
  };

  it("shows the step before again; its answer is gone from the store", async () => {
    const setup = bench(made(steps));
    await setup.start();
    await setup.answer("a", { n: 1 });
    expect(prompted(await setup.back()).step).toBe("a");
    expect((await setup.cold().engine.status({ session: "s" })).visits).toEqual({});
    expect(await setup.cold().engine.history({ session: "s" })).toEqual([]);
    expect(prompted(await setup.cold().answer("a", { n: 2 })).prompt).toContain("B 2");
  });

  it("to a step, over several; an unknown or unvisited one is refused", async () => {
    const setup = bench(made(steps));
    await setup.start();
    for (const step of ["a", "b"]) await setup.answer(step, { n: 1 });
    for (const to of ["nope", "c2", "__proto__", "constructor", ""]) {
      expect([to, refused(await setup.back({ to })).code]).toEqual([to, "back-refused"]);
    }
    expect(prompted(await setup.back({ to: "a" })).step).toBe("a");
    expect(refused(await setup.back({ to: "b" })).code).toBe("back-refused");
    expect(refused(await setup.back()).code).toBe("back-refused");
  });

  it("over a finished action only with force; the action then runs again", async () => {
    let runs = 0;
    const setup = bench(made({ a: { prompt: "A", response: n, action: () => ++runs, next: "b" }, b: end }));
    await setup.start();
    await setup.answer("a", { n: 1 });
    expect(refused(await setup.back()).code).toBe("back-refused");
    expect(prompted(await setup.back({ force: true })).step).toBe("a");
    expect(prompted(await setup.answer("a", { n: 1 })).completed?.actionResult).toBe(2);
  });

  it("from the end reopens the run, or is refused; the log stays valid", async () => {
    const setup = bench(made(steps));
    await setup.start();
    for (const step of ["a", "b", "c"]) await setup.answer(step, { n: 1 });
    const result = await setup.back();
    if (result.kind === "prompt") {
      expect(result.step).toBe("c");
      expect(ended(await setup.cold().answer("c", { n: 2 })).finalOutput).toEqual({ n: 2 });
    } else expect(refused(result).code).toMatch(/back-refused|session-ended/);
  });

  it("undoes visits, so that limits count what is left; and back twice goes two steps", async () => {
    const setup = bench(made({ a: { prompt: "A", maxVisits: 2, onMaxVisits: "c", next: "self" }, c: end }));
    await setup.start();
    for (let round = 0; round < 5; round++) {
      expect(prompted(await setup.answer("a")).step).toBe("a");
      expect(prompted(await setup.answer("a")).step).toBe("c");
      prompted(await setup.cold().back());
      expect(prompted(await setup.cold().back()).prompt).toContain("A");
      expect((await setup.engine.status({ session: "s" })).visits).toEqual({});
    }
  });

  it("undoes writes to sub-stores and parts of a parallel step", async () => {
    const setup = bench(
      made(
        {
          a: {
            prompt: "A",
            response: n,
            save: ({ response }: Context) => ({ sub: { [`k${response.n}`]: 1 } }),
            next: "p",
          },
          p: {
            over: () => [1, 2],
            each: { prompt: ({ store }: Context) => JSON.stringify(store.sub), response: n },
            next: terminal,
          },
        },
        { stores: { sub: type({ "[string]": "number" }) } },
      ),
    );
    await setup.start();
    await setup.answer("a", { n: 1 });
    await setup.answer("p#1", { n: 5 });
    expect(prompted(await setup.cold().back({ to: "a" })).step).toBe("a");
    const shown = prompted(await setup.cold().answer("a", { n: 2 }));
    expect(shown.prompt).toContain('{"k2":1}');
    expect(shown.parallel).toMatchObject({ done: 0, total: 2 });
  });
});

describe("after a failed routing", () => {
  it("another answer does not repeat the action silently", async () => {
    let runs = 0;
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: () => ++runs,
          next: [{ to: terminal, when: ({ response }: Context) => response.n === 1 }],
        },
      }),
    );
    await setup.start();
    expect(refused(await setup.answer("a", { n: 0 })).code).toBe("no-branch");
    await setup.answer("a", { n: 1 });
    expect(runs).toBe(1);
  });

  it("there is a way out: back with force shows the step again", async () => {
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: () => 1,
          next: [{ to: terminal, when: ({ response }: Context) => response.n === 1 }],
        },
      }),
    );
    await setup.start();
    await setup.answer("a", { n: 0 });
    const shown = await setup.back({ force: true });
    const other = shown.kind === "prompt" ? shown : await setup.back({ to: "a", force: true });
    expect(prompted(other).step).toBe("a");
    ended(await setup.answer("a", { n: 1 }));
  });
});

describe("status", () => {
  it("tells where a session stands, at each moment", async () => {
    let during: unknown;
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: async () => void (during = (await setup.engine.status({ session: "s" })).state),
          next: "b",
        },
        b: end,
      }),
      { now: () => new Date(0) },
    );
    await setup.start();
    expect(await setup.engine.status({ session: "s" })).toEqual({
      session: "s",
      skill: "sample",
      sequence: 2,
      state: "waiting",
      step: "a",
      visits: {},
      remaining: 2,
      startedAt: "1970-01-01T00:00:00.000Z",
      drifted: false,
    });
    await setup.answer("a", { n: 1 });
    expect(["working", "uncertain"]).toContain(during);
    expect(await setup.cold().engine.status({ session: "s" })).toMatchObject({
      state: "waiting",
      step: "b",
      visits: { a: 1 },
      remaining: 1,
    });
    await setup.answer("b", { n: 2 });
    expect(await setup.cold().engine.status({ session: "s" })).toMatchObject({
      state: "ended",
      visits: { a: 1, b: 1 },
      finalOutput: { n: 2 },
    });
  });

  it("of an unknown session throws or tells; calls for one are refused as data", async () => {
    const setup = bench(made({ a: end }));
    for (const session of ["unknown", "../../etc/passwd", "__proto__", "", "a/b", "x".repeat(300)]) {
      expect(refused((await setup.engine.advance({ session, step: "a", output: {} })).result).error).toBe("session");
      expect(refused((await setup.engine.resume({ session })).result).error).toBe("session");
      expect(refused((await setup.engine.back({ session })).result).error).toBe("session");
      await expect(setup.engine.status({ session })).rejects.toThrow();
      await expect(setup.engine.history({ session })).rejects.toThrow();
    }
  });
});

describe("drift", () => {
  const before = made({ a: { prompt: "A", response: n, next: "b" }, b: end });
  const changed = made({ a: { prompt: "A", response: n, next: "c" }, c: end, b: end });
  const mended = made({ a: { prompt: "A, mended", response: n, next: "b" }, b: { ...end, prompt: "End, mended" } });

  it("a changed graph is refused until it is accepted", async () => {
    const setup = bench(before);
    await setup.start();
    const other = setup.cold(changed);
    expect((await other.engine.status({ session: "s" })).drifted).toBe(true);
    expect(refused(await other.answer("a", { n: 1 })).code).toBe("session-mismatch");
    expect(refused(await other.resume()).code).toBe("session-mismatch");
    expect(prompted(await other.resume({ acceptDrift: true })).step).toBe("a");
    expect(prompted(await other.answer("a", { n: 1 })).step).toBe("c");
    expect((await setup.cold(changed).engine.status({ session: "s" })).drifted).toBe(false);
  });

  it("mended texts are no drift; another skill is", async () => {
    const setup = bench(before);
    await setup.start();
    expect(prompted(await setup.cold(mended).resume()).prompt).toContain("A, mended");
    const other = setup.cold(loose({ name: "other", entry: "a" }).step("a", end).build());
    expect(refused(await other.resume()).code).toBe("session-mismatch");
  });

  it("accepting a definition in which the current step is gone is told, not thrown", async () => {
    const setup = bench(before);
    await setup.start();
    const other = setup.cold(made({ z: end }));
    const result = await other.resume({ acceptDrift: true });
    expect(refused(result).kind).toBe("error");
  });
});

describe("snapshots and laziness", () => {
  it("a warm engine reads no whole log to advance; a cold one reads the tail only", async () => {
    const inner = memorySessionStore();
    const calls: string[] = [];
    const store: SessionStore = {
      ...inner,
      append: (...args) => inner.append(...args),
      readTail: (id) => (calls.push("tail"), inner.readTail(id)),
      read: async (id, range) => {
        const part = await inner.read(id, range);
        if ((part?.records.length ?? 0) > 5) calls.push("read");
        return part;
      },
      writeSnapshot: (...args) => inner.writeSnapshot(...args),
      remove: (id) => inner.remove(id),
    };
    const definition = made({ a: { prompt: "A", maxVisits: 500, next: "self" } });
    const setup = bench(definition, { store, snapshotEvery: 10 });
    await setup.start();
    for (let at = 0; at < 100; at++) await setup.answer("a");
    await setup.engine.flush();
    expect(calls).not.toContain("read");
    const tail = await inner.readTail("s");
    expect(tail?.records.length).toBeLessThanOrEqual(20);
    calls.length = 0;
    prompted(await setup.cold().answer("a"));
    expect(calls).not.toContain("read");
  });

  it("a store that fails to snapshot changes nothing", async () => {
    const inner = memorySessionStore();
    const problems: unknown[] = [];
    const store: SessionStore = { ...inner, writeSnapshot: () => Promise.reject(new Error("full")) };
    const engine = createWorkflowEngine(made({ a: { prompt: "A", maxVisits: 50, next: "self" } }), {
      store,
      snapshotEvery: 1,
      onProblem: (problem) => problems.push(problem),
    });
    const { session } = await engine.start();
    for (let at = 0; at < 5; at++) prompted((await engine.advance({ session, step: "a", output: {} })).result);
    await engine.flush();
    expect(problems.length).toBeGreaterThan(0);
  });
});
