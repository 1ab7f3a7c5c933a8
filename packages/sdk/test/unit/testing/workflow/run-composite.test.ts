import { mockModel, runComposite, runSkill } from "@tradecraft/sdk/testing";
import { skill, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { triage } from "./skills.ts";

const answers = {
  "doctor/diagnose": { cause: "cold" },
  "doctor/cure": { cure: "tea" },
  thank: { thanks: "a lot" },
};

describe("runComposite", () => {
  it("goes through a sub-skill and comes back, with prefixed names", async () => {
    const run = await runComposite(triage, { model: mockModel({ route: { to: "doctor" }, ...answers }) });
    expect(run.path).toEqual(["route", "doctor/diagnose", "doctor/look-up", "doctor/cure", "doctor", "thank"]);
    expect(run.redirectedTo).toEqual({ kind: "subskill", name: "doctor" });
    expect(run.redirects).toHaveLength(1);
    expect(run.finalOutput).toEqual({ thanks: "a lot" });
    expect(run.store.steps["doctor"]).toEqual({ cure: "tea" });
    expect(run.prompts[1]).toMatchObject({ step: "doctor/diagnose", preamble: expect.any(String) });
    expect(run.outputs["doctor/cure"]).toEqual({ cure: "tea" });
  });

  it("ends with a sub-skill that does not come back", async () => {
    const run = await runComposite(triage, {
      model: mockModel({ route: { to: "nurse" }, "nurse/care": { done: true } }),
    });
    expect(run.path).toEqual(["route", "nurse/care"]);
    expect(run.redirectedTo).toEqual({ kind: "subskill", name: "nurse" });
    expect(run.finalOutput).toEqual({ done: true });
    expect(run.store.steps["route"]).toEqual({ to: "nurse" });
  });

  it("ends with a topic", async () => {
    const run = await runComposite(triage, { model: mockModel({ route: { to: "help" } }) });
    expect(run.redirectedTo).toEqual({ kind: "topic", name: "help" });
    expect(run.finalOutput).toEqual({ topic: "help", content: "Ask." });
    expect(run.path).toEqual(["route"]);
  });

  it("is led nowhere", async () => {
    const run = await runComposite(triage, { model: mockModel({ route: { to: "nowhere" } }) });
    expect(run).not.toHaveProperty("redirectedTo");
    expect(run.redirects).toEqual([]);
  });

  it("begins in a sub-skill, with its params", async () => {
    const run = await runComposite(triage, {
      directSubskill: "doctor",
      params: { complaint: "a limp" },
      model: mockModel(answers),
    });
    expect(run.path).toEqual(["doctor/diagnose", "doctor/look-up", "doctor/cure"]);
    expect(run.prompts[0]?.prompt).toContain("a limp");
    expect(run.store.steps["cure"]).toEqual({ cure: "tea" });
    expect(run).not.toHaveProperty("redirectedTo");
    await expect(runComposite(triage, { directSubskill: "vet", model: mockModel({}) })).rejects.toThrow("vet");
  });

  it("names what is inside of a sub-skill in full", async () => {
    const outer = skill({ name: "outer", entry: "go" })
      .step("go", { prompt: "Go.", response: type({ to: "string" }), next: "subskill:inner" })
      .subskill("inner", triage)
      .build();
    const model = mockModel({ go: { to: "x" }, "inner/route": { to: "help" } });
    const run = await runComposite(outer, { model });
    expect(run.path).toEqual(["go", "inner/route"]);
    expect(run.redirects).toEqual([
      { kind: "subskill", name: "inner" },
      { kind: "topic", name: "inner/help" },
    ]);
    const deep = mockModel({ go: { to: "x" }, "inner/route": { to: "nurse" }, "inner/nurse/care": { done: true } });
    expect((await runSkill(outer, { model: deep })).path).toEqual(["go", "inner/route", "inner/nurse/care"]);
  });

  it("tells each of several redirects", async () => {
    const nap = skill({ name: "nap", entry: "rest" }).step("rest", { prompt: "Rest.", next: terminal }).build();
    const days = skill({ name: "days", entry: "wake" })
      .step("wake", {
        prompt: "Up?",
        response: type({ up: "boolean" }),
        next: [{ to: terminal, when: ({ response }) => response.up }, { to: "subskill:nap" }],
      })
      .subskill("nap", nap, { next: "wake" })
      .build();
    const model = mockModel({ wake: [{ up: false }, { up: false }, { up: true }], "nap/rest": {} });
    const run = await runComposite(days, { model });
    expect(run.redirects.map(({ name }) => name)).toEqual(["nap", "nap"]);
    expect(run.path).toEqual(["wake", "nap/rest", "nap", "wake", "nap/rest", "nap", "wake"]);
  });
});
