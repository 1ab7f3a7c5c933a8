import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, made, prompted, refused } from "./support.ts";

const n = type({ n: "number" });

describe("the order of one step", () => {
  it("validate, record, map, act, record, save, record, choose, record", async () => {
    const seen: string[] = [];
    const note = async (what: string): Promise<void> => {
      seen.push(`${what} after ${(await setup.kinds()).at(-1)}`);
    };
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: {
            run: {
              kind: "action",
              name: "act",
              input: type({ m: "number" }),
              output: type({ o: "number" }),
              run: async () => (await note("action"), { o: 1 }),
            },
            mapInput: async ({ response }: Context) => (await note("map"), { m: response.n }),
          },
          save: async () => (await note("save"), { step: "kept" }),
          next: async () => (await note("next"), "b"),
        },
        b: { prompt: async () => (await note("prompt"), "B"), next: terminal },
      }),
    );
    await setup.start();
    await setup.answer("a", { n: 1 });
    expect(seen).toEqual([
      "map after answered",
      "action after action-started",
      "save after action-ended",
      "next after saved",
      "prompt after entered",
    ]);
    expect(await setup.kinds()).toEqual([
      "started",
      "entered",
      "answered",
      "action-started",
      "action-ended",
      "saved",
      "entered",
    ]);
    await setup.answer("b");
    expect((await setup.kinds()).slice(7)).toEqual(["answered", "saved", "ended"]);
  });

  it("an invalid answer leaves no record, and calls nothing", async () => {
    const seen: string[] = [];
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          action: () => seen.push("act"),
          save: () => void seen.push("s"),
          next: terminal,
        },
      }),
    );
    await setup.start();
    const before = await setup.records();
    expect(refused(await setup.answer("a", { n: "x" })).retry).toBe(true);
    expect(await setup.records()).toEqual(before);
    expect(seen).toEqual([]);
  });

  it("gives prompt, save, next and when the right number of attempts", async () => {
    const seen: unknown[] = [];
    const setup = bench(
      made({
        a: {
          prompt: ({ attempts }: Context) => `visit ${attempts}`,
          response: n,
          action: ({ attempts }: Context) => void seen.push(["action", attempts]),
          save: ({ attempts }: Context) => void seen.push(["save", attempts]),
          next: [{ to: "self", when: ({ attempts }: Context) => attempts < 3 }, { to: terminal }],
        },
      }),
    );
    expect(prompted(await setup.start()).prompt).toContain("visit 0");
    await setup.answer("a", { n: "bad" });
    expect(prompted(await setup.answer("a", { n: 1 })).prompt).toContain("visit 1");
    expect(prompted(await setup.answer("a", { n: 1 })).prompt).toContain("visit 2");
    ended(await setup.answer("a", { n: 1 }));
    expect(seen).toEqual(
      [1, 2, 3].flatMap((at) => [
        ["action", at],
        ["save", at],
      ]),
    );
  });
});

describe("what a step keeps", () => {
  it.each([
    ["the answer", {}, { n: 1 }],
    ["what the action gave", { action: () => ({ acted: true }) }, { acted: true }],
    ["what save says", { action: () => ({ acted: true }), save: () => ({ step: [1] }) }, [1]],
    ["null, when save says null", { save: () => ({ step: null }) }, null],
    ["false, when save says false", { save: () => ({ step: false }) }, false],
    ["the answer, when save says nothing", { save: () => undefined }, { n: 1 }],
    ["the answer, when save says undefined", { save: () => ({ step: undefined }) }, { n: 1 }],
    ["null, when the action gives null", { action: () => null }, null],
  ])("%s", async (_what, config, expected) => {
    let kept: unknown;
    const setup = bench(
      made({
        a: { prompt: "A", response: n, ...config, next: "b" },
        b: { prompt: ({ store }: Context) => ((kept = store.steps.a), "B"), next: terminal },
      }),
    );
    await setup.start();
    expect(prompted(await setup.answer("a", { n: 1 })).completed?.result).toEqual(expected);
    expect(kept).toEqual(expected);
    expect((await setup.engine.history({ session: "s" }))[0]?.result).toEqual(expected);
  });

  it("finalOutput is the last answer, not what was saved or done", async () => {
    const setup = bench(
      made({ a: { prompt: "A", response: n, action: () => 5, save: () => ({ step: 6 }), next: terminal } }),
    );
    await setup.start();
    expect(ended(await setup.answer("a", { n: 1 }))).toEqual({
      kind: "done",
      done: true,
      finalOutput: { n: 1 },
      completed: { step: "a", response: { n: 1 }, actionResult: 5, result: 6 },
    });
  });

  it("an answer to a step without a schema is {}", async () => {
    const setup = bench(made({ a: { prompt: "A", next: terminal } }));
    expect(prompted(await setup.start()).schema).toBeNull();
    expect(ended(await setup.answer("a", { huge: 1 })).completed?.response).toEqual({});
  });

  it("extra keys pass through, and morphs are applied once", async () => {
    const doubling = type({ n: type("number").pipe((x) => x * 2) });
    const setup = bench(
      made({
        a: { prompt: "A", response: doubling, next: "b" },
        b: { prompt: ({ store }: Context) => String(store.steps.a.n), next: terminal },
      }),
    );
    await setup.start();
    const shown = prompted(await setup.answer("a", { n: 2, more: 1 }));
    expect(shown.completed?.response).toEqual({ n: 4, more: 1 });
    expect(prompted(await setup.cold().resume()).prompt).toContain("4");
  });
});

describe("frozen values", () => {
  const deep = type({ o: { x: "number" }, list: "object[]" });

  it("nothing that a callback is given can be changed, at any depth", async () => {
    const failures: string[] = [];
    const attack = (where: string, value: Context): void => {
      for (const [key, change] of [
        ["top", () => (value.o = 1)],
        ["deep", () => (value.o.x = 99)],
        ["list", () => value.list.push({})],
        ["item", () => (value.list[0].y = 1)],
      ] as const) {
        try {
          change();
          failures.push(`${where} ${key}`);
        } catch {
          // as it should be
        }
      }
    };
    const answer = { o: { x: 1 }, list: [{ y: 0 }] };
    const setup = bench(
      made(
        {
          a: {
            prompt: ({ params }: Context) => (attack("prompt params", params), "A"),
            response: deep,
            action: ({ response, params }: Context) => {
              attack("action response", response);
              attack("action params", params);
              return { o: { x: 2 }, list: [{ y: 0 }] };
            },
            save: ({ response, actionResult }: Context) => {
              attack("save response", response);
              attack("save actionResult", actionResult);
              return { sub: { o: { x: 3 }, list: [{ y: 0 }] } };
            },
            next: ({ store, response, actionResult }: Context) => {
              attack("next response", response);
              attack("next actionResult", actionResult);
              attack("next store", store.steps.a);
              attack("next sub-store", store.sub);
              attack("next all", store.steps.all("a")[0]);
              attack("next history", store.steps.history[0].response);
              return "b";
            },
          },
          b: { prompt: ({ store }: Context) => (attack("prompt store", store.steps.a), "B"), next: terminal },
        },
        { params: deep, stores: { sub: deep } },
      ),
    );
    const params = { o: { x: 1 }, list: [{ y: 0 }] };
    await setup.start(params);
    const result = prompted(await setup.answer("a", answer));
    attack("result response", result.completed?.response);
    expect(failures).toEqual([]);
    expect(result.completed?.response).toEqual(answer);
    // What the caller gave stays the caller's own.
    answer.o.x = 7;
    params.o.x = 7;
    expect((await setup.engine.history({ session: "s" }))[0]?.response).toEqual({ o: { x: 1 }, list: [{ y: 0 }] });
  });

  it("the store itself cannot be written to", async () => {
    const failures: string[] = [];
    const setup = bench(
      made({
        a: {
          prompt: "A",
          response: n,
          next: ({ store }: Context) => {
            for (const [what, change] of [
              ["new key", () => (store.evil = 1)],
              ["step", () => (store.steps.a = 1)],
              ["new step", () => (store.steps.b = 1)],
              ["history", () => store.steps.history.push(1)],
              ["all", () => store.steps.all("a").push(1)],
              ["delete", () => delete store.steps.a],
              ["method", () => (store.steps.ran = () => true)],
            ] as const) {
              try {
                change();
                failures.push(what);
              } catch {
                // as it should be
              }
            }
            return terminal;
          },
        },
      }),
    );
    await setup.start();
    ended(await setup.answer("a", { n: 1 }));
    expect(failures).toEqual([]);
  });
});

describe("results, exactly", () => {
  const text = (result: object): string => JSON.stringify(result);

  it("start, advance, done and errors have the keys of the wire, in its order", async () => {
    const setup = bench(
      made({
        a: { prompt: "A", response: n, action: () => ({ ok: true }), next: "gate" },
        gate: { action: () => 1, next: "b" },
        b: { prompt: "B", next: "last" },
        last: { prompt: "L", response: n, next: "tail" },
        tail: { next: terminal },
      }),
    );
    const first = prompted(await setup.start());
    expect(Object.keys(first)).toEqual(["kind", "step", "preamble", "prompt", "schema"]);
    expect(text(first)).toMatch(
      /^\{"kind":"prompt","step":"a","preamble":".*","prompt":"<prompt>\\nA\\n<\/prompt>","schema":\{/,
    );
    expect(text(await setup.answer("a", { n: "x" }))).toMatch(
      /^\{"kind":"error","error":"validation",("code":"answer-invalid",)?"step":"a","message":"n: n must be a number \(was a string\)","retry":true\}$/,
    );
    expect(refused(await setup.answer("nope"))).toMatchObject({ error: "validation", step: "nope", retry: false });
    expect(refused(await setup.answer("nope")).message).toContain('Unknown step "nope"');
    expect(text(await setup.answer("a", { n: 1 }))).toBe(
      '{"kind":"prompt","step":"b","prompt":"<prompt>\\nB\\n</prompt>","schema":null,"completed":{"step":"a","response":{"n":1},"actionResult":{"ok":true},"result":{"ok":true}},"autoAdvanced":[{"step":"gate","response":{},"actionResult":1,"result":1}]}',
    );
    expect(text(await setup.answer("b"))).toMatch(/"completed":\{"step":"b","response":\{\},"result":\{\}\}\}$/);
    expect(text(await setup.answer("last", { n: 2 }))).toMatch(
      /^\{"kind":"done","done":true,"finalOutput":(\{\}|\{"n":2\}),"completed":\{"step":"last","response":\{"n":2\},"result":\{"n":2\}\},"autoAdvanced":\[\{"step":"tail","response":\{\},"result":\{\}\}\]\}$/,
    );
  });

  it("a result survives JSON unchanged", async () => {
    const setup = bench(
      made({
        a: { prompt: "A", response: n, action: () => ({ u: undefined, d: 1 }), next: "b" },
        b: { prompt: "B", next: terminal },
      }),
    );
    await setup.start();
    const result = await setup.answer("a", { n: 1 });
    expect(JSON.parse(text(result))).toStrictEqual(result);
  });
});
