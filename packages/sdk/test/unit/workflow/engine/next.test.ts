import { describe, expect, it } from "vitest";
import type { AnyNext, AnyStepContext, DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const prompted = (next: AnyNext, more: Partial<DefinedStep> = {}): DefinedStep => ({
  prompt: "Go.",
  response: text,
  next,
  ...more,
});
const x = { text: "x" };

async function after(next: AnyNext, output: unknown = x): Promise<ReturnType<typeof bench> & { step: unknown }> {
  const setup = bench(definition({ a: prompted(next), b: prompted(terminal), c: prompted(terminal) }));
  await setup.start();
  const result = await setup.answer("a", output);
  return {
    ...setup,
    step: result.kind === "prompt" ? result.step : result.kind === "error" ? result.code : result.kind,
  };
}

describe("next", () => {
  it("is a name, the step itself, the end, branches or a function", async () => {
    expect((await after("b")).step).toBe("b");
    expect((await after("self")).step).toBe("a");
    expect((await after(terminal)).step).toBe("done");
    expect((await after([{ to: "c", when: () => false }, { to: "b" }, { to: "c" }])).step).toBe("b");
    expect((await after([{ to: terminal, when: async () => true }, { to: "c" }])).step).toBe("done");
    expect((await after(({ response }) => (response as { text: string }).text, { text: "c" })).step).toBe("c");
    expect((await after(async () => terminal)).step).toBe("done");
    expect((await after(() => "self")).step).toBe("a");
  });

  it("fails as data if it leads nowhere", async () => {
    expect((await after([{ to: "b", when: () => false }])).step).toBe("no-branch");
    expect((await after("nope")).step).toBe("next-unknown");
    expect((await after("subskill:nope")).step).toBe("next-unknown");
    expect((await after("topic:nope")).step).toBe("next-unknown");
    expect((await after((() => undefined) as unknown as AnyNext)).step).toBe("next-unknown");
    expect((await after("toString")).step).toBe("next-unknown");
  });

  it("lets the step be answered differently when no branch fits and nothing was done", async () => {
    const setup = await after([{ to: "b", when: ({ response }) => (response as { text: string }).text === "y" }]);
    expect(setup.step).toBe("no-branch");
    expect(shown(await setup.answer("a", { text: "y" }))).toMatchObject({
      step: "b",
      completed: { response: { text: "y" } },
    });
    expect(await setup.engine.history({ session: "s" })).toMatchObject([{ response: { text: "y" } }]);
    expect(await setup.again().engine.status({ session: "s" })).toMatchObject({ visits: { a: 1 } });
  });

  it("sees the store with the present visit in it", async () => {
    let seen: unknown;
    await after(({ store, attempts, actionResult }: AnyStepContext) => {
      seen = { a: store.steps["a"], all: store.steps.all("a"), attempts, actionResult };
      return "b";
    });
    expect(seen).toEqual({ a: x, all: [x], attempts: 1, actionResult: undefined });
  });
});

describe("visits", () => {
  it("are counted: before the present one in a prompt, with it elsewhere", async () => {
    const seen: unknown[] = [];
    const { start, answer } = bench(
      definition({
        a: {
          prompt: ({ attempts }) => `p${attempts}`,
          response: text,
          action: ({ attempts }) => void seen.push(["action", attempts]),
          save: ({ attempts }) => void seen.push(["save", attempts]),
          next: ({ attempts }) => {
            seen.push(["next", attempts]);
            return attempts < 2 ? "self" : terminal;
          },
        },
      }),
    );
    expect(shown((await start()).result).prompt).toContain("p0");
    await answer("a", { text: 1 });
    expect(shown(await answer("a", x)).prompt).toContain("p1");
    await answer("a", x);
    const [one, two] = [1, 2].map((visit) => [
      ["action", visit],
      ["save", visit],
      ["next", visit],
    ]);
    expect(seen).toEqual([...one!, ...two!]);
  });

  it("B19 of a self-loop are bounded to 10", async () => {
    const { start, answer } = bench(definition({ a: prompted("self") }));
    await start();
    for (let visit = 1; visit < 10; visit++) expect(shown(await answer("a", x)).step).toBe("a");
    expect(failed(await answer("a", x))).toMatchObject({ error: "limit", code: "max-visits", step: "a", retry: false });
  });

  it("B19 of a cycle are bounded to 10 for each step", async () => {
    const { start, answer } = bench(definition({ a: prompted("b"), b: prompted("a") }));
    await start();
    for (let round = 1; round < 10; round++) {
      expect(shown(await answer("a", x)).step).toBe("b");
      expect(shown(await answer("b", x)).step).toBe("a");
    }
    expect(shown(await answer("a", x)).step).toBe("b");
    expect(failed(await answer("b", x))).toMatchObject({ code: "max-visits", step: "a" });
  });

  it("B19 are limited by the step's own maxVisits, not by what it points at", async () => {
    const { start, answer, records } = bench(
      definition({
        a: prompted("b"),
        b: prompted("a", { maxVisits: 2, onMaxVisits: "end" }),
        end: prompted(terminal),
      }),
    );
    await start();
    for (const step of ["a", "b", "a", "b"]) await answer(step, x);
    expect(shown(await answer("a", x)).step).toBe("end");
    expect((await records()).at(-1)).toMatchObject({ type: "entered", step: "end", reason: "max-visits" });
  });

  it("may be as many as the step says", async () => {
    const { start, answer } = bench(definition({ a: prompted("self", { maxVisits: 50 }) }));
    await start();
    for (let visit = 1; visit < 50; visit++) expect(shown(await answer("a", x)).step).toBe("a");
    expect(failed(await answer("a", x)).code).toBe("max-visits");
  });

  it("do not end in a circle of diversions", async () => {
    const { start, answer } = bench(
      definition({
        a: prompted("b"),
        b: prompted("b", { maxVisits: 1, onMaxVisits: "c" }),
        c: prompted("b", { maxVisits: 1, onMaxVisits: "b" }),
      }),
    );
    await start();
    await answer("a", x);
    expect(shown(await answer("b", x)).step).toBe("c");
    expect(failed(await answer("c", x)).code).toBe("max-visits");
  });

  it("that are refused do not count", async () => {
    const { start, answer, engine } = bench(definition({ a: prompted("b"), b: prompted(terminal) }));
    await start();
    for (let call = 0; call < 20; call++) await answer("a", {});
    expect(shown(await answer("a", x)).step).toBe("b");
    expect((await engine.status({ session: "s" })).visits).toEqual({ a: 1 });
  });
});

describe("the final output", () => {
  it("is the last answer of an agent", async () => {
    const gate: DefinedStep = { action: () => "published", next: terminal };
    const { start, answer } = bench(definition({ a: prompted("gate"), gate }));
    await start();
    const end = done(await answer("a", x));
    expect(end.finalOutput).toEqual(x);
    expect(end.completed?.step).toBe("a");
    expect(end.autoAdvanced).toEqual([{ step: "gate", response: {}, actionResult: "published", result: "published" }]);
  });

  it("is null if nobody answered", async () => {
    const { start } = bench(definition({ gate: { next: terminal } }));
    expect(done((await start()).result).finalOutput).toBeNull();
  });
});
