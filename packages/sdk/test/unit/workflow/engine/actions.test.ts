import { type } from "arktype";
import { describe, expect, it, vi } from "vitest";
import type { AnyAction, DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

function acting(step: Partial<DefinedStep>, others: Record<string, DefinedStep> = {}): ReturnType<typeof bench> {
  return bench(definition({ act: { prompt: "Go.", response: text, next: terminal, ...step }, ...others }));
}

const answered = { text: "x" };

describe("reusable actions", () => {
  const double: AnyAction = {
    kind: "action",
    name: "double",
    input: type({ n: "number" }),
    output: type({ twice: "number" }),
    run: async ({ input }) => ({ twice: (input as { n: number }).n * 2 }),
  };

  it("take the mapped input, checked, and give a checked result", async () => {
    const { start, answer } = acting({ action: { run: double, mapInput: () => ({ n: 21 }) } });
    await start();
    expect(done(await answer("act", answered)).completed?.actionResult).toEqual({ twice: 42 });
  });

  it("refuse an input that does not fit before they start", async () => {
    const { start, answer, types } = acting({ action: { run: double } });
    await start();
    expect(failed(await answer("act", answered))).toMatchObject({
      error: "action",
      code: "action-input-invalid",
      retry: false,
    });
    expect(await types()).toEqual(["started", "entered", "answered", "action-failed"]);
  });

  it("fail if the result does not fit", async () => {
    const { start, answer } = acting({
      action: { run: { ...double, run: () => ({ twice: "?" }) }, mapInput: () => ({ n: 1 }) },
      retries: 3,
    });
    await start();
    const refused = failed(await answer("act", answered));
    expect(refused.code).toBe("action-output-invalid");
    expect(refused.message).toContain("twice");
  });
});

describe("an action that fails", () => {
  it("is tried again with the recorded answer, by the same answer or by resume", async () => {
    const seen: unknown[] = [];
    const action = vi.fn<(context: { response: unknown }) => string>(({ response }) => {
      seen.push(response);
      if (seen.length < 3) throw new Error("no network");
      return "ok";
    });
    const { start, answer, resume, types } = acting({ action });
    await start();
    expect(failed(await answer("act", answered))).toEqual({
      kind: "error",
      error: "action",
      code: "action-failed",
      step: "act",
      message: "no network",
      retry: true,
    });
    expect(failed(await answer("act", { text: "other" })).code).toBe("action-failed");
    expect(done(await resume()).completed).toMatchObject({ response: { text: "other" }, actionResult: "ok" });
    expect(seen).toEqual([answered, { text: "other" }, { text: "other" }]);
    expect((await types()).filter((name) => name === "answered")).toHaveLength(2);
  });

  it("is tried as often as the step says, with one key", async () => {
    const keys: string[] = [];
    const { start, answer, records } = acting({
      retries: 2,
      action: ({ key }) => {
        keys.push(key);
        if (keys.length < 3) throw new Error("not yet");
        return keys.length;
      },
    });
    await start();
    expect(done(await answer("act", answered)).completed?.actionResult).toBe(3);
    expect(keys).toEqual(["s:act:1", "s:act:1", "s:act:1"]);
    const failures = (await records()).filter((record) => record.type === "action-failed");
    expect(failures).toMatchObject([
      { attempt: 1, final: false },
      { attempt: 2, final: false },
    ]);
  });

  it("is cut off when its time is over, and is told", async () => {
    let signal: AbortSignal | undefined;
    const { start, answer } = acting({
      timeout: 20,
      idempotent: true,
      action: (context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      },
    });
    await start();
    expect(failed(await answer("act", answered))).toMatchObject({ code: "action-timeout", retry: true });
    expect(signal?.aborted).toBe(true);
  });

  it("is told when the call is aborted, and can be run again", async () => {
    const controller = new AbortController();
    let runs = 0;
    const { start, engine, resume } = acting({
      action: ({ signal }) => {
        if (++runs > 1) return "second";
        controller.abort(new Error("gave up"));
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        });
      },
    });
    await start();
    const { result } = await engine.advance({ session: "s", step: "act", output: answered, signal: controller.signal });
    expect(failed(result)).toMatchObject({ code: "action-failed", retry: true });
    expect(failed(result).message).toContain("gave up");
    expect(done(await resume()).completed?.actionResult).toBe("second");
  });

  it("leads to onError, which sees no result", async () => {
    const { start, answer, engine, records } = acting(
      {
        action: () => {
          throw new Error("broken");
        },
        onError: "repair",
      },
      {
        repair: {
          prompt: ({ store }) => `Result: ${String(store.steps["act"])}, ran: ${store.steps.ran("act")}`,
          response: text,
          next: terminal,
        },
      },
    );
    await start();
    const result = shown(await answer("act", answered));
    expect(result).toMatchObject({
      step: "repair",
      prompt: "<prompt>\nResult: undefined, ran: false\n</prompt>",
      completed: { step: "act", response: answered, result: null, error: "broken" },
    });
    expect((await records()).at(-1)).toMatchObject({ type: "entered", step: "repair", reason: "error" });
    expect(await engine.history({ session: "s" })).toEqual([result.completed]);
  });

  it("leads to onError only when no attempt is left", async () => {
    let runs = 0;
    const { start, answer } = acting(
      { retries: 1, onError: "repair", action: () => (++runs === 1 ? Promise.reject(new Error("once")) : "fine") },
      { repair: { prompt: "Repair.", next: terminal } },
    );
    await start();
    expect(done(await answer("act", answered)).completed?.result).toBe("fine");
  });
});

describe("an action that ran", () => {
  it("B14 is not repeated when save, next or the branches fail afterwards", async () => {
    for (const broken of ["save", "next", "branch", "target", "final"]) {
      let runs = 0;
      let mended = false;
      const fail = (): never => {
        throw new Error("oops");
      };
      const workflow = definition(
        {
          act: {
            prompt: "Go.",
            response: text,
            action: () => ++runs,
            save: () => (broken === "save" && !mended ? fail() : {}),
            next:
              broken === "next"
                ? () => (mended ? terminal : fail())
                : broken === "target"
                  ? () => (mended ? terminal : "nowhere")
                  : broken === "final"
                    ? () => terminal
                    : [{ to: terminal, when: () => broken !== "branch" || mended }],
          },
        },
        broken === "final" ? { finalOutput: type({ text: "'good'" }) } : {},
      );
      const { start, answer, resume, types, again } = bench(workflow);
      await start();
      const refused = failed(await answer("act", answered));
      const codes = {
        save: "save-failed",
        next: "next-failed",
        branch: "no-branch",
        target: "next-unknown",
        final: "final-output-invalid",
      };
      expect(refused).toMatchObject({ code: codes[broken as "save"], retry: broken === "final" });
      const saved = broken === "save" ? [] : ["saved"];
      expect(await types()).toEqual(["started", "entered", "answered", "action-started", "action-ended", ...saved]);
      expect(refused.completed?.actionResult).toBe(broken === "save" ? undefined : 1);
      expect(failed(await answer("act", answered)).code).toBe(refused.code);
      expect(failed(await again().resume()).code).toBe(refused.code);
      mended = true;
      const end = broken === "final" ? await answer("act", { text: "good" }) : await resume();
      expect(done(end).completed).toMatchObject({ actionResult: 1 });
      expect(runs).toBe(1);
    }
  });

  it("checks a final output that is known beforehand before it runs", async () => {
    let runs = 0;
    const { start, answer } = bench(
      definition(
        { act: { prompt: "Go.", response: text, action: () => ++runs, next: terminal } },
        { finalOutput: type({ text: "'good'" }) },
      ),
    );
    await start();
    expect(failed(await answer("act", answered))).toMatchObject({ code: "final-output-invalid", retry: true });
    expect(runs).toBe(0);
    expect(done(await answer("act", { text: "good" })).finalOutput).toEqual({ text: "good" });
  });
});

describe("an action of which nobody knows whether it ran", () => {
  /** A session whose process died while the action was running. */
  async function killed(step: Partial<DefinedStep> = {}): Promise<ReturnType<typeof bench>> {
    const setup = acting({ action: () => "ran", ...step }, { repair: { prompt: "Repair.", next: terminal } });
    await setup.start();
    const at = new Date().toISOString();
    await setup.store.append(
      "s",
      [
        { type: "answered", step: "act", visit: 1, response: answered, at },
        { type: "action-started", step: "act", visit: 1, attempt: 1, at },
      ],
      2,
    );
    return setup.again();
  }

  it("is a question, not a guess", async () => {
    const { resume, answer, engine, types } = await killed();
    const asked = failed(await resume());
    expect(asked).toMatchObject({ error: "uncertain", code: "action-uncertain", step: "act", retry: false });
    expect(asked.hint).toContain("run-again");
    expect(failed(await answer("act", answered)).code).toBe("action-uncertain");
    expect((await engine.status({ session: "s" })).state).toBe("uncertain");
    expect((await types()).at(-1)).toBe("action-started");
  });

  it("runs again if that is decided", async () => {
    expect(done(await (await killed()).resume({ decide: "run-again" })).completed?.actionResult).toBe("ran");
  });

  it("has the result that is given", async () => {
    expect(done(await (await killed()).resume({ decide: { result: "told" } })).completed?.actionResult).toBe("told");
  });

  it("has failed if that is decided", async () => {
    expect(failed(await (await killed()).resume({ decide: "failed" })).code).toBe("action-failed");
    expect(shown(await (await killed({ onError: "repair" })).resume({ decide: "failed" })).step).toBe("repair");
  });

  it("is simply run again if it is idempotent", async () => {
    expect(done(await (await killed({ idempotent: true })).resume()).completed?.actionResult).toBe("ran");
    expect(done(await (await killed({ idempotent: true })).answer("act", answered)).completed?.actionResult).toBe(
      "ran",
    );
  });

  it("is not uncertain while it is running here", async () => {
    let finish = (_value: string): void => undefined;
    const setup = acting({ action: () => new Promise((resolve) => (finish = resolve)) });
    await setup.start();
    const first = setup.answer("act", answered);
    await vi.waitFor(async () => expect((await setup.types()).at(-1)).toBe("action-started"));
    expect((await setup.engine.status({ session: "s" })).state).toBe("working");
    expect(failed(await setup.resume()).code).toBe("session-conflict");
    expect(failed(await setup.answer("act", answered)).code).toBe("session-conflict");
    finish("late");
    expect(done(await first).completed?.actionResult).toBe("late");
  });
});
