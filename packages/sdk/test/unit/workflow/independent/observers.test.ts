import { terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, made, prompted, sleep } from "./support.ts";

const n = type({ n: "number" });
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

function recording(): { events: [string, Context][]; observers: object } {
  const events: [string, Context][] = [];
  return {
    events,
    observers: Object.fromEntries(names.map((name) => [name, (event: unknown) => void events.push([name, event])])),
  };
}

const steps = (): Record<string, object> => {
  let tries = 0;
  return {
    a: {
      prompt: "A",
      response: n,
      retries: 1,
      action: () => {
        if (++tries === 1) throw new Error("once");
        return { done: true };
      },
      next: "gate",
    },
    gate: { next: "b" },
    b: { prompt: "B", response: n, next: terminal },
  };
};

describe("observers", () => {
  it("are told everything, in order", async () => {
    const { events, observers } = recording();
    const setup = bench(made(steps(), { observers, params: type({ p: "number" }) }));
    await setup.start({ p: 1 });
    await setup.answer("a", { n: "x" });
    await setup.answer("a", { n: 1 });
    await setup.answer("b", { n: 2 });
    await setup.engine.flush();
    expect(events.map(([name, event]) => `${name} ${event.step ?? event.to ?? ""}`.trim())).toEqual([
      "onStepStart a",
      "onStepValidationFailed a",
      "onActionStart a",
      "onActionFailed a",
      "onActionStart a",
      "onActionEnd a",
      "onStepComplete a",
      "onTransition gate",
      "onStepStart gate",
      "onStepComplete gate",
      "onTransition b",
      "onStepStart b",
      "onStepComplete b",
      "onTransition __terminal__",
      "onSkillComplete",
    ]);
    const of = (name: string): Context => events.find(([other]) => other === name)?.[1];
    expect(of("onStepStart")).toEqual({ step: "a", params: { p: 1 } });
    expect(of("onStepComplete")).toEqual({ step: "a", response: { n: 1 }, durationMs: expect.any(Number) as number });
    expect(of("onStepValidationFailed")).toEqual({
      step: "a",
      raw: { n: "x" },
      error: "n: n must be a number (was a string)",
      attempt: 1,
    });
    expect(of("onTransition")).toEqual({ from: "a", to: "gate", reason: "next" });
    expect(of("onActionFailed")).toMatchObject({ step: "a", attempt: 1, error: "once", final: false });
    expect(of("onActionEnd")).toMatchObject({ step: "a", result: { done: true } });
    expect(events.at(-2)?.[1]).toEqual({ from: "b", to: "__terminal__", reason: "terminal" });
    expect(events.at(-1)?.[1]).toMatchObject({ path: ["a", "gate", "b"], finalOutput: { n: 2 } });
  });

  it("get frozen copies, deep down", async () => {
    const { events, observers } = recording();
    const setup = bench(
      made(
        { a: { prompt: "A", response: type({ o: { x: "number" } }), next: terminal } },
        { observers, params: type({ o: { x: "number" } }) },
      ),
    );
    await setup.start({ o: { x: 1 } });
    await setup.answer("a", { o: { x: "bad" } });
    await setup.answer("a", { o: { x: 1 } });
    await setup.engine.flush();
    expect(events.length).toBeGreaterThan(4);
    for (const [name, event] of events) {
      expect([name, Object.isFrozen(event)]).toEqual([name, true]);
      for (const key of ["params", "response", "raw", "finalOutput", "path"]) {
        if (event[key] !== undefined) expect([name, key, Object.isFrozen(event[key])]).toEqual([name, key, true]);
        if (event[key]?.o !== undefined) expect([name, key, Object.isFrozen(event[key].o)]).toEqual([name, key, true]);
      }
    }
  });

  it("that fail, sync or async, break nothing and are told to onProblem", async () => {
    const problems: unknown[] = [];
    const observers = {
      onStepStart: () => {
        throw new Error("sync");
      },
      onStepComplete: async () => {
        throw new Error("async");
      },
      onTransition: () => {
        throw undefined;
      },
    };
    const setup = bench(made({ a: { prompt: "A", response: n, next: terminal } }, { observers }), {
      onProblem: ({ error }) => problems.push(error),
    });
    await setup.start();
    ended(await setup.answer("a", { n: 1 }));
    await setup.engine.flush();
    expect(problems).toHaveLength(3);
  });

  it("an onProblem that throws breaks nothing either", async () => {
    const observers = {
      onStepStart: () => {
        throw new Error("sync");
      },
    };
    const setup = bench(made({ a: { prompt: "A", response: n, next: terminal } }, { observers }), {
      onProblem: () => {
        throw new Error("worse");
      },
    });
    prompted(await setup.start());
    ended(await setup.answer("a", { n: 1 }));
    await setup.engine.flush();
  });

  it("run one after another, though they are slow", async () => {
    const seen: string[] = [];
    const slow = (name: string, ms: number) => async () => {
      seen.push(`${name} begins`);
      await sleep(ms);
      seen.push(`${name} ends`);
    };
    const observers = {
      onStepStart: slow("start", 30),
      onStepComplete: slow("complete", 1),
      onTransition: slow("transition", 1),
    };
    const setup = bench(made({ a: { prompt: "A", next: terminal } }, { observers }));
    await setup.start();
    await setup.answer("a");
    await setup.engine.flush();
    expect(seen).toEqual(["start", "complete", "transition"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("never block: a step goes on while an observer sleeps; the end waits for them", async () => {
    let release: () => void = () => undefined;
    let finished = false;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const observers = {
      onStepStart: async () => {
        await gate;
        finished = true;
      },
    };
    const setup = bench(made({ a: { prompt: "A", next: "b" }, b: { prompt: "B", next: terminal } }, { observers }));
    prompted(await setup.start());
    prompted(await setup.answer("a"));
    expect(finished).toBe(false);
    setTimeout(release, 20);
    ended(await setup.answer("b"));
    await setup.engine.flush();
    expect(finished).toBe(true);
  });

  it("are not called by replay, resume or status", async () => {
    const { events, observers } = recording();
    const setup = bench(made(steps(), { observers }));
    await setup.start();
    await setup.engine.flush();
    const before = events.length;
    await setup.resume();
    await setup.cold().resume();
    await setup.engine.status({ session: "s" });
    await setup.engine.history({ session: "s" });
    await setup.engine.replay({ history: [{ step: "a", response: { n: 1 }, actionResult: { done: true } }] });
    await setup.engine.flush();
    expect(events).toHaveLength(before);
  });
});
