import { type } from "arktype";
import { describe, expect, it } from "vitest";
import type { WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import { createWorkflowEngine } from "../../../../src/workflow/engine/create-workflow-engine.ts";
import type { ReplayOptions } from "../../../../src/workflow/engine/workflow-engine.ts";
import type { CliResult, CompletedStep } from "../../../../src/workflow/results.ts";
import { definition, done, failed, noted, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };
const calls: string[] = [];

const chain = definition(
  {
    one: { prompt: "One.", response: text, action: () => noted(calls, "one", "acted"), next: "gate" },
    gate: {
      save: ({ store }) => ({
        step: { saw: store.steps["one"] },
        tally: { gates: store.steps.all("gate").length + 1 },
      }),
      next: [{ to: "two", when: ({ store }) => store.steps["one"] === "acted" }, { to: "three" }],
    },
    two: { prompt: ({ store }) => JSON.stringify(store), response: text, next: ["three"].map((to) => ({ to })) },
    three: { prompt: "Three.", response: text, action: () => noted(calls, "three", "end"), next: terminal },
  },
  {
    stores: { tally: type({ gates: "number" }) },
    observers: { onStepComplete: ({ step }) => void calls.push(`observed ${step}`) },
  },
);

function replay(options: Partial<ReplayOptions>, workflow: WorkflowDefinition = chain): Promise<CliResult> {
  return createWorkflowEngine(workflow).replay({ history: [], ...options });
}

/** Plays a workflow to its end without keeping anything but what results told. */
async function stateless(
  workflow: WorkflowDefinition,
  answers: Readonly<Record<string, unknown>>,
  remember: (result: CliResult) => readonly (CompletedStep | undefined)[],
): Promise<{ path: string[]; result: CliResult }> {
  const history: unknown[] = [];
  const path: string[] = [];
  let result = await replay({ history }, workflow);
  while (result.kind === "prompt") {
    const { step } = result;
    path.push(step);
    const before = JSON.parse(JSON.stringify(history)) as unknown[];
    result = await replay({ history: before, answer: { step, output: answers[step] ?? x } }, workflow);
    history.push(...remember(result).filter(Boolean));
  }
  return { path, result };
}

const all = (result: CliResult): readonly (CompletedStep | undefined)[] =>
  "completed" in result ? [result.completed, ...(("autoAdvanced" in result && result.autoAdvanced) || [])] : [];

describe("the stateless mode", () => {
  it("begins like a session", async () => {
    const result = shown(await replay({}));
    expect(Object.keys(result)).toEqual(["kind", "step", "preamble", "prompt", "schema"]);
    expect(result.step).toBe("one");
    expect(failed(await replay({ params: { a: 1 } }, { ...chain, params: type({ path: "string" }) })).code).toBe(
      "params-invalid",
    );
  });

  it("tells what passed by itself at the start", async () => {
    const workflow = definition({ gate: { next: "one" }, one: { prompt: "One.", response: text, next: terminal } });
    expect(shown(await replay({}, workflow)).autoAdvanced).toEqual([{ step: "gate", response: {}, result: {} }]);
    expect(done(await replay({ answer: { step: "one", output: x } }, workflow)).autoAdvanced).toBeUndefined();
  });

  it("B4 goes through with what results told, in either order, without repeating actions", async () => {
    const orders = [
      all,
      (result: CliResult) => [...all(result)].reverse(),
      // Without the steps that passed by themselves: they have no action here.
      (result: CliResult) => all(result).slice(0, 1),
    ];
    for (const remember of orders) {
      calls.length = 0;
      const { path, result } = await stateless(chain, {}, remember);
      expect(path).toEqual(["one", "two", "three"]);
      expect(done(result).finalOutput).toEqual(x);
      expect(calls.filter((call) => !call.startsWith("observed"))).toEqual(["one", "three"]);
    }
  });

  it("re-runs save, and never actions or observers of what is told", async () => {
    calls.length = 0;
    const history = [{ step: "one", response: x, actionResult: "acted", result: "?", more: 1 }];
    const result = shown(await replay({ history }));
    expect(result.step).toBe("two");
    expect(result.preamble).toBeUndefined();
    expect(result.completed).toBeUndefined();
    expect(JSON.parse(result.prompt.split("\n")[1] ?? "")).toEqual({
      steps: { one: "acted", gate: { saw: "acted" } },
      tally: { gates: 1 },
    });
    expect(calls).toEqual([]);
    expect(shown(await replay({ history, preamble: true })).preamble).toBeDefined();
  });

  it("B9 derives the current step, and refuses answers to others", async () => {
    const history = [{ step: "one", response: x, actionResult: "acted" }];
    for (const step of ["one", "three"])
      expect(failed(await replay({ history, answer: { step, output: x } })).code).toBe("step-not-current");
    const otherwise = [{ step: "one", response: x, actionResult: "else" }];
    expect(shown(await replay({ history: otherwise })).step).toBe("three");
    const over = [...history, { step: "two", response: x }, { step: "three", response: x, actionResult: "end" }];
    expect(done(await replay({ history: over })).finalOutput).toEqual(x);
    expect(failed(await replay({ history: over, answer: { step: "one", output: x } })).code).toBe("session-ended");
  });

  it("takes the answer, runs its action and tells observers of it", async () => {
    calls.length = 0;
    const result = shown(await replay({ answer: { step: "one", output: x } }));
    expect(result).toMatchObject({
      step: "two",
      completed: { step: "one", response: x, actionResult: "acted", result: "acted" },
      autoAdvanced: [{ step: "gate" }],
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls).toEqual(["one", "observed one", "observed gate"]);
    expect(failed(await replay({ answer: { step: "one", output: {} } }))).toMatchObject({
      error: "validation",
      code: "answer-invalid",
      retry: true,
    });
  });

  it("refuses what is no history, and says where", async () => {
    const first = { step: "one", response: x, actionResult: "acted" };
    for (const [entry, reason] of [
      [null, /Entry 1 .*no object/],
      ["two", /Entry 1/],
      [{ response: x }, /Entry 1 .*`step`/],
      [{ step: "two", output: x }, /Entry 1 .*`response` is missing/],
      [{ step: "nope", response: x }, /Entry 1 .*no step "nope"/],
      [{ step: "three", response: x }, /Entry 1 .*"two" is/],
      [{ step: "two", response: { text: 5 } }, /Entry 1 .*text must be a string/],
      [{ step: "gate", response: {} }, undefined],
    ] as const) {
      const result = await replay({ history: [first, entry] });
      if (!reason) expect(shown(result).step).toBe("two");
      else {
        expect(failed(result)).toMatchObject({ error: "usage", code: "history-invalid", retry: false });
        expect(failed(result).message).toMatch(reason);
      }
    }
    const twice = [first, { step: "gate", response: {} }, { step: "gate", response: {} }];
    expect(failed(await replay({ history: twice })).message).toMatch(/Entry 2 .*so often/);
    expect(failed(await replay({ history: {} as never })).code).toBe("history-invalid");
  });

  it("wants to be told of actions of steps without a prompt", async () => {
    let runs = 0;
    const workflow = definition({
      one: { prompt: "One.", response: text, next: "gate" },
      gate: { action: () => ++runs, next: "two" },
      two: { prompt: "Two.", response: text, next: terminal },
    });
    const one = { step: "one", response: x };
    expect(failed(await replay({ history: [one], answer: { step: "two", output: x } }, workflow)).message).toContain(
      '"gate" is missing',
    );
    expect(failed(await replay({ history: [one, { step: "two", response: x }] }, workflow)).message).toContain(
      "before it",
    );
    expect(runs).toBe(0);
    const told = [one, { step: "gate", response: {}, actionResult: 7 }];
    expect(done(await replay({ history: told, answer: { step: "two", output: x } }, workflow)).kind).toBe("done");
    expect(runs).toBe(0);
  });

  it("goes where onError led", async () => {
    const workflow = definition({
      one: {
        prompt: "One.",
        response: text,
        action: () => Promise.reject(new Error("no")),
        onError: "fix",
        next: terminal,
      },
      fix: { prompt: "Fix.", response: text, next: terminal },
    });
    expect((await stateless(workflow, {}, all)).path).toEqual(["one", "fix"]);
  });

  it("does not check again what a schema has transformed", async () => {
    const workflow = definition({
      one: { prompt: "One.", response: type({ n: "string.numeric.parse" }), next: "two" },
      two: { prompt: ({ store }) => JSON.stringify(store.steps), response: text, next: terminal },
    });
    const { path, result } = await stateless(workflow, { one: { n: "5" } }, all);
    expect([path, done(result).kind]).toEqual([["one", "two"], "done"]);
  });

  it("knows sub-skills, their params and their return", async () => {
    const sub = definition(
      {
        look: { prompt: ({ params }) => JSON.stringify(params), response: text, next: "again" },
        again: { prompt: ({ params }) => JSON.stringify(params), response: text, next: terminal },
      },
      { name: "sub", params: type({ path: "string" }) },
    );
    const workflow = definition(
      {
        go: { prompt: "Go.", response: text, next: "subskill:sub" },
        end: { prompt: ({ store }) => JSON.stringify(store.steps), response: text, next: terminal },
      },
      { subskills: { sub: { definition: sub, params: () => ({ path: "p" }), next: "end" } } },
    );
    for (const remember of [all, (result: CliResult) => all(result).slice(0, 1)]) {
      const { path, result } = await stateless(workflow, {}, remember);
      expect([path, done(result).kind]).toEqual([["go", "sub/look", "sub/again", "end"], "done"]);
    }
    const direct = await replay(
      { subskill: "sub", params: { path: "q" }, history: [], answer: { step: "sub/look", output: x } },
      workflow,
    );
    expect(shown(direct)).toMatchObject({ step: "sub/again", prompt: '<prompt>\n{"path":"q"}\n</prompt>' });
  });

  it("knows parts of parallel steps", async () => {
    const workflow = definition({
      fan: {
        parallel: { over: () => ["a", "b"], each: { prompt: "Each.", response: text, action: ({ item }) => item } },
        next: "end",
      },
      end: { prompt: ({ store }) => JSON.stringify(store.steps["fan"]), response: text, next: terminal },
    });
    const { path, result } = await stateless(workflow, {}, all);
    expect([path, done(result).kind]).toEqual([["fan#0", "fan#1", "end"], "done"]);
    const backwards = [1, 0].map((part) => ({ step: `fan#${part}`, response: x, actionResult: `r${part}` }));
    expect(shown(await replay({ history: backwards }, workflow)).prompt).toContain('["r0","r1"]');
  });
});
