import { createCoverage, failAction, mockModel, runComposite, runSkill } from "@tradecraft/sdk/testing";
import { skill, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";
import { release, triage } from "./skills.ts";

const base = { push: { version: "1.0" }, announce: { text: "out" }, "give-up": { text: "no" } };
const stubs = { plan: {}, push: { url: "u" } };
const yes = { version: "1.0", ready: true };
const no = { version: "1.0", ready: false };
const params = { repo: "tool" };

/** Makes an engine forget the session after each call, so that it reads the history when somebody asks for it. */
function forgetful(): SessionStore {
  const store = memorySessionStore();
  return {
    ...store,
    read: async (session, range) =>
      range?.from === undefined ? store.read(session, range) : { records: [], sequence: 0 },
  };
}

describe("coverage", { timeout: 60_000 }, () => {
  it("grows over runs until everything was taken", async () => {
    const coverage = createCoverage(release);
    const run = (plan: unknown[], actions: object = stubs): Promise<unknown> =>
      runSkill(release, { params, model: mockModel({ ...base, plan }), actions: { ...actions }, coverage });
    await run([yes]);
    expect(coverage.report()).toMatchObject({
      runs: 1,
      steps: { missed: ["give-up"] },
      percent: { steps: 75 },
    });
    expect(coverage.report().toText()).toMatchInlineSnapshot(`
      "release: 54.54 % in 1 run
        steps 75 % (3 of 4)
          never visited: give-up
        edges 42.85 % (3 of 7)
          never taken: plan → give-up (attempts > 2)
          never taken: plan → plan (otherwise)
          never taken: push → give-up (error)
          never taken: give-up → end"
    `);
    await run([no, yes]);
    await run([no, no, no]);
    expect(coverage.report().edges.missed.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ["push", "give-up", "error"],
    ]);
    await run([yes], { plan: {}, push: failAction(new Error("down")) });
    const report = coverage.report();
    expect(report.percent).toEqual({ steps: 100, edges: 100, total: 100 });
    expect(report.edges.taken.find(({ label }) => label === "otherwise")?.count).toBe(3);
  });

  it("tells branches to the same step apart", async () => {
    const twice = skill({ name: "twice", entry: "a" })
      .step("a", {
        prompt: "A.",
        response: type({ n: "number" }),
        next: [
          { to: "b", when: ({ response }) => response.n > 9 },
          { to: "b", when: ({ response }) => response.n > 5 },
          { to: "b" },
        ],
      })
      .step("b", { prompt: "B.", next: terminal })
      .build();
    const coverage = createCoverage(twice);
    await runSkill(twice, { model: mockModel({ a: { n: 7 }, b: {} }), coverage });
    const { taken, missed } = coverage.report().edges;
    expect(taken.map(({ label }) => label)).toEqual(["response.n > 5", undefined]);
    expect(missed.map(({ label }) => label)).toEqual(["response.n > 9", "otherwise"]);
  });

  it("counts a decision once, however often the engine asks for it", async () => {
    const again = skill({ name: "again", entry: "a", finalOutput: type({ n: "number > 0" }) })
      .step("a", {
        prompt: "A.",
        response: type({ n: "number" }),
        maxVisits: 200,
        next: [
          { to: "a", when: ({ store }) => store.steps.history.length < 90 },
          { to: "b", when: ({ store }) => store.steps.history.length < 89 },
          { to: "b" },
        ],
      })
      .step("b", {
        prompt: "B.",
        response: type({ n: "number" }),
        action: () => 1,
        next: ({ store, response }) => (store.steps.all("a").length < response.n ? "a" : terminal),
      })
      .build();
    const coverage = createCoverage(again);
    const store = forgetful();
    const model = mockModel({ a: { n: 1 }, b: ({ visit, attempt }) => ({ n: visit === 1 ? 91 : attempt - 1 }) });
    const run = await runSkill(again, { model, coverage, store });
    expect(run.retried).toHaveLength(1);
    expect(coverage.report().edges.taken.map(({ from, to, label, count }) => [from, to, label, count])).toEqual([
      ["a", "a", "store.steps.history.length < 90", 89],
      ["a", "b", "otherwise", 2],
      ["b", "a", undefined, 1],
      ["b", "__terminal__", undefined, 1],
    ]);
  });

  it("counts a run that fails as far as it came", async () => {
    const coverage = createCoverage(release);
    const model = mockModel({ plan: yes, push: "wrong" });
    await expect(runSkill(release, { params, model, actions: stubs, coverage })).rejects.toThrow("refused");
    expect(coverage.report().steps.visited.map(({ step }) => step)).toEqual(["plan", "push"]);
    expect(coverage.report().edges.taken).toHaveLength(1);
  });

  it("counts limits on visits, also over several steps", async () => {
    const loop = skill({ name: "loop", entry: "a" })
      .step("a", { prompt: "A.", maxVisits: 2, onMaxVisits: "b", next: "self" })
      .step("b", { prompt: "B.", maxVisits: 1, onMaxVisits: "c", next: "a" })
      .step("c", { prompt: "C.", next: terminal })
      .build();
    const coverage = createCoverage(loop);
    const { path } = await runSkill(loop, { model: mockModel({ a: {}, b: {}, c: {} }), coverage });
    expect(path).toEqual(["a", "a", "b", "c"]);
    expect(coverage.report().edges.taken.map(({ from, to, reason, count }) => [from, to, reason, count])).toEqual([
      ["a", "a", "next", 2],
      ["a", "b", "max-visits", 2],
      ["b", "a", "next", 1],
      ["b", "c", "max-visits", 1],
      ["c", "__terminal__", "next", 1],
    ]);
    expect(coverage.report().percent.total).toBe(100);
  });

  it("goes into sub-skills", async () => {
    const coverage = createCoverage(triage);
    const run = (to: string): Promise<unknown> =>
      runSkill(triage, {
        model: mockModel({
          route: { to },
          "nurse/care": { done: true },
          "doctor/diagnose": { cause: "" },
          "doctor/cure": { cure: "" },
          thank: { thanks: "" },
        }),
        actions: { "doctor/look-up": 1 },
        coverage,
      });
    await run("nurse");
    expect(coverage.report().edges.taken.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      "route → subskill:nurse",
      "subskill:nurse → __terminal__",
      "nurse/care → nurse/__terminal__",
    ]);
    for (const to of ["doctor", "help", "nowhere"]) await run(to);
    expect(coverage.report().toText()).toBe(
      ["triage: 100 % in 4 runs", "  steps 100 % (9 of 9)", "  edges 100 % (11 of 11)"].join("\n"),
    );
  });

  it("knows the way of a failed action, also to a step that was visited often enough", async () => {
    const fragile = skill({ name: "fragile", entry: "act" })
      .step("act", { prompt: "Act.", action: () => 1, maxVisits: 3, onError: "mend", next: terminal })
      .step("mend", { prompt: "Mend.", maxVisits: 1, onMaxVisits: "stop", next: "act" })
      .step("stop", { prompt: "Stop.", next: terminal })
      .build();
    const coverage = createCoverage(fragile);
    const model = mockModel({ act: {}, mend: {}, stop: {} });
    const { path } = await runSkill(fragile, { model, actions: { act: failAction("no") }, coverage });
    expect(path).toEqual(["act", "mend", "act", "stop"]);
    expect(coverage.report().edges.taken.map(({ from, to, reason, count }) => [from, to, reason, count])).toEqual([
      ["act", "mend", "error", 2],
      ["mend", "act", "next", 1],
      ["mend", "stop", "max-visits", 1],
      ["stop", "__terminal__", "next", 1],
    ]);
  });

  it("does not come back from a sub-skill that a run began in", async () => {
    const coverage = createCoverage(triage);
    await runComposite(triage, {
      directSubskill: "nurse",
      model: mockModel({ "nurse/care": { done: true } }),
      coverage,
    });
    expect(coverage.report().edges.taken).toMatchObject([{ from: "nurse/care", to: "nurse/__terminal__" }]);
  });

  it("learns of edges that nobody could have guessed", async () => {
    const sly = skill({ name: "sly", entry: "a" })
      .step("a", {
        prompt: "A.",
        response: type({ n: "number" }),
        next: ({ response }) => (response.n > 5000 ? (`st${"op".slice(0)}` as "stop") : terminal),
      })
      .step("stop", { prompt: "Stop.", next: terminal })
      .build();
    const coverage = createCoverage(sly);
    expect(coverage.report().edges.missed.map(({ to }) => to)).not.toContain("stop");
    await runSkill(sly, { model: mockModel({ a: { n: 9999 }, stop: {} }), coverage });
    expect(coverage.report().edges.taken).toContainEqual({
      from: "a",
      to: "stop",
      reason: "function",
      inferred: true,
      count: 1,
    });
  });

  it("may leave out edges", () => {
    const coverage = createCoverage(triage, { ignore: ({ from }) => from === "route" });
    expect(coverage.report().edges.missed.every(({ from }) => from !== "route")).toBe(true);
  });

  it("is for one definition", async () => {
    const run = runSkill(triage, { model: mockModel({}), coverage: createCoverage(release) });
    await expect(run).rejects.toThrow("another definition");
  });
});
