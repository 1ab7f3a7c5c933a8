import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, loose, made, prompted, refused } from "./support.ts";

const n = type({ n: "number" });
const end = { prompt: "End", next: terminal };

describe("next", () => {
  it.each([
    ["a name", "b"],
    ["branches, the first that holds", [{ to: "c", when: () => false }, { to: "b", when: () => true }, { to: "c" }]],
    ["a branch without when", [{ to: "b" }, { to: "c" }]],
    ["a function", () => "b"],
    ["an async function", async () => "b"],
    ["an async when", [{ to: "c", when: async () => false }, { to: "b" }]],
  ])("may be %s", async (_what, next) => {
    const setup = bench(made({ a: { prompt: "A", next }, b: end, c: end }));
    await setup.start();
    expect(prompted(await setup.answer("a")).step).toBe("b");
  });

  it.each([
    ["terminal", terminal],
    ["a function that gives terminal", () => terminal],
    ["an async function that gives terminal", async () => terminal],
    ["a branch to terminal", [{ to: terminal }]],
    ["a plain object that says terminal", { terminal: true }],
  ])("may end the run: %s", async (_what, next) => {
    const setup = bench(made({ a: { prompt: "A", response: n, next } }));
    await setup.start();
    expect(ended(await setup.answer("a", { n: 1 })).finalOutput).toEqual({ n: 1 });
  });

  it.each([
    ["no branch holds", [{ to: "b", when: () => false }], "no-branch"],
    [
      "a function throws",
      () => {
        throw new Error("lost");
      },
      "next-failed",
    ],
    [
      "a when throws",
      [
        {
          to: "b",
          when: () => {
            throw new Error("lost");
          },
        },
      ],
      "next-failed",
    ],
    [
      "a function rejects",
      async () => {
        throw new Error("lost");
      },
      "next-failed",
    ],
    ["a function gives an unknown name", () => "zzz", "next-unknown"],
    ["a function gives nothing", () => undefined, "next-unknown"],
    ["a function gives null", () => null, "next-unknown"],
    ["a function gives a number", () => 5, "next-unknown"],
    ["a function gives __proto__", () => "__proto__", "next-unknown"],
    ["a function gives constructor", () => "constructor", "next-unknown"],
    ["a function gives __parent__", () => "__parent__", "next-unknown"],
    ["a function gives an unknown sub-skill", () => "subskill:x", "next-unknown"],
    ["a function gives an unknown topic", () => "topic:constructor", "next-unknown"],
    ["a function gives terminal: false", () => ({ terminal: false }), "next-unknown"],
  ])("when %s, tells it and repeats no action", async (_what, next, code) => {
    let runs = 0;
    const setup = bench(made({ a: { prompt: "A", response: n, action: () => ++runs, next }, b: end }));
    await setup.start();
    const failure = refused(await setup.answer("a", { n: 1 }));
    expect([failure.code, failure.step]).toEqual([code, "a"]);
    expect(refused(await setup.cold().resume()).code).toBe(code);
    expect(runs).toBe(1);
  });

  it("when it fails, what was saved is on record, and save is not called again", async () => {
    let saves = 0;
    let broken = true;
    const next = (): object => {
      if (broken) throw new Error("lost");
      return terminal;
    };
    const setup = bench(made({ a: { prompt: "A", save: () => ({ step: ++saves }), next } }));
    await setup.start();
    refused(await setup.answer("a"));
    expect((await setup.kinds()).at(-1)).toBe("saved");
    broken = false;
    expect(ended(await setup.cold().resume()).completed?.result).toBe(1);
    expect(saves).toBe(1);
  });

  it("when it fails in stateless mode, what the action gave is told, so that it need not run again", async () => {
    let runs = 0;
    let broken = true;
    const next = (): object => {
      if (broken) throw new Error("lost");
      return terminal;
    };
    const { engine } = bench(made({ a: { prompt: "A", action: () => ++runs, next } }));
    const failure = refused(await engine.replay({ history: [], answer: { step: "a", output: {} } }));
    broken = false;
    const history = [failure.completed].filter((entry) => entry !== undefined);
    expect(history).toHaveLength(1);
    expect(ended(await engine.replay({ history })).kind).toBe("done");
    expect(runs).toBe(1);
  });

  it("only a true `when` holds, not a truthy text of an author's mistake", async () => {
    const seen: Context[] = [];
    const setup = bench(
      made(
        {
          a: {
            prompt: "A",
            response: n,
            action: () => "r",
            next: [{ to: "b", when: (context: Context) => (seen.push(context), true) }],
          },
          b: end,
        },
        { params: type({ p: "number" }) },
      ),
    );
    await setup.start({ p: 1 });
    await setup.answer("a", { n: 1 });
    expect(seen[0]).toMatchObject({ response: { n: 1 }, actionResult: "r", params: { p: 1 }, attempts: 1 });
    expect(seen[0].store.steps.a).toBe("r");
  });

  it("checks the final output, and says so when it does not fit", async () => {
    const unknown = type({ n: "unknown" });
    const setup = bench(made({ a: { prompt: "A", response: unknown, next: terminal } }, { finalOutput: n }));
    await setup.start();
    expect(refused(await setup.answer("a", { n: "x" })).code).toBe("final-output-invalid");
  });
});

describe("visits", () => {
  const visit = async (setup: ReturnType<typeof bench>, step: string): Promise<string> => {
    const result = await setup.answer(step);
    return result.kind === "prompt" ? result.step : result.kind === "error" ? result.code : "done";
  };

  it("a self-loop is bounded to ten visits by itself", async () => {
    const setup = bench(made({ a: { prompt: "A", next: "self" } }));
    await setup.start();
    const went: string[] = [];
    for (let at = 0; at < 10; at++) went.push(await visit(setup, "a"));
    expect(went).toEqual([...Array.from({ length: 9 }, () => "a"), "max-visits"]);
  });

  it("a pair in a cycle is bounded by each step's own visits", async () => {
    const setup = bench(made({ a: { prompt: "A", next: "b" }, b: { prompt: "B", next: "a" } }));
    await setup.start();
    for (let at = 0; at < 19; at++) expect(await visit(setup, at % 2 ? "b" : "a")).toBe(at % 2 ? "a" : "b");
    expect(await visit(setup, "b")).toBe("max-visits");
  });

  it("a chain is not bounded by the default, nor a step entered from many places in no cycle", async () => {
    const steps: Record<string, object> = {};
    for (let at = 0; at < 30; at++) steps[`s${at}`] = { prompt: "S", next: at < 29 ? `s${at + 1}` : terminal };
    const setup = bench(made(steps));
    await setup.start();
    for (let at = 0; at < 29; at++) expect(await visit(setup, `s${at}`)).toBe(`s${at + 1}`);
    expect(await visit(setup, "s29")).toBe("done");
  });

  it.each([1, 2, 3])("maxVisits %i is about the step itself, and leads to onMaxVisits", async (maxVisits) => {
    const setup = bench(
      made({ a: { prompt: "A", next: "b" }, b: { prompt: "B", maxVisits, onMaxVisits: "out", next: "a" }, out: end }),
    );
    await setup.start();
    const went: string[] = [];
    for (let at = 0, step = "a"; step !== "out" && at < 20; at++) went.push((step = await visit(setup, step)));
    expect(went.filter((step) => step === "b")).toHaveLength(maxVisits);
    expect(went.at(-1)).toBe("out");
  });

  it("maxVisits above ten is allowed", async () => {
    const setup = bench(made({ a: { prompt: "A", maxVisits: 15, onMaxVisits: "out", next: "self" }, out: end }));
    await setup.start();
    for (let at = 0; at < 14; at++) expect(await visit(setup, "a")).toBe("a");
    expect(await visit(setup, "a")).toBe("out");
  });

  it("a step visited once is not diverted because its target was visited often", async () => {
    const setup = bench(
      made({
        t: {
          prompt: "T",
          maxVisits: 20,
          next: [{ to: "self", when: ({ attempts }: Context) => attempts < 5 }, { to: "once" }],
        },
        once: { prompt: "O", maxVisits: 2, onMaxVisits: "out", next: "t" },
        out: end,
      }),
    );
    await setup.start();
    for (let at = 0; at < 4; at++) expect(await visit(setup, "t")).toBe("t");
    expect(await visit(setup, "t")).toBe("once");
    expect(await visit(setup, "once")).toBe("t");
  });

  it("answers that were refused are no visits", async () => {
    const setup = bench(made({ a: { prompt: "A", response: n, next: [{ to: "self", when: () => true }] } }));
    await setup.start();
    for (let at = 0; at < 30; at++) expect(refused(await setup.answer("a", {})).code).toBe("answer-invalid");
    expect(prompted(await setup.answer("a", { n: 1 })).step).toBe("a");
  });

  it("onMaxVisits that is itself spent ends in an error, not in a loop", async () => {
    const setup = bench(
      made({
        a: { prompt: "A", maxVisits: 1, onMaxVisits: "b", next: "a" },
        b: { prompt: "B", maxVisits: 1, onMaxVisits: "a", next: "b" },
      }),
    );
    await setup.start();
    expect(await visit(setup, "a")).toBe("b");
    expect(await visit(setup, "b")).toBe("max-visits");
  });

  it("a function's loop is bounded too", async () => {
    const setup = bench(made({ a: { prompt: "A", next: () => "a" } }));
    await setup.start();
    let last = "a";
    for (let at = 0; at < 40 && last === "a"; at++) last = await visit(setup, "a");
    expect(last).toBe("max-visits");
  });
});

describe("steps without a prompt", () => {
  const gates = (count: number): Record<string, object> => {
    const steps: Record<string, object> = { a: { prompt: "A", next: "g0" } };
    for (let at = 0; at < count; at++)
      steps[`g${at}`] = { action: () => at, next: at + 1 < count ? `g${at + 1}` : "z" };
    return { ...steps, z: end };
  };

  it("pass by themselves, and are told in order", async () => {
    const setup = bench(made(gates(3)));
    await setup.start();
    const shown = prompted(await setup.answer("a"));
    expect(shown.completed?.step).toBe("a");
    expect(shown.autoAdvanced?.map(({ step, actionResult }) => [step, actionResult])).toEqual([
      ["g0", 0],
      ["g1", 1],
      ["g2", 2],
    ]);
  });

  it("20 are fine, the 21st is refused", async () => {
    const fine = bench(made(gates(20)));
    await fine.start();
    expect(prompted(await fine.answer("a")).autoAdvanced).toHaveLength(20);
    const many = bench(made(gates(21)));
    await many.start();
    const failure = refused(await many.answer("a"));
    expect(failure.code).toBe("auto-advance-limit");
    expect(failure.autoAdvanced).toHaveLength(20);
  });

  it("a prompt-less entry is passed on start; a prompt-less skill ends on start", async () => {
    const setup = bench(made({ g: { next: "a" }, a: end }));
    const first = prompted(await setup.start());
    expect([first.step, first.autoAdvanced?.length]).toEqual(["a", 1]);
    expect(first.preamble).toBeTypeOf("string");
    const whole = bench(made({ g: { action: () => 1, next: terminal } }));
    expect(ended(await whole.start())).toMatchObject({ kind: "done", done: true });
  });

  it("a prompt-less loop is bounded and does not hang", async () => {
    const setup = bench(made({ g: { maxVisits: 1000, next: "self" } }), { maxAutoAdvance: 50 });
    expect(refused(await setup.start()).code).toBe("auto-advance-limit");
  });

  it("cannot be answered by the agent", async () => {
    const setup = bench(made({ g: { next: "a" }, a: end }));
    await setup.start();
    expect(refused(await setup.answer("g")).code).toBe("step-not-current");
  });

  it("finalOutput after them is the last answer", async () => {
    const setup = bench(
      made({ a: { prompt: "A", response: n, next: "g" }, g: { next: terminal } }, { finalOutput: n }),
    );
    await setup.start();
    expect(ended(await setup.answer("a", { n: 4 })).finalOutput).toEqual({ n: 4 });
  });
});

describe("topics as a way", () => {
  it("end the run with their content", async () => {
    const definition = loose({ name: "n", entry: "a" })
      .step("a", { prompt: "A", next: "topic:help" })
      .topic("help", { label: "Help", content: async ({ refs }: Context) => `text of ${refs.load("x.md")}` })
      .build();
    const setup = bench(definition, { refs: { load: (file) => `<${file}>`, asset: (path) => path } });
    await setup.start();
    const result = ended(await setup.answer("a"));
    expect(result.finalOutput).toEqual({ topic: "help", content: "text of <x.md>" });
    expect(result.completed?.step).toBe("a");
    expect(refused(await setup.answer("a")).code).toBe("session-ended");
  });
});
