import { type } from "arktype";
import { describe, expect, it, vi } from "vitest";
import type { AnyParallel, DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const found = type({ found: "number" });

function research(
  each: Partial<Extract<AnyParallel, { each: unknown }>["each"]> = {},
  more: Partial<DefinedStep> = {},
) {
  return definition({
    plan: { prompt: "Plan.", response: type({ topics: "string[]" }), next: "research" },
    research: {
      parallel: {
        over: ({ store }) => (store.steps["plan"] as { topics: string[] }).topics,
        each: {
          prompt: ({ item, index, part }) => `Look for ${String(item)} (${index}, ${part}).`,
          response: found,
          ...each,
        },
      },
      next: "report",
      ...more,
    },
    report: { prompt: ({ store }) => JSON.stringify(store.steps["research"]), response: text, next: terminal },
    repair: { prompt: "Repair.", next: terminal },
  });
}

async function fanned(
  workflow = research(),
  topics = ["a", "b", "c"],
): Promise<ReturnType<typeof bench> & { result: unknown }> {
  const setup = bench(workflow);
  await setup.start();
  const result = await setup.answer("plan", { topics });
  return { ...setup, result };
}

describe("a parallel step over a list", () => {
  it("shows the first open part and tells of all of them", async () => {
    const { result, records } = await fanned();
    expect(result).toMatchObject({
      kind: "prompt",
      step: "research#0",
      prompt: "<prompt>\nLook for a (0, 0).\n</prompt>",
      completed: { step: "plan" },
      parallel: { step: "research", done: 0, total: 3 },
    });
    const { parallel, schema } = shown(result as Parameters<typeof shown>[0]);
    expect(parallel?.open.map(({ step }) => step)).toEqual(["research#0", "research#1", "research#2"]);
    expect(parallel?.open[2]).toEqual({
      step: "research#2",
      prompt: "<prompt>\nLook for c (2, 2).\n</prompt>",
      schema,
    });
    expect((await records()).at(-1)).toMatchObject({ type: "entered", parts: { 0: "a", 1: "b", 2: "c" } });
  });

  it("takes answers in any order, each once, and joins the results in the order of the list", async () => {
    const { answer, again, engine } = await fanned();
    const first = shown(await answer("research#2", { found: 2 }));
    expect(first).toMatchObject({
      step: "research#0",
      completed: { step: "research#2", response: { found: 2 }, result: { found: 2 } },
      parallel: { done: 1, total: 3 },
    });
    expect(failed(await answer("research#2", { found: 9 })).code).toBe("step-not-current");
    expect(failed(await answer("research#7", { found: 9 })).code).toBe("step-unknown");
    expect(failed(await answer("research", { found: 9 }))).toMatchObject({
      code: "step-not-current",
      hint: expect.stringContaining("research#1"),
    });
    expect(failed(await answer("research#1", { found: "?" })).code).toBe("answer-invalid");
    expect((await engine.status({ session: "s" })).open).toEqual(["research#0", "research#1"]);
    await again().answer("research#0", { found: 0 });
    const joined = shown(await answer("research#1", { found: 1 }));
    expect(joined).toMatchObject({ step: "report", completed: { step: "research#1" } });
    const list = [{ found: 0 }, { found: 1 }, { found: 2 }];
    expect(joined.autoAdvanced).toEqual([{ step: "research", response: list, result: list }]);
    expect(joined.prompt).toContain(JSON.stringify(list));
    expect(joined.parallel).toBeUndefined();
    expect((await engine.status({ session: "s" })).visits).toEqual({ plan: 1, research: 1 });
  });

  it("is over at once if the list is empty", async () => {
    const { result } = await fanned(research(), []);
    expect(result).toMatchObject({ step: "report", autoAdvanced: [{ step: "research", response: [], result: [] }] });
  });

  it("does not go round for ever with nothing to do", async () => {
    const nothing: DefinedStep = { parallel: { over: () => [], each: { prompt: "Each." } }, next: terminal };
    const sub = definition({ nothing }, { name: "sub" });
    const subskills = { sub: { definition: sub, next: "subskill:sub" } };
    const { start } = bench(definition({ go: { maxVisits: 100, next: "subskill:sub" } }, { subskills }));
    expect(failed((await start()).result).code).toBe("auto-advance-limit");
  });

  it("runs an action for each part, and may change the joined result", async () => {
    const keys: string[] = [];
    const workflow = research(
      {
        action: ({ response, item, key }) => {
          keys.push(key);
          return `${String(item)}:${(response as { found: number }).found}`;
        },
      },
      { save: ({ response }) => ({ step: (response as string[]).join() }) },
    );
    const { answer } = await fanned(workflow, ["a", "b"]);
    expect(shown(await answer("research#1", { found: 2 })).completed?.actionResult).toBe("b:2");
    const joined = shown(await answer("research#0", { found: 1 }));
    expect(joined.autoAdvanced).toMatchObject([{ response: ["a:1", "b:2"], result: "a:1,b:2" }]);
    expect(keys).toEqual(["s:research#1:1", "s:research#0:1"]);
  });

  it("takes answers that come at once, from one process or many", async () => {
    const items = Array.from({ length: 12 }, (_, place) => `i${place}`);
    for (const many of [false, true]) {
      const runs: string[] = [];
      const workflow = research({
        action: async ({ item }) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
          runs.push(item as string);
          return item;
        },
      });
      const setup = await fanned(workflow, items);
      const results = await Promise.all(
        items.map((_, place) => (many ? setup.again() : setup).answer(`research#${place}`, { found: place })),
      );
      const kinds = new Set(results.map(({ kind }) => kind));
      if (!many) expect(kinds).toEqual(new Set(["prompt"]));
      expect(runs.sort()).toEqual([...items].sort());
      expect(shown(await setup.again().resume())).toMatchObject({ step: "report" });
      const history = await setup.engine.history({ session: "s" });
      expect(history.filter(({ step }) => step === "research")).toMatchObject([{ result: items }]);
      expect(history).toHaveLength(14);
    }
  });

  it("lets a part whose action failed be answered again, and the others meanwhile", async () => {
    let broken = true;
    const workflow = research({
      action: ({ item }) => (item === "a" && broken ? Promise.reject(new Error("no")) : item),
    });
    const { answer, resume } = await fanned(workflow, ["a", "b"]);
    expect(failed(await answer("research#0", { found: 1 }))).toMatchObject({
      code: "action-failed",
      step: "research#0",
    });
    expect(shown(await answer("research#1", { found: 1 }))).toMatchObject({
      step: "research#0",
      parallel: { done: 1 },
    });
    broken = false;
    expect(shown(await resume()).step).toBe("report");
  });

  it("goes to onError when a part has failed for good", async () => {
    const workflow = research({ action: () => Promise.reject(new Error("no")) }, { onError: "repair" });
    const { answer } = await fanned(workflow, ["a", "b"]);
    expect(shown(await answer("research#1", { found: 1 }))).toMatchObject({
      step: "repair",
      completed: { step: "research#1", error: "no" },
    });
  });

  it("asks about a part of which nobody knows whether its action ran", async () => {
    const workflow = research({ action: ({ item }) => item });
    const { store, records, again } = await fanned(workflow, ["a", "b"]);
    const at = new Date().toISOString();
    await store.append(
      "s",
      [
        { type: "answered", step: "research#0", visit: 1, response: { found: 1 }, at },
        { type: "action-started", step: "research#0", visit: 1, attempt: 1, at },
      ],
      (await records()).length,
    );
    const other = again();
    expect(failed(await other.resume())).toMatchObject({ code: "action-uncertain", step: "research#0" });
    expect(failed(await other.answer("research#1", { found: 1 })).code).toBe("action-uncertain");
    expect(shown(await other.resume({ decide: { result: "told" } })).prompt).toContain('["told","b"]');
  });

  it("takes one decision for one part", async () => {
    const workflow = research({ action: ({ item }) => item });
    const { store, records, again } = await fanned(workflow, ["a", "b"]);
    const at = new Date().toISOString();
    const started = ["research#0", "research#1"].flatMap((step) => [
      { type: "answered", step, visit: 1, response: { found: 1 }, at } as const,
      { type: "action-started", step, visit: 1, attempt: 1, at } as const,
    ]);
    await store.append("s", started, (await records()).length);
    const other = again();
    const first = failed(await other.resume({ decide: { result: "told" } }));
    expect(first).toMatchObject({ code: "action-uncertain", step: "research#1", completed: { step: "research#0" } });
    expect(shown(await other.resume({ decide: "run-again" })).prompt).toContain('["told","b"]');
  });

  it("waits for a part that another call is working on", async () => {
    let finish = (_value: string): void => undefined;
    const workflow = research({
      action: ({ item }) => (item === "a" ? new Promise((resolve) => (finish = resolve)) : item),
    });
    const { answer, types } = await fanned(workflow, ["a", "b"]);
    const slow = answer("research#0", { found: 1 });
    await vi.waitFor(async () => expect((await types()).at(-1)).toBe("action-started"));
    const quick = answer("research#1", { found: 2 });
    await vi.waitFor(async () => expect((await types()).at(-1)).toBe("saved"));
    finish("late");
    expect(shown(await slow).step).toBe("report");
    expect(shown(await quick).step).toBe("report");
  });
});

describe("a parallel step with branches", () => {
  const checks = definition({
    checks: {
      parallel: {
        branches: {
          lint: { prompt: ({ part, item }) => `${part} ${String(item)}`, response: type({ ok: "boolean" }) },
          test: { prompt: "Test.", response: found, action: () => "tested" },
        },
      },
      next: terminal,
    },
  });

  it("joins a record", async () => {
    const { start, answer } = bench(checks);
    const first = shown((await start()).result);
    expect(first).toMatchObject({ step: "checks#lint", prompt: "<prompt>\nlint null\n</prompt>" });
    expect(first.preamble).toBeDefined();
    await answer("checks#test", { found: 1 });
    const end = done(await answer("checks#lint", { ok: true }));
    expect(end.finalOutput).toEqual({ lint: { ok: true }, test: "tested" });
    expect(end.autoAdvanced).toMatchObject([{ step: "checks", result: { lint: { ok: true }, test: "tested" } }]);
  });

  it("knows its parts by name only", async () => {
    const { start, answer } = bench(checks);
    await start();
    expect(failed(await answer("checks#0", {})).code).toBe("step-unknown");
  });

  it("fails as data if the parts cannot be told", async () => {
    const workflow = definition({
      go: { prompt: "Go.", next: "fan" },
      fan: { parallel: { over: () => "no list" as unknown as [], each: { prompt: "Each." } }, next: terminal },
    });
    const { start, answer } = bench(workflow);
    await start();
    expect(failed(await answer("go"))).toMatchObject({ code: "next-failed", step: "fan" });
  });
});
