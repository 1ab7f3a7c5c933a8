import { describe, expect, it } from "vitest";
import type { DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import type { SessionRecord } from "../../../../src/workflow/session/session-record.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const answered = { text: "x" };
const at = new Date(0).toISOString();
const repair: DefinedStep = { prompt: "Repair.", response: text, next: terminal };

function acting(step: Partial<DefinedStep>): ReturnType<typeof bench> {
  return bench(definition({ act: { prompt: "Go.", response: text, next: terminal, ...step }, repair }));
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

describe("an action whose failure is on record", () => {
  /** A session whose process died after these records of the action. */
  async function died(step: Partial<DefinedStep>, last: Partial<SessionRecord>): Promise<ReturnType<typeof bench>> {
    const setup = acting(step);
    await setup.start();
    const records = [
      { type: "answered", step: "act", visit: 1, response: answered, at },
      { type: "action-started", step: "act", visit: 1, attempt: 1, at },
      { type: "action-failed", step: "act", visit: 1, attempt: 1, message: "broken", final: true, at, ...last },
    ] as SessionRecord[];
    await setup.store.append("s", records, 2);
    return setup.again();
  }

  it("leads to onError without being run again", async () => {
    let runs = 0;
    const { resume } = await died({ action: () => ++runs, onError: "repair" }, {});
    expect(shown(await resume())).toMatchObject({ step: "repair", completed: { error: "broken" } });
    expect(runs).toBe(0);
  });

  it("is run again by resume where nobody said what to do about it", async () => {
    const { resume } = await died({ action: () => "ok" }, {});
    expect(done(await resume()).completed?.actionResult).toBe("ok");
  });

  it("is tried as often as is left", async () => {
    let runs = 0;
    const action = (): never => {
      runs++;
      throw new Error("again");
    };
    const { resume, records } = await died({ retries: 1, onError: "repair", action }, { final: false });
    expect(shown(await resume()).step).toBe("repair");
    expect(runs).toBe(1);
    expect((await records()).findLast(({ type }) => type === "action-failed")).toMatchObject({
      attempt: 2,
      final: true,
    });
  });
});

describe("an action that does not stop", () => {
  it("is uncertain after an abort, and does not end twice", async () => {
    let ends = 0;
    const setup = acting({ action: async () => (await sleep(200), ++ends) });
    await setup.start();
    const { result } = await setup.engine.advance({
      session: "s",
      step: "act",
      output: answered,
      signal: AbortSignal.timeout(10),
    });
    expect(failed(result)).toMatchObject({ code: "action-uncertain", retry: false });
    expect(failed(result).hint).toContain("run-again");
    expect(failed(await setup.answer("act", answered)).code).toBe("action-uncertain");
    expect((await setup.engine.status({ session: "s" })).state).toBe("uncertain");
    await sleep(200);
    expect(ends).toBe(1);
    expect((await setup.types()).at(-1)).toBe("action-started");
    expect(done(await setup.resume({ decide: { result: 1 } })).completed?.actionResult).toBe(1);
  });

  it("is uncertain when its time is over: not retried, and not routed on", async () => {
    let runs = 0;
    const setup = acting({
      timeout: 10,
      retries: 2,
      onError: "repair",
      action: () => (runs++, new Promise(() => undefined)),
    });
    await setup.start();
    expect(failed(await setup.answer("act", answered)).code).toBe("action-uncertain");
    expect(runs).toBe(1);
  });

  it("is retried when it is idempotent", async () => {
    let runs = 0;
    const action = (): unknown => (++runs < 3 ? new Promise(() => undefined) : "ok");
    const setup = acting({ timeout: 10, retries: 2, idempotent: true, action });
    await setup.start();
    expect(done(await setup.answer("act", answered)).completed?.actionResult).toBe("ok");
  });
});

describe("an action that stops when it is told to", () => {
  it("has failed, one attempt after the other", async () => {
    let working = 0;
    let most = 0;
    const setup = acting({
      timeout: 10,
      retries: 2,
      action: ({ signal }) =>
        new Promise((_resolve, reject) => {
          most = Math.max(most, ++working);
          signal.addEventListener("abort", () => {
            working--;
            reject(signal.reason as Error);
          });
        }),
    });
    await setup.start();
    expect(failed(await setup.answer("act", answered))).toMatchObject({ code: "action-timeout", retry: true });
    expect((await setup.types()).filter((type) => type === "action-failed")).toHaveLength(3);
    expect(most).toBe(1);
  });

  it("has the result that it gives in time", async () => {
    const setup = acting({ timeout: 10, action: async () => (await sleep(30), "late") });
    await setup.start();
    expect(done(await setup.answer("act", answered)).completed?.actionResult).toBe("late");
  });

  it("is not begun by a call that was aborted before", async () => {
    const controller = new AbortController();
    let runs = 0;
    const setup = bench(
      definition({
        act: { prompt: "Go.", response: text, next: "gate", save: () => controller.abort() },
        gate: { action: () => ++runs, next: terminal },
      }),
    );
    await setup.start();
    const { signal } = controller;
    const { result } = await setup.engine.advance({ session: "s", step: "act", output: answered, signal });
    expect(failed(result).code).toBe("action-failed");
    expect(runs).toBe(0);
    expect(done(await setup.resume()).autoAdvanced?.[0]?.actionResult).toBe(1);
  });
});
