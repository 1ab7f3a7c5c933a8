import { failAction, mockModel, runSkill, WorkflowTestError } from "@tradecraft/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { effects, release, research, triage } from "./skills.ts";

beforeEach(() => void effects.splice(0));

const options = {
  params: { repo: "tool" },
  model: mockModel({
    plan: { version: "1.0", ready: true },
    push: { version: "1.0" },
    announce: { text: "out" },
    "give-up": { text: "no" },
  }),
};

describe("action stubs", () => {
  it("stand for actions by step and by name, and leave the definition as it is", async () => {
    const run = await runSkill(release, { ...options, actions: { plan: { length: 9 }, publish: { url: "stub" } } });
    expect(run.history.map(({ actionResult }) => actionResult)).toEqual([{ length: 9 }, { url: "stub" }, undefined]);
    expect(effects).toEqual([]);
    await runSkill(release, options);
    expect(effects).toEqual(["plan 1.0", "publish 1.0"]);
  });

  it("are told what the action is given", async () => {
    const calls: unknown[] = [];
    await runSkill(release, {
      ...options,
      actions: {
        plan: ({ step, input, response, params, store, key, signal, call }) => {
          calls.push([
            step,
            input,
            response,
            params,
            Object.keys(store ?? {}),
            key.split(":").slice(1),
            signal.aborted,
            call,
          ]);
          return {};
        },
        push: async ({ step, input, response, call }) => {
          calls.push([step, input, response, call]);
          return await Promise.resolve({ url: "u" });
        },
      },
    });
    const answer = { version: "1.0", ready: true };
    expect(calls).toEqual([
      ["plan", answer, answer, { repo: "tool" }, ["notes", "steps"], ["plan", "1"], false, 1],
      ["push", { version: "1.0" }, undefined, 1],
    ]);
  });

  it("prefer the step to the action", async () => {
    const run = await runSkill(release, {
      ...options,
      actions: { plan: {}, push: { url: "step" }, publish: { url: "name" } },
    });
    expect(run.store.steps.push).toEqual({ url: "step" });
  });

  it("are checked by the output schema of the action", async () => {
    const run = await runSkill(release, { ...options, actions: { plan: {}, publish: { link: "wrong" } } });
    expect(run.path).toEqual(["plan", "push", "give-up"]);
    expect(run.history[1]?.error).toContain("url");
  });

  it("stand for actions of parts and of sub-skills", async () => {
    const parts = await runSkill(research, {
      params: { topics: ["a", "b"] },
      model: mockModel({ ask: { answer: "x" }, "check#lint": () => [], "check#types": { ok: true } }),
      actions: { ask: ({ item, index, call }) => `${String(item)} ${index} ${call}` },
    });
    expect(parts.store.steps.ask).toEqual(["a 0 1", "b 1 2"]);
    await runSkill(triage, {
      model: mockModel({
        route: { to: "doctor" },
        "doctor/diagnose": { cause: "" },
        "doctor/cure": { cure: "" },
        thank: { thanks: "" },
      }),
      actions: { "doctor/look-up": 1 },
    });
    expect(effects).toEqual([]);
  });

  it("fail as often as they are told", async () => {
    const always = await runSkill(release, { ...options, actions: { plan: {}, push: failAction(new Error("down")) } });
    expect(always.path).toEqual(["plan", "push", "give-up"]);
    expect(always.history[1]?.error).toBe("down");
    const once = failAction(new Error("down"), { times: 1, result: ({ call }) => ({ url: `call ${call}` }) });
    const mended = await runSkill(release, { ...options, actions: { plan: {}, push: once } });
    expect(mended.store.steps.push).toEqual({ url: "call 2" });
    expect(effects).toEqual([]);
    const real = await runSkill(release, { ...options, actions: { plan: {}, push: failAction("down", { times: 1 }) } });
    expect(real.store.steps.push).toEqual({ url: "https://example.com/1.0" });
    expect(effects).toEqual(["publish 1.0"]);
  });

  it("are refused for names that fit no action", async () => {
    const refused = runSkill(release, { ...options, actions: { announce: 1, pbulish: 2 } });
    await expect(refused).rejects.toThrow(
      'Stubs of "release": the step "announce" has no action; there is no step and no action "pbulish". Actions are at: plan, push, publish.',
    );
    await expect(refused).rejects.toThrow(WorkflowTestError);
    expect(effects).toEqual([]);
  });
});
