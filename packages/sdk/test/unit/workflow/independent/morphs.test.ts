import { action, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, loose, looseModule, made, prompted } from "./support.ts";

const n = type({ n: "number" });
const plusOne = type({ n: type("number").pipe((x) => x + 1) });
const trimmed = type({ text: "string.trim" });
const withDefault = type({ n: "number", q: "number = 5" });
const showParams = { prompt: ({ params }: Context) => JSON.stringify(params), next: terminal };

describe("schemas that change what they check", () => {
  it.each([
    ["a morph", plusOne, { n: 1 }, '{"n":2}'],
    ["a trim", trimmed, { text: " x " }, '{"text":"x"}'],
    ["a default", withDefault, { n: 1 }, '{"n":1,"q":5}'],
    ["a numeric text", type({ n: "string.numeric.parse" }), { n: "7" }, '{"n":7}'],
  ])("params: %s", async (_what, params, given, expected) => {
    const setup = bench(made({ a: showParams }, { params }));
    expect(prompted(await setup.start(given)).prompt).toContain(expected);
    expect(prompted(await setup.resume()).prompt).toContain(expected);
    expect(prompted(await setup.cold().resume()).prompt).toContain(expected);
    const told = await setup.engine.replay({ params: given, history: [] });
    expect(prompted(told).prompt).toContain(expected);
  });

  it.each([
    ["a morph", plusOne, { n: 1 }, { n: 2 }],
    ["a morph, of a frozen answer", plusOne, Object.freeze({ n: 1 }), { n: 2 }],
    ["a trim", trimmed, { text: " x " }, { text: "x" }],
    ["a default", withDefault, { n: 1 }, { n: 1, q: 5 }],
  ])("an answer: %s", async (_what, response, given, expected) => {
    const before = JSON.stringify(given);
    const setup = bench(made({ a: { prompt: "A", response, next: terminal } }));
    await setup.start();
    expect(ended(await setup.answer("a", given)).finalOutput).toEqual(expected);
    expect(JSON.stringify(given)).toBe(before);
  });

  it.each([
    ["a morph", plusOne, { n: 2 }],
    ["a default", withDefault, { n: 1, q: 5 }],
  ])("the final output: %s", async (_what, finalOutput, expected) => {
    const setup = bench(made({ a: { prompt: "A", response: n, next: terminal } }, { finalOutput }));
    await setup.start();
    expect(ended(await setup.answer("a", { n: 1 })).finalOutput).toEqual(expected);
    expect((await setup.cold().engine.status({ session: "s" })).finalOutput).toEqual(expected);
  });

  it.each([
    ["a morph", plusOne, { n: 2 }],
    ["a default", withDefault, { n: 1, q: 5 }],
  ])("an action's input, when it is the answer: %s", async (_what, input, expected) => {
    let got: unknown;
    const run = action({
      name: "x",
      input: input as Context,
      output: type("unknown"),
      run: (context) => ((got = context.input), 1),
    });
    const setup = bench(made({ a: { prompt: "A", response: n, action: { run }, next: terminal } }));
    await setup.start();
    ended(await setup.answer("a", { n: 1 }));
    expect(got).toEqual(expected);
  });

  it("an action's output that is part of its input", async () => {
    const run = action({ name: "x", input: n, output: plusOne, run: ({ input }) => input });
    const setup = bench(made({ a: { prompt: "A", response: n, action: { run }, next: terminal } }));
    await setup.start();
    expect(ended(await setup.answer("a", { n: 1 })).completed?.actionResult).toEqual({ n: 2 });
  });

  it("a sub-skill's params, made from an answer", async () => {
    const sub = made({ x: showParams }, { name: "sub", params: plusOne });
    const setup = bench(
      loose({ name: "n", entry: "a" })
        .step("a", { prompt: "A", response: n, next: "subskill:sub" })
        .subskill("sub", sub, { params: (response: unknown) => response })
        .build(),
    );
    await setup.start();
    expect(prompted(await setup.answer("a", { n: 1 })).prompt).toContain('{"n":2}');
    expect(prompted(await setup.cold().resume()).prompt).toContain('{"n":2}');
  });

  it("a module's params, made from the skill's", async () => {
    const inner = looseModule({ name: "m", entry: "x", params: plusOne })
      .step("x", { prompt: ({ params }: Context) => JSON.stringify(params), next: "__parent__" })
      .build();
    const setup = bench(
      loose({ name: "n", entry: "x", params: n })
        .register(inner, { next: terminal, params: ({ params }: Context) => params })
        .build(),
    );
    expect(prompted(await setup.start({ n: 1 })).prompt).toContain('{"n":2}');
  });
});
