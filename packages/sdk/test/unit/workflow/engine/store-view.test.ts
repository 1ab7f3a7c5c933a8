import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { memorySessionStore } from "../../../../src/workflow/session/memory-session-store.ts";
import type { SessionStore } from "../../../../src/workflow/session/session-store.ts";
import type { AnyStore, DefinedStep } from "../../../../src/workflow/define/workflow-definition.ts";
import { mayReadStore } from "../../../../src/workflow/engine/callbacks.ts";
import { bench, definition, done, failed, shown, terminal, text } from "./definitions.ts";

const x = { text: "x" };

async function storeOf(visits: number): Promise<AnyStore> {
  let seen: AnyStore | undefined;
  const { start, answer } = bench(
    definition(
      {
        work: {
          prompt: "Work.",
          response: type({ n: "number" }),
          save: ({ response }) => ({ step: response, tally: { last: (response as { n: number }).n } }),
          next: ({ attempts }) => (attempts < visits ? "self" : "look"),
        },
        look: {
          prompt: ({ store }) => {
            seen = store;
            return "Look.";
          },
          next: terminal,
        },
      },
      { stores: { tally: type({ last: "number" }), unused: type({ a: "string" }) } },
    ),
  );
  await start();
  for (let n = 1; n <= visits; n++) await answer("work", { n });
  return seen as AnyStore;
}

describe("the store that callbacks see", () => {
  it("is plain, enumerable and serialisable", async () => {
    const store = await storeOf(2);
    expect(JSON.parse(JSON.stringify(store))).toEqual({ steps: { work: { n: 2 } }, tally: { last: 2 }, unused: {} });
    expect(Object.keys(store).sort()).toEqual(["steps", "tally", "unused"]);
    expect(Object.keys(store.steps)).toEqual(["work"]);
    expect("work" in store.steps).toBe(true);
    expect({ ...store.steps }).toEqual({ work: { n: 2 } });
  });

  it("answers questions about steps", async () => {
    const { steps } = await storeOf(3);
    expect(steps.all("work")).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(steps.all("look")).toEqual([]);
    expect([steps.ran("work"), steps.ran("look"), steps.ran("toString")]).toEqual([true, false, false]);
    expect(steps.history[0]).toEqual({ step: "work", response: { n: 1 }, result: { n: 1 } });
    expect(steps.history).toHaveLength(3);
    expect(steps["look"]).toBeUndefined();
    expect(steps["constructor"]).toBeUndefined();
  });

  it("is frozen", async () => {
    const store = await storeOf(1);
    expect(() => Object.assign(store, { more: 1 })).toThrow(TypeError);
    expect(() => Object.assign(store.steps, { work: 1 })).toThrow(TypeError);
    expect(() => (store.steps.all("work") as unknown[]).push(1)).toThrow(TypeError);
    expect(Object.isFrozen(store.steps.history[0])).toBe(true);
  });
});

/** A store that says what is read of it. */
function watched(): { readonly store: SessionStore; readonly reads: string[] } {
  const store = memorySessionStore();
  const reads: string[] = [];
  return {
    reads,
    store: {
      ...store,
      readTail: async (session) => {
        reads.push("tail");
        return store.readTail(session);
      },
      read: async (session, range = {}) => {
        reads.push((range.from ?? 0) > 0 ? "rest" : "all");
        return store.read(session, range);
      },
    },
  };
}

describe("the history", () => {
  const looping = (last: Partial<DefinedStep>): ReturnType<typeof definition> =>
    definition({
      work: {
        prompt: "Work.",
        response: text,
        next: ({ attempts }) => (attempts < 40 ? "self" : "last"),
        maxVisits: 50,
      },
      last: { prompt: "Last.", response: text, next: terminal, ...last },
    });

  async function cold(last: Partial<DefinedStep>): Promise<{ setup: ReturnType<typeof bench>; reads: string[] }> {
    const { store, reads } = watched();
    const setup = bench(looping(last), { store, snapshotEvery: 10 });
    await setup.start();
    for (let visit = 1; visit <= 40; visit++) await setup.answer("work", x);
    await setup.engine.flush();
    const again = setup.again();
    reads.length = 0;
    return { setup: again, reads };
  }

  it("is not read if nobody asks for it", async () => {
    const { setup, reads } = await cold({ save: ({ store }) => ({ step: Object.keys(store.steps) }) });
    expect(done(await setup.answer("last", x)).completed?.result).toEqual(["work"]);
    expect(reads).toEqual(["tail"]);
  });

  it("is read when a callback asks, which is then called again", async () => {
    const callbacks: Partial<DefinedStep>[] = [
      { save: ({ store }) => ({ step: store.steps.all("work").length }) },
      { save: async ({ store }) => ({ step: (await Promise.resolve(), store.steps.history.length) }) },
      {
        save: ({ store }) => {
          try {
            return { step: store.steps.all("work").length };
          } catch {
            return { step: "swallowed" };
          }
        },
      },
    ];
    for (const last of callbacks) {
      const { setup, reads } = await cold(last);
      expect(done(await setup.answer("last", x)).completed?.result).toBe(40);
      expect(reads).toEqual(["tail", "all"]);
    }
  });

  it("is there for prompts and for next", async () => {
    const prompt: DefinedStep["prompt"] = ({ store }) => `Seen: ${store.steps.all("work").length}`;
    const { setup } = await cold({ prompt });
    expect(shown(await setup.resume()).prompt).toContain("Seen: 40");
    const next: DefinedStep["next"] = ({ store }) => (store.steps.history.length === 41 ? terminal : "nowhere");
    const other = await cold({ next });
    expect(done(await other.setup.answer("last", x)).kind).toBe("done");
  });

  it("is read before an action that may ask runs, so that it runs once", async () => {
    let runs = 0;
    const { setup, reads } = await cold({ action: ({ store }) => [++runs, store.steps.all("work").length] });
    expect(done(await setup.answer("last", x)).completed?.actionResult).toEqual([1, 40]);
    expect(reads).toEqual(["tail", "all"]);
    const other = await cold({ action: ({ response }) => response });
    await other.setup.answer("last", x);
    expect(other.reads).toEqual(["tail"]);
  });

  it("of a session is told in order", async () => {
    const { setup } = await cold({});
    const history = await setup.engine.history({ session: "s" });
    expect(history).toHaveLength(40);
    expect(history[0]).toEqual({ step: "work", response: x, result: x });
  });

  it("keeps errors of callbacks as they are", async () => {
    const { setup } = await cold({
      save: ({ store }) => {
        throw new Error(`after ${store.steps.all("work").length}`);
      },
    });
    expect(failed(await setup.answer("last", x)).message).toContain("after 40");
  });
});

describe("actions that cannot look at the store", () => {
  it("are told by their text", () => {
    expect(mayReadStore(({ response }: { response: unknown }) => response)).toBe(false);
    expect(mayReadStore(async ({ response }: { response: unknown }) => response)).toBe(false);
    expect(mayReadStore(({ store }: { store: unknown }) => store)).toBe(true);
    expect(mayReadStore(({ response, ...rest }: { response: unknown }) => [response, rest])).toBe(true);
    expect(mayReadStore((context: unknown) => context)).toBe(true);
    expect(
      mayReadStore(function ({ response }: { response: unknown }) {
        // oxlint-disable-next-line prefer-rest-params
        return [response, arguments];
      }),
    ).toBe(true);
  });
});
