import { describe, expect, it } from "vitest";
import { bench, definition, done, failed, noted, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };
const keys: string[] = [];
const chain = definition({
  one: { prompt: "One.", response: text, next: "gate" },
  gate: { next: "two" },
  two: { prompt: ({ store }) => JSON.stringify(store.steps), response: text, next: "three" },
  three: { prompt: "Three.", response: text, action: ({ key }) => noted(keys, key, "done"), next: "four" },
  four: { prompt: "Four.", response: text, next: terminal },
});

async function at(step: "two" | "three" | "four"): Promise<ReturnType<typeof bench>> {
  const setup = bench(chain);
  await setup.start();
  for (const each of ["one", "two", "three"]) {
    if (each === step) break;
    await setup.answer(each, x);
  }
  return setup;
}

describe("a step back", () => {
  it("leads to the step before that was answered, and forgets what came after", async () => {
    const { engine, answer, records, again } = await at("three");
    const { result, sequence } = await engine.back({ session: "s" });
    expect(shown(result).step).toBe("two");
    expect((await records()).at(-1)).toMatchObject({ type: "backed", to: 8 });
    expect(sequence).toBe((await records()).length);
    expect((await engine.status({ session: "s" })).visits).toEqual({ one: 1, gate: 1 });
    expect(shown((await again().engine.back({ session: "s" })).result).step).toBe("one");
    const redone = shown(await answer("one", { text: "again" }));
    expect(redone).toMatchObject({ step: "two", prompt: expect.stringContaining('"one":{"text":"again"}') });
    expect(await engine.history({ session: "s" })).toMatchObject([
      { step: "one", response: { text: "again" } },
      { step: "gate" },
    ]);
  });

  it("leads to the last visit of a step", async () => {
    const { engine, again } = await at("three");
    expect(shown((await engine.back({ session: "s", to: "one" })).result).step).toBe("one");
    expect(shown(await again().resume()).step).toBe("one");
  });

  it("is refused where there is none", async () => {
    const { engine } = await at("two");
    expect(failed((await engine.back({ session: "s", to: "four" })).result)).toMatchObject({
      error: "usage",
      code: "back-refused",
      retry: false,
    });
    expect(failed((await engine.back({ session: "s", to: "gate" })).result).code).toBe("back-refused");
    await engine.back({ session: "s" });
    expect(failed((await engine.back({ session: "s" })).result).code).toBe("back-refused");
    expect(failed((await engine.back({ session: "no" })).result).code).toBe("session-unknown");
  });

  it("over an action that ran needs force, and the action gets another key", async () => {
    keys.length = 0;
    const { engine, answer, types } = await at("four");
    const before = await types();
    const refused = failed((await engine.back({ session: "s" })).result);
    expect(refused).toMatchObject({ code: "back-refused", hint: expect.stringContaining("force") });
    expect(await types()).toEqual(before);
    expect(shown((await engine.back({ session: "s", force: true })).result).step).toBe("three");
    expect(shown(await answer("three", x)).step).toBe("four");
    expect(keys).toEqual(["s:three:1", "s:three:2"]);
  });

  it("leads to the step itself if its answer led nowhere", async () => {
    const { start, answer, engine } = bench(
      definition({
        one: { prompt: "One.", response: text, next: "two" },
        two: { prompt: "Two.", response: text, next: [{ to: "one", when: () => false }] },
      }),
    );
    await start();
    await answer("one", x);
    expect(failed(await answer("two", x)).code).toBe("no-branch");
    expect(shown((await engine.back({ session: "s" })).result).step).toBe("two");
    expect(shown((await engine.back({ session: "s" })).result).step).toBe("one");
  });

  it("leads to the visit before of the same step", async () => {
    for (const snapshotEvery of [0, 1, 2, 4]) {
      const loop = definition({ one: { prompt: ({ attempts }) => `p${attempts}`, response: text, next: "self" } });
      const setup = bench(loop, { snapshotEvery });
      await setup.start();
      const next = setup.again();
      expect(shown(await next.answer("one", x)).prompt).toContain("p1");
      await next.engine.flush();
      expect(shown((await setup.again().engine.back({ session: "s", force: true })).result).prompt).toContain("p0");
      expect(shown(await setup.again().answer("one", x)).prompt).toContain("p1");
    }
  });

  it("opens a run that is over", async () => {
    const { engine, answer, again } = await at("four");
    done(await answer("four", x));
    expect(shown((await engine.back({ session: "s" })).result).step).toBe("four");
    expect(done(await again().answer("four", { text: "better" })).finalOutput).toEqual({ text: "better" });
  });

  it("does not make an old call count again", async () => {
    const { engine, answer } = await at("two");
    const first = shown(await answer("two", x, "k"));
    await engine.back({ session: "s" });
    expect(await answer("two", x, "k")).toEqual(first);
    expect(shown(await answer("two", x, "other")).step).toBe("three");
  });

  it("is read rightly with a snapshot from before, and without one", async () => {
    for (const snapshotEvery of [0, 1, 3]) {
      const setup = bench(chain, { snapshotEvery });
      await setup.start();
      for (const step of ["one", "two"]) await setup.answer(step, x);
      await setup.engine.flush();
      await setup.engine.back({ session: "s" });
      await setup.engine.flush();
      await setup.answer("two", { text: "y" });
      await setup.engine.flush();
      const other = setup.again();
      expect(shown(await other.resume())).toMatchObject({ step: "three", completed: { response: { text: "y" } } });
      expect((await other.engine.history({ session: "s" })).map(({ step }) => step)).toEqual(["one", "gate", "two"]);
      expect((await setup.store.readTail("s"))?.snapshot?.sequence).toBeGreaterThan(0);
    }
  });
});
