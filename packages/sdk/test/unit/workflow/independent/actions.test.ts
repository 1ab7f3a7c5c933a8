import { action, terminal, type } from "@tradecraft/sdk/workflow";
import { describe, expect, it } from "vitest";
import { bench, type Context, ended, made, prompted, refused, sleep } from "./support.ts";

const n = type({ n: "number" });
const one = (config: object, more: Record<string, object> = {}): ReturnType<typeof made> =>
  made({ a: { prompt: "A", response: n, next: terminal, ...config }, ...more });

describe("an action", () => {
  it("is given the mapped input, checked and morphed", async () => {
    let got: unknown;
    const twice = action({
      name: "twice",
      input: type({ m: type("number").pipe((x) => x * 10) }),
      output: type({ o: type("number").pipe((x) => x + 1) }),
      run: ({ input }) => ((got = input), { o: input.m }),
    });
    const setup = bench(one({ action: { run: twice, mapInput: ({ response }: Context) => ({ m: response.n }) } }));
    await setup.start();
    expect(ended(await setup.answer("a", { n: 2 })).completed?.actionResult).toEqual({ o: 21 });
    expect(got).toEqual({ m: 20 });
    expect((await setup.engine.history({ session: "s" }))[0]?.actionResult).toEqual({ o: 21 });
    expect((await setup.cold().engine.history({ session: "s" }))[0]?.actionResult).toEqual({ o: 21 });
  });

  it.each([
    ["an input that does not fit", { m: "x" }, "action-input-invalid", 0],
    ["an output that does not fit", { m: 1 }, "action-output-invalid", 1],
  ])("tells %s", async (_what, input, code, expectedRuns) => {
    let runs = 0;
    const strict = action({
      name: "s",
      input: type({ m: "number" }),
      output: type({ o: "number" }),
      run: (() => (runs++, { o: "text" })) as Context,
    });
    const setup = bench(one({ action: { run: strict, mapInput: () => input } }));
    await setup.start();
    expect(refused(await setup.answer("a", { n: 1 })).code).toBe(code);
    expect(runs).toBe(expectedRuns);
  });

  it("a mapInput that throws is told and can be resumed", async () => {
    let broken = true;
    const act = action({ name: "s", input: type({}), output: type("unknown"), run: () => 1 });
    const mapInput = (): object => {
      if (broken) throw new Error("no map");
      return {};
    };
    const setup = bench(one({ action: { run: act, mapInput } }));
    await setup.start();
    const failure = refused(await setup.answer("a", { n: 1 }));
    expect(failure.error).toBe("action");
    expect(failure.message).toContain("no map");
    broken = false;
    expect(ended(await setup.cold().resume()).completed).toMatchObject({ response: { n: 1 }, actionResult: 1 });
  });

  it("that throws is told; resume tries it again", async () => {
    let runs = 0;
    const setup = bench(
      one({
        action: () => {
          if (++runs === 1) throw new Error("boom");
          return "ok";
        },
      }),
    );
    await setup.start();
    const failure = refused(await setup.answer("a", { n: 1 }));
    expect(failure).toMatchObject({ kind: "error", error: "action", code: "action-failed", step: "a" });
    expect(failure.message).toContain("boom");
    expect(ended(await setup.resume()).completed?.actionResult).toBe("ok");
    expect(runs).toBe(2);
  });

  it.each([0, 1, 3])("with %i retries runs once more for each", async (retries) => {
    const attempts: string[] = [];
    const setup = bench(
      one({
        retries,
        action: ({ key }: Context) => {
          attempts.push(key);
          throw new Error("no");
        },
      }),
    );
    await setup.start();
    expect(refused(await setup.answer("a", { n: 1 })).code).toBe("action-failed");
    expect(attempts).toHaveLength(retries + 1);
    expect(new Set(attempts).size).toBe(1);
    expect((await setup.kinds()).filter((kind) => kind === "action-started")).toHaveLength(retries + 1);
  });

  it("keys differ between visits", async () => {
    const keys: string[] = [];
    const setup = bench(
      one({
        action: ({ key }: Context) => keys.push(key),
        next: [{ to: "self", when: ({ attempts }: Context) => attempts < 3 }, { to: terminal }],
      }),
    );
    await setup.start();
    for (let at = 0; at < 3; at++) await setup.answer("a", { n: 1 });
    expect(new Set(keys).size).toBe(3);
  });

  it("a timeout aborts the signal and is told, though the action never ends", async () => {
    let fired = 0;
    let reason: unknown;
    const setup = bench(
      one({
        timeout: 20,
        retries: 1,
        idempotent: true,
        action: ({ signal }: Context) =>
          new Promise(() => {
            signal.addEventListener("abort", () => (fired++, (reason = signal.reason)));
          }),
      }),
    );
    await setup.start();
    expect(refused(await setup.answer("a", { n: 1 })).code).toBe("action-timeout");
    expect(fired).toBe(2);
    expect(reason).toBeInstanceOf(Error);
  });

  it("a late result of a timed-out action changes nothing", async () => {
    const setup = bench(one({ timeout: 10, idempotent: true, action: async () => (await sleep(40), "late") }));
    await setup.start();
    expect(refused(await setup.answer("a", { n: 1 })).code).toBe("action-timeout");
    const log = await setup.records();
    await sleep(60);
    expect(await setup.records()).toEqual(log);
  });

  it("a late rejection of a timed-out action is nobody's problem", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): unknown => unhandled.push(error);
    process.on("unhandledRejection", note);
    const setup = bench(
      one({
        timeout: 10,
        action: async () => {
          await sleep(30);
          throw new Error("late");
        },
      }),
    );
    await setup.start();
    await setup.answer("a", { n: 1 });
    await sleep(60);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  it("the caller's signal reaches the action", async () => {
    const controller = new AbortController();
    let aborted = false;
    const setup = bench(
      one({
        retries: 5,
        action: ({ signal }: Context) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => ((aborted = true), reject(signal.reason as Error)));
            setTimeout(() => controller.abort(), 10);
          }),
      }),
    );
    await setup.start();
    const outcome = await setup.engine
      .advance({ session: "s", step: "a", output: { n: 1 }, signal: controller.signal })
      .then(
        ({ result }) => result.kind,
        () => "threw",
      );
    expect(aborted).toBe(true);
    expect(["error", "threw"]).toContain(outcome);
    expect((await setup.kinds()).filter((kind) => kind === "action-started")).toHaveLength(1);
  });

  it("a signal that is aborted already runs no action", async () => {
    let runs = 0;
    const setup = bench(one({ action: () => ++runs }));
    await setup.start();
    await setup.engine
      .advance({ session: "s", step: "a", output: { n: 1 }, signal: AbortSignal.abort() })
      .catch(() => undefined);
    expect(runs).toBe(0);
  });

  it("the signal of a finished action never fires later", async () => {
    const signals: AbortSignal[] = [];
    const setup = bench(one({ timeout: 30, action: ({ signal }: Context) => void signals.push(signal) }));
    await setup.start();
    await setup.answer("a", { n: 1 });
    await sleep(60);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

describe("onError", () => {
  it("is where a failure leads, with the error told and no result", async () => {
    let seen: Context;
    const setup = bench(
      one(
        {
          retries: 1,
          action: () => {
            throw new Error("boom");
          },
          onError: "mend",
          save: () => {
            throw new Error("not to be called");
          },
        },
        { mend: { prompt: ({ store }: Context) => ((seen = store.steps.history.at(-1)), "M"), next: terminal } },
      ),
    );
    await setup.start();
    const shown = prompted(await setup.answer("a", { n: 1 }));
    expect(shown.step).toBe("mend");
    expect(shown.completed).toMatchObject({
      step: "a",
      response: { n: 1 },
      error: expect.stringContaining("boom") as string,
    });
    expect(seen.error).toContain("boom");
    expect(ended(await setup.answer("mend")).kind).toBe("done");
  });

  it.each([
    ["a timeout", { timeout: 10, idempotent: true, action: (): Promise<unknown> => new Promise(() => undefined) }],
    [
      "an output that does not fit",
      {
        action: {
          run: action({ name: "x", input: type("unknown"), output: type("string"), run: (() => 5) as Context }),
        },
      },
    ],
    ["a value that is no JSON", { action: (): bigint => 5n }],
  ])("is also for %s", async (_what, config) => {
    const setup = bench(one({ ...config, onError: "mend" }, { mend: { prompt: "M", next: terminal } }));
    await setup.start();
    expect(prompted(await setup.answer("a", { n: 1 })).step).toBe("mend");
  });

  it.each([
    ["ten, when nothing is said", {}, 10],
    ["maxVisits", { maxVisits: 1 }, 1],
  ])("a loop of failures is bounded by %s", async (_what, limit, expected) => {
    let runs = 0;
    const failing = (): never => {
      runs++;
      throw new Error("x");
    };
    const setup = bench(made({ g: { action: failing, ...limit, onError: "g", next: terminal } }), {
      maxAutoAdvance: 100,
    });
    expect(refused(await setup.start()).code).toBe("max-visits");
    expect(runs).toBe(expected);
  });
});

describe("an action of which nobody knows whether it ran", () => {
  /** A log whose last record is the start of an action. */
  async function cut(config: object): Promise<ReturnType<typeof bench>> {
    const setup = bench(one(config));
    await setup.start();
    const before = await setup.records();
    const at = new Date(0).toISOString();
    await setup.store.append(
      "s",
      [
        { type: "answered", step: "a", visit: 1, response: { n: 1 }, at },
        { type: "action-started", step: "a", visit: 1, attempt: 1, at },
      ],
      before.length,
    );
    return setup.cold();
  }

  it("is a decision", async () => {
    let runs = 0;
    const setup = await cut({ action: () => ++runs });
    expect((await setup.engine.status({ session: "s" })).state).toBe("uncertain");
    expect(refused(await setup.resume())).toMatchObject({ error: "uncertain", code: "action-uncertain", step: "a" });
    expect(runs).toBe(0);
    expect(ended(await setup.resume({ decide: { result: "known" } })).completed?.actionResult).toBe("known");
    expect(runs).toBe(0);
  });

  it("run-again runs it", async () => {
    let runs = 0;
    const setup = await cut({ action: () => ++runs });
    expect(ended(await setup.resume({ decide: "run-again" })).completed?.actionResult).toBe(1);
  });

  it("failed is a failure, and onError is followed", async () => {
    const setup = await cut({ action: () => 1 });
    expect(refused(await setup.resume({ decide: "failed" })).code).toBe("action-failed");
  });

  it("an idempotent one is simply run again", async () => {
    let runs = 0;
    const setup = await cut({ idempotent: true, action: () => ++runs });
    expect(ended(await setup.resume()).completed?.actionResult).toBe(1);
  });

  it("a told result must be JSON and fit the action's output", async () => {
    const strict = action({ name: "s", input: type("unknown"), output: type({ o: "number" }), run: () => ({ o: 1 }) });
    const setup = await cut({ action: { run: strict } });
    expect(refused(await setup.resume({ decide: { result: { o: "x" } } })).kind).toBe("error");
    expect(ended(await setup.resume({ decide: { result: { o: 5 } } })).completed?.actionResult).toEqual({ o: 5 });
  });

  it("a decision where nothing is uncertain does no harm", async () => {
    let runs = 0;
    const setup = bench(one({ action: () => ++runs }));
    await setup.start();
    const log = await setup.records();
    await setup.resume({ decide: "run-again" });
    await setup.resume({ decide: { result: 5 } });
    expect(await setup.records()).toEqual(log);
    expect(runs).toBe(0);
  });
});
