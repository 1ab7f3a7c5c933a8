import { mockModel, runSkill, walkSkill } from "@tradecraft/sdk/testing";
import { action, skill, terminal, type } from "@tradecraft/sdk/workflow";
import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { effects, release, research, triage } from "./skills.ts";

beforeEach(() => void effects.splice(0));

describe("walkSkill", { timeout: 60_000 }, () => {
  it("reaches the end of a sound skill by every edge, and runs nothing", async () => {
    const report = await walkSkill(release, { runs: 60, actions: { plan: {} } });
    expect(report.failures).toEqual([]);
    expect(report).toMatchObject({ ok: true, runs: 60, ended: 60, seed: 1 });
    expect(report.coverage.percent.total).toBe(100);
    expect(report.toText()).toContain("release: 60 of 60 walks came to an end (seed 1).");
    expect(effects).toEqual([]);
  });

  it("walks through sub-skills, topics and parts", async () => {
    const composite = await walkSkill(triage, { runs: 40, actions: { "doctor/look-up": {} } });
    expect(composite.ok).toBe(true);
    expect(composite.coverage.percent.total).toBe(100);
    const parts = await walkSkill(research, { runs: 30, actions: { ask: "x" } });
    expect(parts.failures.filter(({ code }) => code !== "max-visits")).toEqual([]);
  });

  it("refuses to run actions of which nobody knows what they give", async () => {
    await expect(walkSkill(release)).rejects.toThrow('Nobody knows what the actions of "plan" give');
    await expect(walkSkill(triage)).rejects.toThrow('"doctor/look-up"');
    await expect(walkSkill(research)).rejects.toThrow('"ask"');
    expect(effects).toEqual([]);
    expect((await walkSkill(release, { runs: 5, runActions: true })).ok).toBe(true);
    expect(effects.every((effect) => effect.startsWith("plan"))).toBe(true);
    expect(effects).not.toEqual([]);
  });

  const trap = skill({ name: "trap", entry: "ask", params: type({ who: "'a' | 'b'" }) })
    .step("ask", {
      prompt: "Ask.",
      response: type({ n: "1 <= number.integer <= 4" }),
      next: [
        { to: "end", when: ({ response }) => response.n < 3 },
        { to: "end", when: ({ response }) => response.n === 3 },
      ],
    })
    .step("end", { prompt: "End.", next: terminal })
    .build();

  it("reports where it cannot get on, so that it can be seen again", async () => {
    const report = await walkSkill(trap, { runs: 40, seed: 5 });
    expect(report.ok).toBe(false);
    expect(report.ended).toBeGreaterThan(0);
    const [failure] = report.failures;
    expect(failure).toMatchObject({ reason: "error", step: "ask", code: "no-branch", actions: [] });
    expect(failure?.answers).toEqual([{ step: "ask", output: { n: 4 } }]);
    expect(report.toText()).toMatch(/× at "ask": error \(no-branch\): No branch of "ask" matches/);

    const again = await walkSkill(trap, { runs: 1, seed: failure!.seed });
    expect(again.failures).toEqual([failure]);
    const model = mockModel(failure!.answers.map(({ output }) => output));
    await expect(runSkill(trap, { params: failure!.params as { who: "a" }, model })).rejects.toThrow("no-branch");
    expect((await walkSkill(trap, { runs: 40, seed: 5 })).failures).toEqual(report.failures);
  });

  it("reports a schema that takes none of its answers, and one that cannot be told", async () => {
    const narrow = skill({ name: "narrow", entry: "first" })
      .step("first", { prompt: "First.", response: z.object({ a: z.boolean() }), next: "odd" })
      .step("odd", {
        prompt: "Odd.",
        response: z.string().refine((text) => text === "sesame", "Not the word."),
        next: terminal,
      })
      .build();
    const report = await walkSkill(narrow, { runs: 1 });
    expect(report.failures).toMatchObject([
      { reason: "no-valid-answer", step: "odd", path: ["first"], code: "answer-invalid" },
    ]);
    expect(report.failures[0]?.message).toContain("Not the word.");
    expect(report.failures[0]?.answers.map(({ step }) => step)).toEqual(["first", "odd"]);
    expect((await walkSkill(narrow, { runs: 3, answers: { odd: "sesame" } })).ok).toBe(true);

    const untold = skill({ name: "untold", entry: "a" })
      .step("a", { prompt: "A.", response: v.object({ a: v.string() }), next: terminal })
      .build();
    expect((await walkSkill(untold, { runs: 1 })).failures).toMatchObject([{ reason: "no-schema", step: "a" }]);
    expect((await walkSkill(untold, { runs: 1, answers: { a: { a: "x" } } })).ok).toBe(true);
  });

  it("reports callbacks that fail, loops that do not end, and params that cannot be made", async () => {
    const crash = skill({ name: "crash", entry: "a" })
      .step("a", {
        prompt: "A.",
        response: type({ "list?": "string[]" }),
        next: ({ response }) => (response.list!.length > 0 ? terminal : "a"),
      })
      .build();
    const crashed = await walkSkill(crash, { runs: 30 });
    expect(crashed.failures.some(({ code }) => code === "next-failed")).toBe(true);

    const loop = skill({ name: "loop", entry: "a" }).step("a", { prompt: "A.", next: "a", maxVisits: 50 }).build();
    expect((await walkSkill(loop, { runs: 1, maxSteps: 9 })).failures).toMatchObject([
      { reason: "too-many-steps", step: "a" },
    ]);
    expect((await walkSkill(loop, { runs: 1 })).failures).toMatchObject([{ reason: "error", code: "max-visits" }]);

    const odd = skill({ name: "odd", entry: "a", params: v.object({ a: v.string() }) })
      .step("a", { prompt: "A.", next: terminal })
      .build();
    expect((await walkSkill(odd, { runs: 1 })).failures).toMatchObject([{ reason: "params", step: "" }]);
    expect((await walkSkill(odd, { runs: 1, params: { a: "x" } })).ok).toBe(true);
  });

  it("tells nobody, and finds what only a failing action shows", async () => {
    const told: string[] = [];
    const risky = action({
      name: "risky",
      input: type("unknown"),
      output: type({ n: "number" }),
      retries: 9,
      run: () => {
        effects.push("risky");
        return { n: 1 };
      },
    });
    const observed = skill({
      name: "observed",
      entry: "a",
      observers: { onStepStart: ({ step }) => void told.push(step) },
    })
      .step("a", { action: { run: risky }, onError: "sorry", next: terminal })
      .step("sorry", {
        prompt: () => {
          throw new Error("speechless");
        },
        next: terminal,
      })
      .build();
    const report = await walkSkill(observed, { runs: 20 });
    expect(report.failures[0]).toMatchObject({
      step: "sorry",
      code: "prompt-failed",
      actions: [{ step: "a", error: expect.any(String) }],
    });
    expect((await walkSkill(observed, { runs: 20, failActions: 0 })).ok).toBe(true);
    expect([...told, ...effects]).toEqual([]);
  });
});
