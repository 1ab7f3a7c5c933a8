import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { schemaFromJson } from "../../../../src/core/code/schema-from-json.ts";
import type { AnyStepConfig, WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

type Save = NonNullable<AnyStepConfig["save"]>;

const notes = type({ title: "string", tags: "string[]", author: { name: "string", age: "number" } });

/** Two steps that save, and a last one that shows the store. */
function saving(
  first: Save,
  second: Save = () => ({}),
  more: Partial<WorkflowDefinition> = {},
): ReturnType<typeof bench> {
  return bench(
    definition(
      {
        first: { prompt: "First.", response: text, action: () => "acted", save: first, next: "second" },
        second: { prompt: "Second.", response: text, save: second, next: "last" },
        last: { prompt: ({ store }) => JSON.stringify(store), response: text, next: terminal },
      },
      { stores: { notes }, ...more },
    ),
  );
}

async function storeAfter(setup: ReturnType<typeof bench>): Promise<Record<string, unknown>> {
  await setup.start();
  await setup.answer("first", { text: "x" });
  const { prompt } = shown(await setup.answer("second", { text: "y" }));
  return JSON.parse(prompt.split("\n")[1] ?? "") as Record<string, unknown>;
}

describe("what the store keeps", () => {
  it("is what save says, else what the action gave, else the answer", async () => {
    expect(await storeAfter(saving(() => ({ step: { kept: 1 } })))).toEqual({
      notes: {},
      steps: { first: { kept: 1 }, second: { text: "y" } },
    });
    expect(await storeAfter(saving(() => undefined))).toMatchObject({ steps: { first: "acted" } });
    expect(await storeAfter(saving(() => ({ step: null })))).toMatchObject({ steps: { first: null } });
  });

  it("may be told later", async () => {
    expect(await storeAfter(saving(async () => ({ step: "later" })))).toMatchObject({ steps: { first: "later" } });
  });

  it("merges objects, replaces lists, and skips what is undefined", async () => {
    const store = await storeAfter(
      saving(
        () => ({ notes: { title: "A", tags: ["a", "b"], author: { name: "Al" } } }),
        () => ({ notes: { title: undefined, tags: ["c"], author: { age: 7 } } }),
      ),
    );
    expect(store["notes"]).toEqual({ title: "A", tags: ["c"], author: { name: "Al", age: 7 } });
  });

  it("is not reached through keys of an object's inner workings", async () => {
    const open = { stores: { notes: type("object") } };
    const evil = JSON.parse('{"notes":{"a":1,"__proto__":{"x":1},"constructor":{"y":1}}}') as object;
    const store = await storeAfter(saving(() => evil, undefined, open));
    expect(Object.keys(store["notes"] as object)).toEqual(["a"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("writes to stores", () => {
  it("may be partial, at any depth", async () => {
    expect(await storeAfter(saving(() => ({ notes: { author: { name: "Al" } } })))).toMatchObject({
      notes: { author: { name: "Al" } },
    });
  });

  it("may be partial with schemas that report what is missing at the object", async () => {
    const strict = schemaFromJson({
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "number" }, b: { type: "number" } },
    });
    const stores = { stores: { notes: strict } };
    expect(await storeAfter(saving(() => ({ notes: { a: 1 } }), undefined, stores))).toMatchObject({ notes: { a: 1 } });
    const setup = saving(() => ({ notes: { a: "x" } }), undefined, stores);
    await setup.start();
    expect(failed(await setup.answer("first", { text: "x" })).code).toBe("store-invalid");
  });

  it("are refused if the store is not declared or the value does not fit", async () => {
    for (const [write, reason] of [
      [{ nots: { title: "A" } }, /no store "nots"/],
      [{ notes: { title: 5 } }, /title: title must be a string/],
      [{ notes: { author: { age: "old" } } }, /author\.age/],
      [{ notes: "text" }, /notes/],
    ] as const) {
      const { start, answer, types } = saving(() => write);
      await start();
      const refused = failed(await answer("first", { text: "x" }));
      expect(refused).toMatchObject({ code: "store-invalid", retry: false });
      expect(refused.message).toMatch(reason);
      expect((await types()).at(-1)).toBe("action-ended");
    }
  });

  it("must be in an object", async () => {
    const { start, answer } = saving(() => "text");
    await start();
    expect(failed(await answer("first", { text: "x" })).code).toBe("save-failed");
  });
});

describe("values", () => {
  it("are frozen all the way down, and copies of what was given", async () => {
    const given = { deep: { list: [1] } };
    const params = { a: { b: 1 } };
    const seen: unknown[] = [];
    const { start, answer } = bench(
      definition({
        one: {
          prompt: "One.",
          response: type({ deep: { list: "number[]" } }),
          action: ({ response }) => {
            seen.push(response);
            return given;
          },
          save: ({ response, actionResult, store, params: all }) => {
            seen.push(response, actionResult, store, all);
            return { step: actionResult };
          },
          next: ({ store }) => {
            seen.push(store.steps["one"]);
            return terminal;
          },
        },
      }),
    );
    await start(params);
    await answer("one", given);
    const isDeepFrozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));
    expect(seen).toHaveLength(6);
    expect(seen.map(isDeepFrozen)).toEqual(seen.map(() => true));
    expect(Object.isFrozen(given) || Object.isFrozen(given.deep) || Object.isFrozen(params)).toBe(false);
  });

  it("in results cannot be changed by whoever got them", async () => {
    const { start, answer, resume } = bench(
      definition({
        one: { prompt: "One.", response: text, next: "gate" },
        gate: { next: "two" },
        two: { prompt: "Two.", response: text, next: terminal },
      }),
    );
    const first = shown((await start()).result);
    expect(() => Object.assign(first.schema ?? {}, { type: "number" })).toThrow(TypeError);
    const second = shown(await answer("one", { text: "x" }));
    expect(() => Object.assign(second.completed ?? {}, { result: 1 })).toThrow(TypeError);
    expect(() => (second.autoAdvanced as unknown[]).pop()).toThrow(TypeError);
    expect(await resume()).toEqual(second);
  });

  it("cannot be changed by save behind the run's back", async () => {
    const { start, answer } = bench(
      definition({
        one: {
          prompt: "One.",
          response: type({ o: { x: "number" } }),
          save: ({ response }) => {
            (response as { o: { x: number } }).o.x = 99;
          },
          next: terminal,
        },
      }),
    );
    await start();
    expect(failed(await answer("one", { o: { x: 1 } })).code).toBe("save-failed");
  });

  it("are what a log gives back: the same in this process and the next", async () => {
    const { start, answer } = bench(
      definition({
        one: {
          prompt: "One.",
          response: type({ text: "string" }),
          action: () => ({ at: new Date(0), gone: undefined }),
          next: terminal,
        },
      }),
    );
    await start();
    expect(done(await answer("one", { text: "x" })).completed?.actionResult).toEqual({
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  it("are refused if JSON cannot hold them", async () => {
    const { start, answer } = bench(
      definition({ one: { prompt: "One.", action: () => ({ big: 1n }), next: terminal } }),
    );
    await start();
    expect(failed(await answer("one")).code).toBe("action-output-invalid");
  });
});
