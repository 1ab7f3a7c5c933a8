import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, made, prompted, refused } from "./support.ts";

const n = type({ n: "number" });

/** What a prompt after these steps sees of the store. */
async function seenBy(
  steps: Record<string, object>,
  answers: readonly [string, unknown][],
  look: (store: Context) => unknown,
  more: object = {},
): Promise<unknown> {
  let seen: unknown;
  const setup = bench(
    made({ ...steps, look: { prompt: ({ store }: Context) => ((seen = look(store)), "L"), next: terminal } }, more),
  );
  await setup.start();
  for (const [name, output] of answers) prompted(await setup.answer(name, output));
  const warm = seen;
  seen = "never shown";
  prompted(await setup.cold().resume());
  expect(seen).toEqual(warm);
  return warm;
}

const looped = {
  a: {
    prompt: "A",
    response: n,
    next: [{ to: "self", when: ({ response }: Context) => response.n < 3 }, { to: "look" }],
  },
};
const thrice: [string, unknown][] = [1, 2, 3].map((at) => ["a", { n: at }]);

describe("the store", () => {
  it("has the latest, all, ran and the history", async () => {
    expect(
      await seenBy(looped, thrice, (store) => ({
        latest: store.steps.a,
        all: store.steps.all("a"),
        none: store.steps.all("look"),
        ran: [store.steps.ran("a"), store.steps.ran("look"), store.steps.ran("nope")],
        history: store.steps.history,
        missing: store.steps.nope,
      })),
    ).toEqual({
      latest: { n: 3 },
      all: [{ n: 1 }, { n: 2 }, { n: 3 }],
      none: [],
      ran: [true, false, false],
      history: [1, 2, 3].map((at) => ({ step: "a", response: { n: at }, result: { n: at } })),
      missing: undefined,
    });
  });

  it("can be enumerated, spread and serialised", async () => {
    expect(
      await seenBy(
        looped,
        thrice,
        (store) => ({
          keys: Object.keys(store).toSorted(),
          in: ["steps" in store, "sub" in store, "a" in store.steps, "look" in store.steps],
          spread: { ...store.steps }.a,
          json: JSON.parse(JSON.stringify(store)).steps.a,
          sub: JSON.parse(JSON.stringify(store)).sub,
        }),
        { stores: { sub: type({ "x?": "number" }) } },
      ),
    ).toMatchObject({
      keys: ["steps", "sub"],
      in: [true, true, true, false],
      spread: { n: 3 },
      json: { n: 3 },
      sub: {},
    });
  });

  it("knows nothing of Object.prototype", async () => {
    expect(
      await seenBy(looped, thrice, (store) =>
        ["constructor", "toString", "__proto__", "hasOwnProperty"].map((name) => [
          store.steps.ran(name),
          store.steps.all(name).length,
          typeof store.steps.all(name),
        ]),
      ),
    ).toEqual(Array.from({ length: 4 }, () => [false, 0, "object"]));
  });

  it("works for steps with names of Object.prototype", async () => {
    const steps = {
      constructor: { prompt: "A", response: n, next: "toString" },
      toString: { prompt: "B", response: n, next: "look" },
    };
    expect(
      await seenBy(
        steps,
        [
          ["constructor", { n: 1 }],
          ["toString", { n: 2 }],
        ],
        (store) => [store.steps.constructor, store.steps.all("toString"), store.steps.ran("valueOf")],
        { entry: "constructor" },
      ),
    ).toEqual([{ n: 1 }, [{ n: 2 }], false]);
  });
});

describe("sub-stores", () => {
  const stores = {
    sub: type({ "deep?": { "a?": "number", "b?": "number", "list?": "number[]" }, "n?": "number | null" }),
  };
  const chain = (...writes: (() => unknown)[]): [Record<string, object>, [string, unknown][]] => [
    Object.fromEntries(
      writes.map((save, at) => [`s${at}`, { prompt: "S", save, next: at + 1 < writes.length ? `s${at + 1}` : "look" }]),
    ),
    writes.map((_, at) => [`s${at}`, {}]),
  ];

  it("are deep-merged: objects go together, lists and others are replaced, undefined is skipped", async () => {
    const [steps, answers] = chain(
      () => ({ sub: { deep: { a: 1, list: [1, 2] }, n: 1 } }),
      () => ({ sub: { deep: { b: 2, list: [3] }, n: undefined } }),
      () => ({ sub: { deep: { a: undefined } } }),
    );
    expect(await seenBy(steps, answers, (store) => store.sub, { stores })).toEqual({
      deep: { a: 1, b: 2, list: [3] },
      n: 1,
    });
  });

  it("null is a value", async () => {
    const [steps, answers] = chain(
      () => ({ sub: { n: 1 } }),
      () => ({ sub: { n: null } }),
    );
    expect(await seenBy(steps, answers, (store) => store.sub, { stores })).toEqual({ n: null });
  });

  it("a nested partial write is right", async () => {
    const strict = { sub: type({ deep: { a: "number", b: "number" } }) };
    const [steps, answers] = chain(
      () => ({ sub: { deep: { a: 1 } } }),
      () => ({ sub: { deep: { b: 2 } } }),
    );
    expect(await seenBy(steps, answers, (store) => store.sub, { stores: strict })).toEqual({ deep: { a: 1, b: 2 } });
  });

  it.each([
    ["a store that was not declared", { other: { n: 1 } }],
    ["a wrong value", { sub: { n: "text" } }],
    ["a wrong nested value", { sub: { deep: { a: "text" } } }],
    ["no object", { sub: 5 }],
  ])("refuse %s", async (_what, saved) => {
    const setup = bench(made({ a: { prompt: "A", save: () => saved, next: terminal } }, { stores }));
    await setup.start();
    expect(refused(await setup.answer("a")).code).toBe("store-invalid");
  });

  it("are not poisoned by __proto__", async () => {
    const [steps, answers] = chain(() => ({
      sub: JSON.parse('{"__proto__":{"evil":1},"deep":{"__proto__":{"evil":1}}}') as unknown,
    }));
    const setup = bench(made({ ...steps, look: { prompt: "L", next: terminal } }, { stores }));
    await setup.start();
    await setup.answer(answers[0]![0]);
    expect(({} as Context).evil).toBeUndefined();
  });
});

describe("a save that fails", () => {
  it("is told, keeps the action's result, and is tried again by resume", async () => {
    let runs = 0;
    let broken = true;
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: () => ++runs,
          save: () => {
            if (broken) throw new Error("disk");
          },
          next: terminal,
        },
      }),
    );
    await setup.start();
    const failure = refused(await setup.answer("a", { n: 1 }));
    expect([failure.code, failure.step]).toEqual(["save-failed", "a"]);
    expect(failure.message).toContain("disk");
    broken = false;
    expect(ended(await setup.cold().resume()).completed?.actionResult).toBe(1);
    expect(runs).toBe(1);
  });

  it.each([5, "text", [], () => 1, new Date(0)])("refuses what is no object: %s", async (saved) => {
    const setup = bench(made({ a: { prompt: "A", save: () => saved, next: terminal } }));
    await setup.start();
    expect(["save-failed", "store-invalid"]).toContain(refused(await setup.answer("a")).code);
  });
});
