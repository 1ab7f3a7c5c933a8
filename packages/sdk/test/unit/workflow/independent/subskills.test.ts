import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, loose, looseModule, made, prompted, refused } from "./support.ts";

const n = type({ n: "number" });
const end = { prompt: "End", response: n, next: terminal };

const doctor = made(
  {
    look: { prompt: ({ params, attempts }: Context) => `look ${params.n} ${attempts}`, response: n, next: "tell" },
    tell: { prompt: ({ store }: Context) => `tell ${JSON.stringify(store.steps)}`, response: n, next: terminal },
  },
  { name: "doctor", params: n, finalOutput: n, system: "You are a doctor." },
);

describe("a sub-skill without a way back", () => {
  const dispatcher = loose({ name: "d", entry: "a", system: "You dispatch." })
    .step("a", { prompt: "A", response: n, next: "subskill:doc" })
    .subskill("doc", doctor, { params: (response: Context) => ({ n: response.n + 1 }) })
    .build();

  it("is entered with its params, prefix, preamble and system; its end is the end", async () => {
    const setup = bench(dispatcher);
    const first = prompted(await setup.start());
    expect(first.preamble).toMatch(/^You dispatch\./);
    const entered = prompted(await setup.answer("a", { n: 1 }));
    expect(Object.keys(entered)).toEqual(["kind", "step", "preamble", "prompt", "schema", "completed"]);
    expect([entered.step, entered.prompt]).toEqual(["doc/look", "<prompt>\nlook 2 0\n</prompt>"]);
    expect(entered.preamble).toContain("You are a doctor.");
    expect(entered.completed).toEqual({ step: "a", response: { n: 1 }, result: { n: 1 } });
    const told = prompted(await setup.cold().answer("doc/look", { n: 5 }));
    expect(told.prompt).toContain('"look":{"n":5}');
    expect(told.preamble).toBeUndefined();
    expect(told.completed?.step).toBe("doc/look");
    const done = ended(await setup.cold().answer("doc/tell", { n: 6 }));
    expect([done.finalOutput, done.completed?.step]).toEqual([{ n: 6 }, "doc/tell"]);
  });

  it("its store is its own", async () => {
    const setup = bench(dispatcher);
    await setup.start();
    await setup.answer("a", { n: 1 });
    expect(prompted(await setup.answer("doc/look", { n: 5 })).prompt).not.toContain('"a":');
  });

  it("is started directly, with its own params and prefixed names", async () => {
    const setup = bench(dispatcher);
    const first = prompted(await setup.start({ n: 9 }, { subskill: "doc" }));
    expect([first.step, first.prompt]).toEqual(["doc/look", "<prompt>\nlook 9 0\n</prompt>"]);
    expect(first.preamble).toContain("You are a doctor.");
    await setup.cold().answer("doc/look", { n: 1 });
    ended(await setup.cold().answer("doc/tell", { n: 2 }));
    for (const subskill of ["nope", "__proto__", "constructor"]) {
      const other = bench(dispatcher);
      expect([subskill, refused(await other.start({}, { subskill })).kind]).toEqual([subskill, "error"]);
    }
  });

  it("params that do not fit are told, repeat nothing, and can be gone back from", async () => {
    let runs = 0;
    const setup = bench(
      loose({ name: "d", entry: "a" })
        .step("a", { prompt: "A", response: type({ x: "unknown" }), action: () => ++runs, next: "subskill:doc" })
        .subskill("doc", doctor, { params: ({ x }: Context) => x })
        .build(),
    );
    await setup.start();
    const failure = refused(await setup.answer("a", { x: "nonsense" }));
    expect(failure.code).toBe("params-invalid");
    expect(refused(await setup.resume()).code).toBe("params-invalid");
    expect(runs).toBe(1);
    expect(prompted(await setup.back({ to: "a", force: true })).step).toBe("a");
    expect(prompted(await setup.answer("a", { x: { n: 3 } })).step).toBe("doc/look");
  });

  it("steps of it are refused while the dispatcher is current, and the other way around", async () => {
    const setup = bench(dispatcher);
    await setup.start();
    expect(refused(await setup.answer("doc/look", { n: 1 })).code).toBe("step-not-current");
    await setup.answer("a", { n: 1 });
    for (const step of ["a", "look", "doc/tell"])
      expect(refused(await setup.answer(step, { n: 1 })).code).toMatch(/^step-/);
  });
});

describe("a sub-skill that returns", () => {
  const returning = loose({ name: "d", entry: "a", finalOutput: n })
    .step("a", {
      prompt: ({ attempts }: Context) => `A${attempts}`,
      response: n,
      next: ({ response }: Context) => (response.n < 3 ? "subskill:doc" : "z"),
    })
    .step("z", { prompt: ({ store }: Context) => JSON.stringify(store.steps), response: n, next: terminal })
    .subskill("doc", doctor, { params: (response: unknown) => response, next: "a" })
    .build();

  it("gives its final output to the dispatcher's store, for each visit", async () => {
    const setup = bench(returning);
    await setup.start();
    for (const at of [1, 2]) {
      prompted(await setup.cold().answer("a", { n: at }));
      const looked = prompted(await setup.cold().answer("doc/look", { n: at * 10 }));
      expect(looked.prompt).toContain(`"look":{"n":${at * 10}}`);
      const back = prompted(await setup.cold().answer("doc/tell", { n: at * 100 }));
      expect([back.step, back.prompt]).toEqual(["a", `<prompt>\nA${at}\n</prompt>`]);
    }
    const last = prompted(await setup.cold().answer("a", { n: 3 }));
    expect(last.prompt).toContain('"doc":{"n":200}');
    expect(ended(await setup.cold().answer("z", { n: 7 })).finalOutput).toEqual({ n: 7 });
  });

  it("a second visit of the sub-skill starts with a clean store and clean attempts", async () => {
    const setup = bench(returning);
    await setup.start();
    await setup.answer("a", { n: 1 });
    await setup.answer("doc/look", { n: 10 });
    await setup.answer("doc/tell", { n: 100 });
    expect(prompted(await setup.answer("a", { n: 2 })).prompt).toContain("look 2 0");
  });

  it("the loop through it is bounded", async () => {
    const steps = { x: { prompt: "X", next: terminal } };
    const setup = bench(
      loose({ name: "d", entry: "a" })
        .step("a", { prompt: "A", next: "subskill:sub" })
        .subskill("sub", made(steps, { name: "sub" }), { next: "a" })
        .build(),
    );
    let result = await setup.start();
    let calls = 0;
    while (result.kind === "prompt" && calls < 100) {
      result = await setup.answer(result.step);
      calls++;
    }
    expect(refused(result).code).toBe("max-visits");
    expect(calls).toBeLessThanOrEqual(20);
  });

  it("next of the registration may be branches, a function or terminal", async () => {
    for (const next of [
      [{ to: "z", when: ({ response }: Context) => response.n === 5 }, { to: "a" }],
      ({ response }: Context) => (response.n === 5 ? "z" : "a"),
      terminal,
    ]) {
      const setup = bench(
        loose({ name: "d", entry: "a" })
          .step("a", { prompt: "A", next: "subskill:sub" })
          .step("z", { prompt: "Z", next: terminal })
          .subskill("sub", made({ x: end }, { name: "sub" }), { next })
          .build(),
      );
      await setup.start();
      await setup.answer("a");
      const result = await setup.answer("sub/x", { n: 5 });
      if (next === terminal) expect(ended(result).finalOutput).toEqual({ n: 5 });
      else expect(prompted(result).step).toBe("z");
    }
  });
});

describe("nesting", () => {
  const leaf = made(
    { x: { prompt: ({ params }: Context) => `leaf ${params.n}`, response: n, next: terminal } },
    { name: "leaf", params: n, finalOutput: n },
  );
  const middle = loose({ name: "middle", entry: "m", params: n, finalOutput: n })
    .step("m", { prompt: "M", response: n, next: "subskill:leaf" })
    .step("after", { prompt: ({ store }: Context) => `after ${store.steps.leaf.n}`, response: n, next: terminal })
    .subskill("leaf", leaf, { params: (response: unknown) => response, next: "after" })
    .build();
  const top = loose({ name: "top", entry: "t", finalOutput: n })
    .step("t", { prompt: "T", response: n, next: "subskill:middle" })
    .step("end", { prompt: ({ store }: Context) => `end ${store.steps.middle.n}`, response: n, next: terminal })
    .subskill("middle", middle, { params: (response: unknown) => response, next: "end" })
    .build();

  it("three levels deep and back, on cold engines", async () => {
    const setup = bench(top);
    const went: string[] = [];
    let result = await setup.start();
    let at = 0;
    while (result.kind === "prompt") {
      went.push(`${result.step}: ${result.prompt.split("\n")[1]}`);
      result = await setup.cold().answer(result.step, { n: ++at });
    }
    expect(went).toEqual(["t: T", "middle/m: M", "middle/leaf/x: leaf 2", "middle/after: after 3", "end: end 4"]);
    expect(ended(result).finalOutput).toEqual({ n: 5 });
    expect((await setup.engine.history({ session: "s" })).map(({ step }) => step)).toEqual(
      expect.arrayContaining(["t", "middle/m", "middle/leaf/x", "middle/after", "end"]),
    );
  });

  it("the same, told again each time", async () => {
    const { engine } = bench(top);
    const history: unknown[] = [];
    let result = await engine.replay({ history });
    for (let at = 1; result.kind === "prompt"; at++) {
      result = await engine.replay({ history, answer: { step: result.step, output: { n: at } } });
      if (result.kind === "redirect") break;
      if (result.completed) history.push(result.completed);
      history.push(...(result.kind === "error" ? [] : (result.autoAdvanced ?? [])));
    }
    expect(ended(result).finalOutput).toEqual({ n: 5 });
  });
});

describe("modules", () => {
  const counter = looseModule({
    name: "counter",
    entry: "count",
    params: type({ by: "number = 2" }),
    stores: { tally: type({ "n?": "number" }) },
  })
    .step("count", {
      prompt: ({ params, store }: Context) => `by ${params.by} from ${store.tally.n ?? 0}`,
      save: ({ params, store }: Context) => ({ tally: { n: (store.tally.n ?? 0) + params.by } }),
      next: [{ to: "self", when: ({ store }: Context) => store.tally.n < 5 }, { to: "__parent__" }],
    })
    .build();

  it("have params and stores of their own; __parent__ in branches leads to the parent's next", async () => {
    const setup = bench(
      loose({ name: "n", entry: "a", params: n })
        .step("a", { prompt: "A", next: "count" })
        .register(counter, { next: "z", params: ({ params }: Context) => ({ by: params.n }) })
        .step("z", { prompt: ({ params, store }: Context) => JSON.stringify([params, store.tally]), next: terminal })
        .build(),
    );
    await setup.start({ n: 3 });
    expect(prompted(await setup.answer("a")).prompt).toContain("by 3 from 0");
    expect(prompted(await setup.cold().answer("count")).prompt).toContain("by 3 from 3");
    expect(prompted(await setup.cold().answer("count")).prompt).toContain('[{"n":3},{"n":6}]');
  });

  it("__parent__ from a function, and from onError and onMaxVisits", async () => {
    const part = looseModule({ name: "m", entry: "x" })
      .step("x", {
        prompt: "X",
        action: () => {
          throw new Error("x");
        },
        onError: "__parent__",
        next: () => "__parent__",
      })
      .step("y", { prompt: "Y", next: () => "__parent__" })
      .build();
    const setup = bench(
      loose({ name: "n", entry: "x" }).register(part, { next: "y2" }).step("y2", { prompt: "Y2", next: "y" }).build(),
    );
    await setup.start();
    expect(prompted(await setup.answer("x")).step).toBe("y2");
    await setup.answer("y2");
    expect(prompted(await setup.answer("y")).step).toBe("y2");
  });

  it("defaults of a module's params are applied; params that do not fit are told", async () => {
    const plain = bench(
      loose({ name: "n", entry: "count" })
        .register(counter, { next: terminal, params: () => ({}) })
        .build(),
    );
    expect(prompted(await plain.start()).prompt).toContain("by 2 from 0");
    const wrong = bench(
      loose({ name: "n", entry: "count" })
        .register(counter, { next: terminal, params: () => ({ by: "x" }) })
        .build(),
    );
    expect(refused(await wrong.start()).kind).toBe("error");
  });
});
