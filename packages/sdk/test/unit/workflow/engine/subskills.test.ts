import { type } from "arktype";
import { describe, expect, it } from "vitest";
import type { SubskillRegistration, WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };

const doctor = definition(
  {
    diagnose: {
      prompt: ({ params, store }) => `Look at ${(params as { path: string }).path}; ${JSON.stringify(store)}`,
      response: text,
      save: ({ response }) => ({ step: response, findings: { count: 1 } }),
      next: "treat",
    },
    treat: {
      prompt: ({ params }) => `Treat ${(params as { path: string }).path}.`,
      response: type({ cured: "boolean" }),
      next: terminal,
    },
  },
  {
    name: "doctor",
    system: "You are a doctor.",
    params: type({ path: "string" }),
    stores: { findings: type({ count: "number" }) },
    finalOutput: type({ cured: "boolean" }),
  },
);

function dispatcher(
  registration: Partial<SubskillRegistration> = {},
  more: Partial<WorkflowDefinition> = {},
): WorkflowDefinition {
  return definition(
    {
      triage: { prompt: "What is it?", response: text, next: "subskill:doctor" },
      after: { prompt: ({ store }) => `After ${JSON.stringify(store)}`, response: text, next: terminal },
    },
    {
      system: "You dispatch.",
      subskills: {
        doctor: { definition: doctor, params: (response) => ({ path: (response as typeof x).text }), ...registration },
      },
      ...more,
    },
  );
}

describe("a sub-skill", () => {
  it("begins with its own preamble and params, and what was completed", async () => {
    const { start, answer, records } = bench(dispatcher());
    await start();
    const result = shown(await answer("triage", x));
    expect(result).toMatchObject({
      step: "doctor/diagnose",
      prompt: '<prompt>\nLook at x; {"findings":{},"steps":{}}\n</prompt>',
      completed: { step: "triage", response: x, result: x },
    });
    expect(result.preamble).toMatch(/^You are a doctor\./);
    expect((await records()).at(-1)).toMatchObject({ type: "entered", reason: "subskill", params: { path: "x" } });
  });

  it("B2 keeps its params in the next call, also of another process", async () => {
    const { start, answer, again } = bench(dispatcher());
    await start();
    await answer("triage", x);
    const result = shown(await again().answer("doctor/diagnose", x));
    expect(result).toMatchObject({ step: "doctor/treat", prompt: "<prompt>\nTreat x.\n</prompt>" });
    expect(result.preamble).toBeUndefined();
  });

  it("ends the run if nobody waits for it", async () => {
    const { start, answer } = bench(dispatcher());
    await start();
    await answer("triage", x);
    await answer("doctor/diagnose", x);
    expect(done(await answer("doctor/treat", { cured: true }))).toEqual({
      kind: "done",
      done: true,
      finalOutput: { cured: true },
      completed: { step: "doctor/treat", response: { cured: true }, result: { cured: true } },
    });
  });

  it("returns to its dispatcher, which keeps its final output and not its store", async () => {
    const { start, answer, again, engine } = bench(dispatcher({ next: "after" }));
    await start();
    await answer("triage", x);
    await answer("doctor/diagnose", x);
    const result = shown(await again().answer("doctor/treat", { cured: true }));
    expect(result.step).toBe("after");
    expect(result.prompt).toContain('{"steps":{"triage":{"text":"x"},"doctor":{"cured":true}}}');
    expect(result.preamble).toBeUndefined();
    expect(result.completed?.step).toBe("doctor/treat");
    expect(result.autoAdvanced).toEqual([{ step: "doctor", response: { cured: true }, result: { cured: true } }]);
    expect(done(await answer("after", x)).finalOutput).toEqual(x);
    const history = await engine.history({ session: "s" });
    expect(history.map(({ step }) => step)).toEqual(["triage", "doctor/diagnose", "doctor/treat", "doctor", "after"]);
  });

  it("may be chosen on by what it gave", async () => {
    const { start, answer } = bench(
      dispatcher({
        params: () => ({ path: "p" }),
        next: ({ response }) => ((response as { cured: boolean }).cured ? terminal : "subskill:doctor"),
      }),
    );
    await start();
    await answer("triage", x);
    await answer("doctor/diagnose", x);
    const again = shown(await answer("doctor/treat", { cured: false }));
    expect(again.step).toBe("doctor/diagnose");
    expect(again.prompt).toContain('{"findings":{},"steps":{}}');
    await answer("doctor/diagnose", x);
    expect(done(await answer("doctor/treat", { cured: true })).finalOutput).toEqual({ cured: true });
  });

  it("has visits of its own each time, and keys that never repeat", async () => {
    const keys: string[] = [];
    const work = definition(
      { work: { prompt: "Work.", action: ({ key }) => void keys.push(key), next: terminal } },
      { name: "worker" },
    );
    const { start, answer } = bench(
      definition(
        { go: { prompt: "Go.", next: "subskill:worker", maxVisits: 30 } },
        { subskills: { worker: { definition: work, next: "go" } } },
      ),
    );
    await start();
    for (let round = 1; round <= 15; round++) {
      expect(shown(await answer("go")).step).toBe("worker/work");
      await answer("worker/work");
    }
    expect(new Set(keys).size).toBe(15);
  });

  it("whose params do not fit is refused before it begins", async () => {
    const { start, answer, types } = bench(dispatcher({ params: () => ({ path: 1 }) }));
    await start();
    expect(failed(await answer("triage", x))).toMatchObject({
      error: "params",
      code: "params-invalid",
      step: "triage",
    });
    expect(await types()).toEqual(["started", "entered", "answered", "saved"]);
  });

  it("can be started alone, with params of its own and its prefix", async () => {
    const { engine, answer } = bench(dispatcher({ next: "after" }));
    const start = await engine.start({ session: "s", subskill: "doctor", params: { path: "p" } });
    expect(shown(start.result)).toMatchObject({ step: "doctor/diagnose" });
    expect(shown(start.result).preamble).toMatch(/^You are a doctor/);
    await answer("doctor/diagnose", x);
    expect(done(await answer("doctor/treat", { cured: true })).finalOutput).toEqual({ cured: true });
    expect(failed((await engine.start({ subskill: "nope" })).result).code).toBe("usage");
    expect(failed((await engine.start({ subskill: "doctor" })).result).code).toBe("params-invalid");
  });

  it("may have sub-skills itself, which end with it or return to it", async () => {
    const leaf = definition({ ask: { prompt: "Ask.", response: text, next: terminal } }, { name: "leaf" });
    const middle = (next?: SubskillRegistration["next"]): WorkflowDefinition =>
      definition(
        {
          begin: { prompt: "Begin.", next: "subskill:leaf" },
          end: { prompt: "End.", response: text, next: terminal },
        },
        { name: "middle", subskills: { leaf: { definition: leaf, ...(next !== undefined && { next }) } } },
      );
    for (const next of [undefined, "end"]) {
      const { start, answer, again } = bench(
        definition(
          { top: { prompt: "Top.", next: "subskill:middle" }, last: { prompt: "Last.", next: terminal } },
          { subskills: { middle: { definition: middle(next), next: "last" } } },
        ),
      );
      await start();
      expect(shown(await answer("top")).step).toBe("middle/begin");
      expect(shown(await answer("middle/begin")).step).toBe("middle/leaf/ask");
      const after = shown(await again().answer("middle/leaf/ask", x));
      if (next === undefined) {
        expect(after).toMatchObject({ step: "last", autoAdvanced: [{ step: "middle", result: x }] });
      } else {
        expect(after).toMatchObject({ step: "middle/end", autoAdvanced: [{ step: "middle/leaf", result: x }] });
        expect(shown(await answer("middle/end", { text: "y" })).autoAdvanced).toMatchObject([
          { step: "middle", result: { text: "y" } },
        ]);
      }
    }
  });
});

describe("a topic", () => {
  it("is the end of the run, with its content", async () => {
    const workflow = definition(
      { ask: { prompt: "Ask.", response: text, next: "topic:help" } },
      { topics: { help: { label: "Help", content: ({ refs }) => refs.load("help.md") } } },
    );
    const refs = { load: (file: string) => `content of ${file}`, asset: (path: string) => path };
    const { start, answer } = bench(workflow, { refs });
    await start();
    expect(done(await answer("ask", x)).finalOutput).toEqual({ topic: "help", content: "content of help.md" });
    const without = bench(workflow);
    await without.start();
    expect(failed(await without.answer("ask", x)).message).toContain("help.md");
  });
});

describe("a step of a module", () => {
  it("has the module's params", async () => {
    const { start, answer } = bench(
      definition({
        first: { prompt: "First.", response: text, next: "second" },
        second: {
          scope: { module: "m", params: ({ store, params }) => ({ from: store.steps["first"], all: params }) },
          prompt: ({ params }) => JSON.stringify(params),
          save: ({ params }) => ({ step: params }),
          next: terminal,
        },
      }),
    );
    await start({ a: 1 });
    const made = { from: x, all: { a: 1 } };
    expect(shown(await answer("first", x)).prompt).toContain(JSON.stringify(made));
    expect(done(await answer("second")).completed?.result).toEqual(made);
  });

  it("has its params checked by the module's schema", async () => {
    const scope = { module: "m", schema: type({ path: "string", depth: "number = 2" }) };
    const step = { prompt: ({ params }: { params: unknown }) => JSON.stringify(params), next: terminal };
    const good = bench(definition({ one: { ...step, scope: { ...scope, params: () => ({ path: "p" }) } } }));
    expect(shown((await good.start()).result).prompt).toContain('{"path":"p","depth":2}');
    const bad = bench(definition({ one: { ...step, scope } }));
    expect(failed((await bad.start()).result)).toMatchObject({ code: "params-invalid", step: "one" });
  });
});
