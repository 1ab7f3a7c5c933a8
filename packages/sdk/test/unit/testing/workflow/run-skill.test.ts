import { always, createCoverage, mockModel, perAttempt, runSkill, WorkflowTestError } from "@tradecraft/sdk/testing";
import { module, skill, terminal, type } from "@tradecraft/sdk/workflow";
import { beforeEach, describe, expect, it } from "vitest";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import { effects, release, research, triage } from "./skills.ts";

beforeEach(() => void effects.splice(0));

const params = { repo: "tool" };
const right = {
  plan: [
    { version: "1.0", ready: false },
    { version: "1.1", ready: true },
  ],
  push: { version: "1.1" },
  announce: { text: "out" },
};

async function failure(run: Promise<unknown>): Promise<WorkflowTestError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof WorkflowTestError) return error;
    throw error;
  }
  throw new Error("It did not fail.");
}

describe("runSkill", () => {
  it("runs to the end and tells what happened", async () => {
    const run = await runSkill(release, { params, model: mockModel(right), host: "claude-code" });
    expect(run.path).toEqual(["plan", "plan", "push", "announce"]);
    expect(run.finalOutput).toEqual({ text: "out" });
    expect(run.response).toBe(run.finalOutput);
    expect(run.outputs["plan"]).toEqual({ version: "1.1", ready: true });
    expect(run.outputsByVisit["plan"]).toEqual(right.plan);
    expect(run.history.map(({ step, result }) => [step, result])).toEqual([
      ["plan", "1.0"],
      ["plan", "1.1"],
      ["push", { url: "https://example.com/1.1" }],
      ["announce", { text: "out" }],
    ]);
    expect(run.prompts.map(({ step, visit }) => `${step} ${visit}`)).toEqual([
      "plan 1",
      "plan 2",
      "push 1",
      "announce 1",
    ]);
    expect(run.prompts[1]?.prompt).toContain("Plan tool, round 2.");
    expect(run.preamble).toContain("AskUserQuestion");
    expect(run.results.map(({ kind }) => kind)).toEqual(["prompt", "prompt", "prompt", "prompt", "done"]);
    expect(run.retried).toEqual([]);
    expect(effects).toEqual(["plan 1.0", "plan 1.1", "publish 1.1"]);
  });

  it("shows the store as callbacks would see it", async () => {
    const { store } = await runSkill(release, { params, model: mockModel(right) });
    expect(JSON.parse(JSON.stringify(store))).toEqual({
      notes: { last: "1.1", count: 2 },
      steps: { plan: "1.1", push: { url: "https://example.com/1.1" }, announce: { text: "out" } },
    });
    expect(store.steps.all("plan")).toEqual(["1.0", "1.1"]);
    expect(store.steps.ran("give-up")).toBe(false);
    expect(store.notes.count).toBe(2);
  });

  it("asks again with the error after a refused answer", async () => {
    const errors: unknown[] = [];
    const run = await runSkill(release, {
      params,
      model: mockModel({
        ...right,
        plan: ({ error, attempt }) => {
          errors.push(error);
          return { version: attempt < 3 ? "one" : "1.0", ready: true };
        },
      }),
    });
    expect(errors).toEqual([undefined, expect.stringContaining("version"), expect.stringContaining("version")]);
    expect(run.path).toEqual(["plan", "push", "announce"]);
    expect(run.retried).toMatchObject([
      { step: "plan", visit: 1, attempt: 1, output: { version: "one" } },
      { step: "plan", visit: 1, attempt: 2 },
    ]);
    expect(run.outputsByVisit["plan"]).toEqual([{ version: "1.0", ready: true }]);
  });

  it("gives up after `retries`, and says which answer was refused and why", async () => {
    const model = mockModel({ ...right, plan: [right.plan[0], { version: 7, ready: true }] });
    const error = await failure(runSkill(release, { params, model }));
    expect(error).toMatchObject({ code: "answer-refused", step: "plan", visit: 2 });
    expect(error.message).toMatch(
      /Skill "release", step "plan" \(visit 2\): the answer was refused 3 times: .*version/,
    );
    expect(error.message).toContain('last answer: {"version":7,"ready":true}');
    expect(error.message).toContain("path: plan");
    expect(error.run?.path).toEqual(["plan"]);
    const once = await failure(
      runSkill(release, { params, retries: 0, model: mockModel({ ...right, plan: perAttempt(["wrong"]) }) }),
    );
    expect(once.message).toContain("the answer was refused:");
  });

  it("mends a final output that is refused by answering again", async () => {
    const picky = skill({ name: "picky", entry: "say", finalOutput: type({ text: "string > 3" }) })
      .step("say", { prompt: "Say.", response: type({ text: "string" }), next: () => terminal })
      .build();
    const model = mockModel({ say: perAttempt([{ text: "no" }, { text: "long enough" }]) });
    const run = await runSkill(picky, { model });
    expect(run.finalOutput).toEqual({ text: "long enough" });
    expect(run.retried).toHaveLength(1);
  });

  it("does not ask again for what another step is blamed for", async () => {
    const late = skill({ name: "late", entry: "say", finalOutput: type({ ok: "true" }) })
      .step("say", { prompt: "Say.", response: type({ ok: "boolean" }), next: "pass" })
      .step("pass", { next: terminal })
      .build();
    const error = await failure(runSkill(late, { model: mockModel({ say: { ok: false } }) }));
    expect(error).toMatchObject({ code: "run-failed", step: "pass", result: { code: "final-output-invalid" } });
    expect(error.run?.results).toHaveLength(2);
  });

  it("refuses params that do not fit", async () => {
    // @ts-expect-error a number is no text
    const error = await failure(runSkill(release, { params: { repo: 1 }, model: mockModel({}) }));
    expect(error).toMatchObject({ code: "run-failed", result: { code: "params-invalid" } });
  });

  it("says what failed when an action fails for good", async () => {
    const broken = skill({ name: "broken", entry: "do" })
      .step("do", {
        prompt: "Do.",
        action: () => {
          throw new Error("no network");
        },
        next: terminal,
      })
      .build();
    const error = await failure(runSkill(broken, { model: mockModel({ do: {} }) }));
    expect(error).toMatchObject({ code: "run-failed", step: "do", result: { code: "action-failed" } });
    expect(error.message).toContain("no network");
  });

  it("gives up a run that does not end", async () => {
    const endless = skill({ name: "endless", entry: "a" })
      .step("a", { prompt: "Again.", next: "a", maxVisits: 100 })
      .build();
    const error = await failure(runSkill(endless, { model: mockModel({ a: {} }), maxSteps: 5 }));
    expect(error).toMatchObject({ code: "too-many-steps", step: "a" });
    expect(error.run?.path).toHaveLength(5);
  });

  it("refuses answers for steps that are not there", async () => {
    const error = await failure(runSkill(release, { params, model: mockModel({ ...right, anounce: 1 }) }));
    expect(error.message).toBe(
      'The model has answers for "anounce", and "release" has: plan, push, announce, give-up.',
    );
    const parts = mockModel({ "ask#0": 1, ask: 1, "check#lint": 1, "check#0": 1 });
    expect((await failure(runSkill(research, { params: { topics: [] }, model: parts }))).message).toContain(
      '"check#0"',
    );
  });

  it("answers parts, each with its own answer or that of its step", async () => {
    const run = await runSkill(research, {
      params: { topics: ["a", "b"] },
      model: mockModel({
        ask: [{ answer: "first" }, { answer: "second" }],
        "ask#1": ({ visit }) => ({ answer: `own ${visit}` }),
        "check#lint": always(["x", "y"]),
        "check#types": [{ ok: false }, { ok: true }],
      }),
    });
    const round = ["ask#0", "ask#1", "ask", "check#lint", "check#types", "check"];
    expect(run.path).toEqual([...round, ...round]);
    expect(run.store.steps.ask).toEqual(["a: second", "b: own 2"]);
    expect(run.store.steps.check).toEqual({ lint: ["x", "y"], types: { ok: true } });
  });

  it("runs the steps of modules, with their params", async () => {
    const greeting = module({ name: "greeting", entry: "greet", params: type({ who: "string" }) })
      .step("greet", {
        prompt: ({ params }) => `Greet ${params.who}.`,
        response: type({ text: "string" }),
        action: ({ params }) => `real ${params.who}`,
        next: "__parent__",
      })
      .build();
    const polite = skill({ name: "polite", entry: "greet", params: type({ name: "string" }) })
      .register(greeting, { next: "bye", params: ({ params }) => ({ who: params.name }) })
      .step("bye", { prompt: "Bye.", next: terminal })
      .build();
    const coverage = createCoverage(polite);
    const run = await runSkill(polite, {
      params: { name: "Ada" },
      model: mockModel({ greet: { text: "hi" }, bye: {} }),
      actions: { greet: ({ params }) => params },
      coverage,
    });
    expect(run.prompts[0]?.prompt).toContain("Greet Ada.");
    expect(run.store.steps.greet).toEqual({ who: "Ada" });
    expect(coverage.report().percent.total).toBe(100);
  });

  it("passes host, tools, files and the store on", async () => {
    const curious = skill({ name: "curious", entry: "look" })
      .step("look", {
        prompt: ({ host, refs }) =>
          `${host.name} ${host.isSubagent} ${host.toolsAvailable.join()} ${refs.load("a.md")}`,
        next: terminal,
      })
      .build();
    const store = memorySessionStore();
    const { prompts } = await runSkill(curious, {
      model: mockModel({ look: {} }),
      host: "codex",
      tools: ["own"],
      isSubagent: true,
      refs: { load: (file) => `<${file}>`, asset: (path) => path },
      store,
    });
    expect(prompts[0]?.prompt).toContain("codex true own");
    expect(prompts[0]?.prompt).toContain("a.md");
    expect(await store.list?.()).toHaveLength(1);
  });

  it("stops when it is aborted", async () => {
    const controller = new AbortController();
    const model = mockModel(() => {
      controller.abort(new Error("enough"));
      return { version: "1.0", ready: false };
    });
    await expect(runSkill(release, { params, model, signal: controller.signal })).rejects.toThrow("enough");
  });

  it("takes any model, and lets its errors through", async () => {
    const model = {
      respond: () => {
        throw new RangeError("out of tokens");
      },
    };
    await expect(runSkill(triage, { model })).rejects.toThrow(RangeError);
  });

  it("tells what went wrong in observers, and has waited for them", async () => {
    const told: string[] = [];
    const watched = skill({
      name: "watched",
      entry: "a",
      observers: {
        onStepComplete: () => {
          throw new Error("deaf");
        },
        onSkillComplete: async ({ path }) => void told.push(...(await Promise.resolve(path))),
      },
    })
      .step("a", { prompt: "A.", next: terminal })
      .build();
    const { problems } = await runSkill(watched, { model: mockModel({ a: {} }) });
    expect(told).toEqual(["a"]);
    expect(problems).toHaveLength(1);
  });
});
