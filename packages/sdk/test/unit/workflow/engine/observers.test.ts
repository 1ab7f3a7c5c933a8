import { describe, expect, it } from "vitest";
import type { ObserverMap } from "../../../../src/workflow/engine/observers.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };
const names = [
  "onStepStart",
  "onStepComplete",
  "onStepValidationFailed",
  "onTransition",
  "onSkillComplete",
  "onActionStart",
  "onActionEnd",
  "onActionFailed",
] as const;

function spying(events: unknown[][]): ObserverMap {
  return Object.fromEntries(names.map((name) => [name, (event: unknown) => void events.push([name, event])]));
}

describe("observers", () => {
  it("are told in order, with frozen copies", async () => {
    const events: unknown[][] = [];
    let tick = 0;
    let broken = true;
    const { start, answer } = bench(
      definition(
        {
          one: { prompt: "One.", response: text, next: "two" },
          two: {
            prompt: "Two.",
            response: text,
            action: () => {
              if (broken) throw new Error("no");
              return "acted";
            },
            next: terminal,
          },
        },
        { observers: spying(events) },
      ),
      { now: () => new Date(1_000 * tick++) },
    );
    await start({ p: 1 });
    await answer("one", {});
    await answer("one", {});
    await answer("one", x);
    await answer("two", x);
    broken = false;
    await answer("two", x);
    const ms = expect.any(Number) as number;
    expect(events).toEqual([
      ["onStepStart", { step: "one", params: { p: 1 } }],
      ["onStepValidationFailed", { step: "one", raw: {}, error: expect.stringContaining("text"), attempt: 1 }],
      ["onStepValidationFailed", { step: "one", raw: {}, error: expect.stringContaining("text"), attempt: 2 }],
      ["onStepComplete", { step: "one", response: x, durationMs: ms }],
      ["onTransition", { from: "one", to: "two", reason: "next" }],
      ["onStepStart", { step: "two", params: { p: 1 } }],
      ["onActionStart", { step: "two", action: "two", attempt: 1 }],
      ["onActionFailed", { step: "two", action: "two", attempt: 1, error: "no", final: true }],
      ["onActionStart", { step: "two", action: "two", attempt: 1 }],
      ["onActionEnd", { step: "two", action: "two", result: "acted", durationMs: ms }],
      ["onStepComplete", { step: "two", response: x, durationMs: ms }],
      ["onTransition", { from: "two", to: "__terminal__", reason: "terminal" }],
      ["onSkillComplete", { path: ["one", "two"], finalOutput: x, durationMs: ms }],
    ]);
    expect(events.every(([, event]) => Object.isFrozen(event))).toBe(true);
    const [, last] = events.at(-1) as [string, { durationMs: number }];
    expect(last.durationMs).toBeGreaterThan(10_000);
  });

  it("tell the whole time of the session, over processes", async () => {
    const events: unknown[][] = [];
    let now = 0;
    const workflow = definition(
      { one: { prompt: "One.", response: text, next: "two" }, two: { prompt: "Two.", response: text, next: terminal } },
      { observers: spying(events) },
    );
    const { start, again } = bench(workflow, { now: () => new Date(now) });
    await start();
    now = 60_000;
    await again().answer("one", x);
    now = 90_000;
    await again().answer("two", x);
    expect(events.at(-1)).toEqual(["onSkillComplete", { path: ["one", "two"], finalOutput: x, durationMs: 90_000 }]);
    expect(events.filter(([name]) => name === "onStepStart")).toHaveLength(2);
  });

  it("never break a run, and are reported", async () => {
    const problems: unknown[] = [];
    const { start, answer } = bench(
      definition(
        { one: { prompt: "One.", response: text, next: terminal } },
        {
          observers: {
            onStepStart: () => {
              throw new Error("bad observer");
            },
            onSkillComplete: async () => Promise.reject(new Error("worse")),
          },
        },
      ),
      { onProblem: (problem) => problems.push(problem) },
    );
    await start();
    expect(done(await answer("one", x)).kind).toBe("done");
    expect(problems).toMatchObject([
      { where: "onStepStart", error: { message: "bad observer" } },
      { where: "onSkillComplete", error: { message: "worse" } },
    ]);
  });

  it("are not waited for, one after another, until the end", async () => {
    const events: string[] = [];
    const slow = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push(name);
    };
    const { start, answer } = bench(
      definition(
        {
          one: { prompt: "One.", response: text, next: "two" },
          two: { prompt: "Two.", response: text, next: terminal },
        },
        { observers: { onStepStart: slow("start"), onSkillComplete: slow("complete"), onStepComplete: slow("step") } },
      ),
    );
    await start();
    expect(shown(await answer("one", x)).step).toBe("two");
    expect(events).toEqual([]);
    await answer("two", x);
    expect(events).toEqual(["start", "step", "start", "step", "complete"]);
  });

  it("hear nothing of what was not recorded", async () => {
    const events: unknown[][] = [];
    const workflow = definition(
      { one: { prompt: "One.", response: text, next: "two" }, two: { prompt: "Two.", response: text, next: terminal } },
      { observers: spying(events) },
    );
    const { start, answer } = bench(workflow);
    await start();
    const results = await Promise.all([1, 2, 3].map(() => answer("one", x)));
    expect(results.filter((result) => result.kind === "error").map((result) => failed(result).code)).toHaveLength(2);
    expect(events.filter(([name]) => name === "onStepComplete")).toHaveLength(1);
  });

  it("of a sub-skill know its steps by their own names", async () => {
    const outer: unknown[][] = [];
    const inner: unknown[][] = [];
    const sub = definition(
      { look: { prompt: "Look.", response: text, next: terminal } },
      { name: "sub", observers: spying(inner) },
    );
    const { start, answer } = bench(
      definition(
        { go: { prompt: "Go.", next: "subskill:sub" }, end: { prompt: "End.", next: terminal } },
        { observers: spying(outer), subskills: { sub: { definition: sub, next: "end" } } },
      ),
    );
    await start();
    await answer("go");
    await answer("sub/look", x);
    await answer("end");
    expect(inner).toMatchObject([
      ["onStepStart", { step: "look" }],
      ["onStepComplete", { step: "look" }],
      ["onTransition", { from: "look", to: "__terminal__" }],
      ["onSkillComplete", { path: ["look"], finalOutput: x }],
    ]);
    expect(outer.filter(([name]) => name === "onTransition").map(([, event]) => event)).toEqual([
      { from: "go", to: "subskill:sub", reason: "redirect" },
      { from: "sub/look", to: "__terminal__", reason: "terminal" },
      { from: "sub", to: "end", reason: "next" },
      { from: "end", to: "__terminal__", reason: "terminal" },
    ]);
    expect(outer.filter(([name]) => name === "onSkillComplete")).toHaveLength(1);
  });
});
