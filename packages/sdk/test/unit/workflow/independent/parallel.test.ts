import { terminal, type } from "@tradecraft/sdk/workflow";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, loose, looseModule, made, prompted, refused } from "./support.ts";

const n = type({ n: "number" });
const end = { prompt: "End", next: terminal };
const list = (items: unknown, more: object = {}, each: object = {}): object => ({
  over: () => items,
  each: { prompt: ({ item, index }: Context) => `${index}: ${JSON.stringify(item)}`, response: n, ...each },
  next: terminal,
  ...more,
});

describe("a list in parallel", () => {
  it("shows every part, takes answers in any order, joins in the list's order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), fc.boolean(), async (order, cold) => {
        const setup = bench(made({ p: list(["a", "b", "c", "d", "e"]) }));
        const first = prompted(await setup.start());
        expect(first.parallel).toMatchObject({ step: "p", done: 0, total: 5 });
        expect(first.parallel?.open.map(({ step }) => step)).toEqual(["p#0", "p#1", "p#2", "p#3", "p#4"]);
        for (const [count, part] of order.entries()) {
          const result = await (cold ? setup.cold() : setup).answer(`p#${part}`, { n: part });
          if (count < 4) expect(prompted(result).parallel).toMatchObject({ done: count + 1, total: 5 });
          else expect(ended(result).finalOutput).toEqual([0, 1, 2, 3, 4].map((at) => ({ n: at })));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("key order of a prompt with parts", async () => {
    const setup = bench(made({ p: list([1, 2]) }));
    const first = prompted(await setup.start());
    expect(Object.keys(first)).toEqual(["kind", "step", "preamble", "prompt", "schema", "parallel"]);
    expect(first.step).toBe("p#0");
    expect(first.prompt).toContain("0: 1");
    expect(Object.keys(first.parallel ?? {})).toEqual(["step", "done", "total", "open"]);
    expect(Object.keys(first.parallel?.open[0] ?? {})).toEqual(["step", "prompt", "schema"]);
  });

  it("an empty list is done at once", async () => {
    const setup = bench(
      made({
        p: list([], { next: "z" }),
        z: { prompt: ({ store }: Context) => JSON.stringify(store.steps.p), next: terminal },
      }),
    );
    const shown = prompted(await setup.start());
    expect([shown.step, shown.prompt]).toEqual(["z", "<prompt>\n[]\n</prompt>"]);
  });

  it("refuses a part twice, a part that is not there, and the step itself", async () => {
    const setup = bench(made({ p: list([1, 2]) }));
    await setup.start();
    await setup.answer("p#0", { n: 0 });
    const log = await setup.records();
    for (const step of ["p#0", "p#2", "p#-1", "p#", "p#00", "p#1.0", "p#x", "p", "p#__proto__", "p#1#0"]) {
      expect([step, refused(await setup.answer(step, { n: 0 })).kind]).toEqual([step, "error"]);
    }
    expect(await setup.records()).toEqual(log);
    ended(await setup.answer("p#1", { n: 1 }));
  });

  it("an invalid answer of one part leaves the others", async () => {
    const setup = bench(made({ p: list([1, 2]) }));
    await setup.start();
    const failure = refused(await setup.answer("p#1", { n: "x" }));
    expect([failure.code, failure.step, failure.retry]).toEqual(["answer-invalid", "p#1", true]);
    await setup.answer("p#1", { n: 1 });
    expect(ended(await setup.answer("p#0", { n: 0 })).finalOutput).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it("runs an action per part, with item, index and a key of its own", async () => {
    const keys: string[] = [];
    const each = {
      action: ({ item, index, response, key }: Context) => (keys.push(key), `${item}${index}${response.n}`),
    };
    const setup = bench(made({ p: list(["x", "y"], {}, each) }));
    await setup.start();
    await setup.answer("p#1", { n: 1 });
    const result = ended(await setup.answer("p#0", { n: 0 }));
    expect(result.completed).toEqual({ step: "p#0", response: { n: 0 }, actionResult: "x00", result: "x00" });
    expect(result.autoAdvanced?.map(({ step, result: kept }) => [step, kept])).toEqual([["p", ["x00", "y11"]]]);
    expect(new Set(keys).size).toBe(2);
  });

  it("a failing part's action is told for the part; the others go on; resume tries it again", async () => {
    let broken = true;
    const each = {
      action: ({ item }: Context) => {
        if (broken && item === 1) throw new Error("part");
        return item;
      },
    };
    const setup = bench(made({ p: list([1, 2], {}, each) }));
    await setup.start();
    const failure = refused(await setup.answer("p#0", { n: 0 }));
    expect([failure.code, failure.step]).toEqual(["action-failed", "p#0"]);
    broken = false;
    prompted(await setup.resume());
    expect(ended(await setup.answer("p#1", { n: 0 })).finalOutput).toEqual([1, 2]);
  });

  it("onError of the step is where a failing part leads", async () => {
    const each = {
      action: () => {
        throw new Error("part");
      },
    };
    const setup = bench(made({ p: list([1, 2], { onError: "z" }, each), z: end }));
    await setup.start();
    expect(prompted(await setup.answer("p#1", { n: 0 })).step).toBe("z");
    expect(refused(await setup.answer("p#0", { n: 0 })).code).toBe("step-not-current");
  });

  it.each([
    ["no list", 5],
    ["undefined", undefined],
    ["a text", "abc"],
    ["an object", { length: 2 }],
    ["items that are no JSON", [1n]],
  ])("an `over` that gives %s is an error, not a crash", async (_what, items) => {
    const setup = bench(made({ a: { prompt: "A", next: "p" }, p: list(items) }));
    await setup.start();
    expect(refused(await setup.answer("a")).kind).toBe("error");
  });

  it("an `over` or a part's prompt that throws is told", async () => {
    const over = (): never => {
      throw new Error("no list");
    };
    const setup = bench(made({ a: { prompt: "A", next: "p" }, p: list([], { over }) }));
    await setup.start();
    expect(refused(await setup.answer("a")).message).toContain("no list");
    const prompt = (): never => {
      throw new Error("no prompt");
    };
    const other = bench(made({ a: { prompt: "A", next: "p" }, p: list([1], {}, { prompt }) }));
    await other.start();
    expect(refused(await other.answer("a")).message).toContain("no prompt");
  });

  it("the list is what it was on entry, though the source changes", async () => {
    const items = ["a", "b"];
    const setup = bench(made({ p: list(items) }));
    await setup.start();
    items.push("c");
    expect(prompted(await setup.cold().answer("p#0", { n: 0 })).parallel?.total).toBe(2);
    ended(await setup.cold().answer("p#1", { n: 0 }));
  });

  it("a visit in a loop fans out anew", async () => {
    const setup = bench(
      made({
        p: list(null, {
          over: ({ store }: Context) => Array.from({ length: 1 + store.steps.all("p").length }),
          each: { prompt: "E", response: n },
          next: [{ to: "self", when: ({ attempts }: Context) => attempts < 3 }, { to: terminal }],
        }),
      }),
    );
    const totals: unknown[] = [];
    let result = await setup.start();
    while (result.kind === "prompt") {
      totals.push(result.parallel?.total);
      result = await setup.answer(result.step, { n: 1 });
    }
    expect(totals).toEqual([1, 2, 2, 3, 3, 3]);
    expect(ended(result).finalOutput).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  });

  it("parts answered at once, each counts once; who loses may try again", async () => {
    const setup = bench(made({ p: list(Array.from({ length: 20 }, (_, at) => at)) }));
    await setup.start();
    const left = new Set(Array.from({ length: 20 }, (_, at) => at));
    for (let round = 0; left.size > 0 && round < 200; round++) {
      const results = await Promise.all(
        [...left].map(async (at) => [at, await setup.answer(`p#${at}`, { n: at })] as const),
      );
      for (const [at, result] of results)
        if (result.kind !== "error") left.delete(at);
        else expect(result.retry).toBe(true);
    }
    expect((await setup.engine.status({ session: "s" })).state).toBe("ended");
    const answered = (await setup.records()).filter(
      (record) => record.type === "answered" && record.step.includes("#"),
    );
    expect(answered).toHaveLength(20);
  });
});

describe("named branches in parallel", () => {
  const branches = {
    lint: { prompt: "Lint", response: n },
    test: { prompt: "Test" },
    constructor: { prompt: "C", response: n },
  };

  it("joins by name, in the order of declaration", async () => {
    let joined: Context;
    const setup = bench(
      made({ p: { branches, save: ({ response }: Context) => void (joined = response), next: terminal } }),
    );
    expect(prompted(await setup.start()).parallel?.open.map(({ step }) => step)).toEqual([
      "p#lint",
      "p#test",
      "p#constructor",
    ]);
    await setup.answer("p#constructor", { n: 3 });
    await setup.answer("p#test", { ignored: 1 });
    const result = ended(await setup.answer("p#lint", { n: 1 }));
    expect(JSON.stringify(result.finalOutput)).toBe('{"lint":{"n":1},"test":{},"constructor":{"n":3}}');
    expect(joined).toEqual(result.finalOutput);
    expect(Array.isArray(joined)).toBe(false);
  });

  it("next of the join decides with the joined result", async () => {
    const setup = bench(
      made({
        p: {
          branches: { a: { prompt: "A", response: n }, b: { prompt: "B", response: n } },
          next: ({ response }: Context) => (response.a.n > response.b.n ? "x" : "y"),
        },
        x: end,
        y: end,
      }),
    );
    await setup.start();
    await setup.answer("p#a", { n: 2 });
    expect(prompted(await setup.answer("p#b", { n: 1 })).step).toBe("x");
  });
});

describe("parallel in a sub-skill and in a module", () => {
  const inner = (): ReturnType<typeof made> => made({ p: list([1, 2]) }, { name: "inner" });

  it("has its prefix, and its join is the sub-skill's output", async () => {
    const setup = bench(
      loose({ name: "n", entry: "a" })
        .step("a", { prompt: "A", next: "subskill:sub" })
        .step("z", { prompt: ({ store }: Context) => JSON.stringify(store.steps.sub), next: terminal })
        .subskill("sub", inner(), { next: "z" })
        .build(),
    );
    await setup.start();
    const shown = prompted(await setup.answer("a"));
    expect(shown.parallel?.step).toBe("sub/p");
    expect(shown.parallel?.open.map(({ step }) => step)).toEqual(["sub/p#0", "sub/p#1"]);
    await setup.cold().answer("sub/p#1", { n: 1 });
    const after = prompted(await setup.cold().answer("sub/p#0", { n: 0 }));
    expect([after.step, after.prompt]).toEqual(["z", '<prompt>\n[{"n":0},{"n":1}]\n</prompt>']);
  });

  it("a module's step sees the module's params in its parts", async () => {
    const part = looseModule({ name: "m", entry: "x", params: n })
      .step("x", { prompt: ({ params }: Context) => `m${params.n}`, next: "__parent__" })
      .build();
    const setup = bench(
      loose({ name: "n", entry: "x" })
        .register(part, { next: "p", params: () => ({ n: 5 }) })
        .parallel("p", list([1]))
        .build(),
    );
    expect(prompted(await setup.start()).prompt).toContain("m5");
    expect(prompted(await setup.answer("x")).step).toBe("p#0");
  });
});
