import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { bench, definition, done, failed, shown, terminal } from "./definitions.ts";

const greeting = definition(
  {
    greet: { prompt: "Ask for the name.", response: type({ name: "string" }), next: "count" },
    count: { prompt: "Count.", response: type({ n: "number" }), next: terminal },
  },
  { system: "Be kind." },
);

describe("a chain of steps", () => {
  it("shows the first step with the preamble, in the order of the wire format", async () => {
    const { start } = bench(greeting);
    const { result, session, sequence } = await start();
    expect(Object.keys(result)).toEqual(["kind", "step", "preamble", "prompt", "schema"]);
    expect(shown(result)).toMatchObject({ step: "greet", prompt: "<prompt>\nAsk for the name.\n</prompt>" });
    expect(shown(result).preamble).toMatch(/^Be kind\.\n\n/);
    expect(shown(result).schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      required: ["name"],
    });
    expect({ session, sequence }).toEqual({ session: "s", sequence: 2 });
  });

  it("shows the next step with what was completed, and ends with the last answer", async () => {
    const { start, answer, types } = bench(greeting);
    await start();
    const second = await answer("greet", { name: "Al" });
    expect(Object.keys(second)).toEqual(["kind", "step", "prompt", "schema", "completed"]);
    expect(shown(second).completed).toEqual({ step: "greet", response: { name: "Al" }, result: { name: "Al" } });
    const end = await answer("count", { n: 3 });
    expect(end).toEqual({
      kind: "done",
      done: true,
      finalOutput: { n: 3 },
      completed: { step: "count", response: { n: 3 }, result: { n: 3 } },
    });
    expect(Object.keys(end)).toEqual(["kind", "done", "finalOutput", "completed"]);
    expect(await types()).toEqual(["started", "entered", "answered", "saved", "entered", "answered", "saved", "ended"]);
  });

  it("refuses an answer that the schema refuses, and records nothing", async () => {
    const { start, answer, types } = bench(greeting);
    await start();
    expect(await answer("greet", { name: 5 })).toEqual({
      kind: "error",
      error: "validation",
      code: "answer-invalid",
      step: "greet",
      message: "name: name must be a string (was a number)",
      retry: true,
    });
    expect(await types()).toEqual(["started", "entered"]);
  });

  it("tells each issue with its path, and one of the whole without", async () => {
    const { start, answer } = bench(
      definition({ one: { prompt: "One.", response: type({ a: { b: "string" }, c: "number" }), next: terminal } }),
    );
    await start();
    expect(failed(await answer("one", { a: { b: 1 }, c: "x" })).message).toBe(
      "a.b: a.b must be a string (was a number); c: c must be a number (was a string)",
    );
    expect(failed(await answer("one", "text")).message).toBe("must be an object (was a string)");
  });

  it("takes an answer to a step without a schema for {}", async () => {
    const { start, answer } = bench(definition({ one: { prompt: "One.", next: terminal } }));
    expect(shown((await start()).result).schema).toBeNull();
    expect(done(await answer("one", { anything: 1 })).completed).toEqual({ step: "one", response: {}, result: {} });
  });

  it("runs an action between its records", async () => {
    const seen: unknown[] = [];
    const { start, answer, types } = bench(
      definition({
        act: {
          prompt: "Go.",
          response: type({ n: "number" }),
          action: ({ response, key, signal }) => {
            seen.push(key, signal.aborted);
            return { double: (response as { n: number }).n * 2 };
          },
          next: terminal,
        },
      }),
    );
    await start();
    expect(done(await answer("act", { n: 4 })).completed).toEqual({
      step: "act",
      response: { n: 4 },
      actionResult: { double: 8 },
      result: { double: 8 },
    });
    expect(seen).toEqual(["s:act:1", false]);
    expect(await types()).toEqual([
      "started",
      "entered",
      "answered",
      "action-started",
      "action-ended",
      "saved",
      "ended",
    ]);
  });

  it("refuses unknown sessions, unknown steps and what is over", async () => {
    const { start, answer, engine } = bench(greeting);
    expect(failed((await engine.advance({ session: "no", step: "greet", output: {} })).result).code).toBe(
      "session-unknown",
    );
    await start();
    expect(failed(await answer("nope"))).toMatchObject({
      error: "validation",
      code: "step-unknown",
      message: 'Unknown step "nope"',
      retry: false,
    });
    await answer("greet", { name: "Al" });
    await answer("count", { n: 1 });
    expect(failed(await answer("count", { n: 1 })).code).toBe("session-ended");
  });
});
