import { describe, expect, it } from "vitest";
import type { DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };
const gateway = definition({
  ask: { prompt: "Ask.", response: text, action: () => "asked", next: "gate" },
  gate: { save: ({ attempts }) => ({ step: { attempts } }), next: "ask", maxVisits: 100 },
});

describe("steps without a prompt", () => {
  it("B4 pass without losing the step that was answered", async () => {
    const { start, answer } = bench(gateway);
    await start();
    const result = shown(await answer("ask", x));
    expect(Object.keys(result)).toEqual(["kind", "step", "prompt", "schema", "completed", "autoAdvanced"]);
    expect(result.completed).toEqual({ step: "ask", response: x, actionResult: "asked", result: "asked" });
    expect(result.autoAdvanced).toEqual([{ step: "gate", response: {}, result: { attempts: 1 } }]);
  });

  it("B3 are counted once", async () => {
    const workflow = { ...gateway, steps: { ...gateway.steps, ask: { ...gateway.steps["ask"]!, maxVisits: 100 } } };
    const { start, answer, engine, again } = bench(workflow);
    await start();
    for (let round = 1; round <= 12; round++) {
      expect(shown(await (round % 2 ? again() : { answer }).answer("ask", x)).autoAdvanced).toEqual([
        { step: "gate", response: {}, result: { attempts: round } },
      ]);
    }
    expect((await engine.status({ session: "s" })).visits).toEqual({ ask: 12, gate: 12 });
    const history = await engine.history({ session: "s" });
    expect(history.filter(({ step }) => step === "gate")).toHaveLength(12);
  });

  it("B7 pass at the start", async () => {
    const { start } = bench(
      definition({ gate: { next: "ask" }, ask: { prompt: "Ask.", response: text, next: terminal } }),
    );
    const result = shown((await start()).result);
    expect(result).toMatchObject({ step: "ask", autoAdvanced: [{ step: "gate", response: {}, result: {} }] });
    expect(result.preamble).toBeDefined();
    expect(result.completed).toBeUndefined();
  });

  it("B6 lead into a sub-skill at the start", async () => {
    const doctor = definition({ look: { prompt: "Look.", response: text, next: terminal } }, { name: "doctor" });
    const { start } = bench(
      definition({ gate: { next: "subskill:doctor" } }, { subskills: { doctor: { definition: doctor } } }),
    );
    expect(shown((await start()).result).step).toBe("doctor/look");
  });

  it("pass by 20 at most, and go on when somebody says so", async () => {
    const steps: Record<string, DefinedStep> = {};
    for (let place = 0; place < 25; place++) steps[`gate${place}`] = { next: `gate${place + 1}` };
    const workflow = definition({ ...steps, gate25: { prompt: "Here.", next: terminal } });
    const { start, resume, engine } = bench(workflow);
    const refused = failed((await start()).result);
    expect(refused).toMatchObject({ error: "limit", code: "auto-advance-limit", step: "gate20", retry: false });
    expect(refused.autoAdvanced).toHaveLength(20);
    expect((await engine.status({ session: "s" })).state).toBe("working");
    expect(shown(await resume()).step).toBe("gate25");
    const wide = bench(workflow, { maxAutoAdvance: 30 });
    expect(shown((await wide.start()).result).autoAdvanced).toHaveLength(25);
  });

  it("that go round for ever are stopped", async () => {
    const { start } = bench(definition({ a: { next: "b" }, b: { next: "a" } }), { maxAutoAdvance: 1_000 });
    expect(failed((await start()).result).code).toBe("max-visits");
  });

  it("tell on resume what the call that was cut off had finished", async () => {
    const { start, answer, again } = bench(gateway);
    await start();
    const result = await answer("ask", x);
    expect(await again().resume()).toEqual(result);
  });

  it("with an action that fails can be tried again", async () => {
    let runs = 0;
    const { start, answer, resume } = bench(
      definition({
        ask: { prompt: "Ask.", response: text, next: "gate" },
        gate: { action: () => (++runs < 2 ? Promise.reject(new Error("no")) : "yes"), next: terminal },
      }),
    );
    await start();
    const refused = failed(await answer("ask", x));
    expect(refused).toMatchObject({ code: "action-failed", step: "gate", completed: { step: "ask" } });
    expect(done(await resume()).autoAdvanced).toMatchObject([{ step: "gate", actionResult: "yes" }]);
  });
});
