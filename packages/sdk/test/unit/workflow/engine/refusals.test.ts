import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { bench, definition, failed, shown, terminal, text } from "./definitions.ts";

let runs = 0;
const chain = definition({
  one: { prompt: "One.", response: text, next: "two" },
  two: { prompt: "Two.", response: text, action: () => ++runs, next: "three" },
  three: { prompt: "Three.", response: text, next: terminal },
});

describe("who may answer what", () => {
  it("B9 refuses an answer to a step that is not current, also to the last one", async () => {
    const { start, answer, types } = bench(chain);
    await start();
    const before = await types();
    for (const step of ["two", "three"]) {
      const refused = failed(await answer(step, { text: "x" }));
      expect(refused).toMatchObject({ error: "conflict", code: "step-not-current", step, retry: false });
      expect(refused.message).toContain('"one" is');
    }
    expect(await types()).toEqual(before);
  });

  it("B9 does not reopen a run that is over", async () => {
    const { start, answer } = bench(chain);
    await start();
    for (const step of ["one", "two", "three"]) await answer(step, { text: "x" });
    expect(failed(await answer("one", { text: "x" }))).toMatchObject({ code: "session-ended", retry: false });
  });

  it("B10 does nothing when the same answer comes again", async () => {
    const { start, answer, records } = bench(chain);
    await start();
    await answer("one", { text: "x" });
    const length = (await records()).length;
    expect(failed(await answer("one", { text: "x" })).code).toBe("step-not-current");
    expect(await records()).toHaveLength(length);
  });

  it("B10 gives the same result for the same key, and runs nothing twice", async () => {
    const { start, answer, again, records } = bench(chain);
    await start();
    await answer("one", { text: "x" }, "k1");
    runs = 0;
    const first = await answer("two", { text: "y" }, "k2");
    const length = (await records()).length;
    expect(await answer("two", { text: "y" }, "k2")).toEqual(first);
    expect(await again().answer("two", { text: "other" }, "k2")).toEqual(first);
    expect(shown(await again().answer("one", { text: "x" }, "k1")).step).toBe("two");
    expect({ runs, length: (await records()).length }).toEqual({ runs: 1, length });
  });

  it("keeps the last 256 keys", async () => {
    const loop = definition({ work: { prompt: "Go.", next: "self", maxVisits: 1_000 } });
    const { start, answer, records, again } = bench(loop);
    await start();
    for (let call = 0; call < 300; call++) await answer("work", {}, `k${call}`);
    const length = (await records()).length;
    expect(shown(await again().answer("work", {}, "k299")).kind).toBe("prompt");
    expect(await records()).toHaveLength(length);
    await again().answer("work", {}, "k1");
    expect((await records()).length).toBeGreaterThan(length);
  });

  it("lets a key be used again when the answer was refused", async () => {
    const { start, answer } = bench(chain);
    await start();
    expect(failed(await answer("one", { text: 1 }, "k")).code).toBe("answer-invalid");
    expect(shown(await answer("one", { text: "x" }, "k")).step).toBe("two");
  });

  it("joins calls with one key that are made at once", async () => {
    const { start, answer } = bench(chain);
    await start();
    await answer("one", { text: "x" });
    runs = 0;
    const results = await Promise.all([1, 2, 3].map(() => answer("two", { text: "y" }, "k")));
    expect(new Set(results.map((result) => shown(result).step))).toEqual(new Set(["three"]));
    expect(runs).toBe(1);
  });

  it("B22 lets one of 50 answers win that come at once", async () => {
    for (const engines of [1, 50]) {
      const first = bench(chain);
      await first.start();
      const others = Array.from({ length: 50 }, () => (engines === 1 ? first : first.again()));
      const results = await Promise.all(others.map((other) => other.answer("one", { text: "x" })));
      expect(results.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
      const refused = results.filter(({ kind }) => kind === "error").map(failed);
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["session-conflict"]));
      expect(refused[0]).toMatchObject({ error: "conflict", retry: false });
      expect(await first.types()).toEqual(["started", "entered", "answered", "saved", "entered"]);
    }
  });

  it("B22 runs the action once when 50 answers come at once", async () => {
    const first = bench(chain);
    await first.start();
    await first.answer("one", { text: "x" });
    runs = 0;
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, place) => (place % 2 ? first : first.again()).answer("two", { text: "y" })),
    );
    expect(results.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
    expect(runs).toBe(1);
  });

  it("tells a conflict, and goes on from what somebody else recorded", async () => {
    const first = bench(chain);
    await first.start();
    const second = first.again();
    await second.answer("one", { text: "x" });
    expect(failed(await first.answer("one", { text: "x" })).code).toBe("step-not-current");
    expect(shown(await first.answer("two", { text: "x" })).step).toBe("three");
  });

  it("takes no id that cannot be one", async () => {
    const { engine } = bench(chain);
    for (const session of ["../../etc", "", "a/b", "-x", "x".repeat(200)]) {
      expect(failed((await engine.start({ session })).result).code).toBe("usage");
      expect(failed((await engine.advance({ session, step: "one", output: {} })).result).code).toBe("session-unknown");
      expect(failed((await engine.resume({ session })).result).code).toBe("session-unknown");
      await expect(engine.status({ session })).rejects.toMatchObject({ code: "session-unknown" });
    }
  });

  it("does not start a session twice", async () => {
    const { start, types } = bench(chain);
    await start();
    expect(failed((await start()).result).code).toBe("session-conflict");
    expect(await types()).toEqual(["started", "entered"]);
  });

  it("B14 keeps nothing of a start with invalid params", async () => {
    const { start, store } = bench({ ...chain, params: type({ path: "string" }) });
    const { result, sequence } = await start({ path: 1 });
    expect(failed(result)).toMatchObject({ error: "params", code: "params-invalid", retry: false });
    expect(failed(result).message).toMatch(/^path: /);
    expect({ sequence, kept: await store.readTail("s") }).toEqual({ sequence: 0, kept: undefined });
  });
});

describe("a workflow that was changed", () => {
  const changed = definition({
    one: { prompt: "One.", response: text, next: "three" },
    three: { prompt: "Three.", response: text, next: terminal },
  });

  it("goes on only if somebody says so, and then for good", async () => {
    const { start, store } = bench(chain);
    await start();
    const other = bench(changed, { store });
    expect(await other.engine.status({ session: "s" })).toMatchObject({ drifted: true });
    const refused = failed(await other.answer("one", { text: "x" }));
    expect(refused).toMatchObject({ error: "session", code: "session-mismatch", retry: false });
    expect(refused.hint).toContain("acceptDrift");
    expect(failed(await other.resume()).code).toBe("session-mismatch");
    expect(shown(await other.resume({ acceptDrift: true })).step).toBe("one");
    expect(shown(await other.again().answer("one", { text: "x" })).step).toBe("three");
    expect(await other.engine.status({ session: "s" })).toMatchObject({ drifted: false });
  });

  it("never goes on with a session of another skill", async () => {
    const { start, store } = bench(chain);
    await start();
    const other = bench({ ...chain, name: "other" }, { store });
    expect(failed(await other.resume({ acceptDrift: true })).code).toBe("session-mismatch");
  });

  it("is the same one with another prompt or another action", async () => {
    const { start, store } = bench(chain);
    await start();
    const other = bench(
      { ...chain, steps: { ...chain.steps, one: { ...chain.steps["one"]!, prompt: "Uno." } } },
      { store },
    );
    expect(await other.engine.status({ session: "s" })).toMatchObject({ drifted: false });
  });
});
