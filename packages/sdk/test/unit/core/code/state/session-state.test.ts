import { applyPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSessionState } from "../../../../../src/core/code/state/create-session-state.ts";
import { groupNamespaces } from "../../../../../src/core/code/state/group-namespaces.ts";
import { applyStatePatch } from "../../../../../src/core/code/state/patch.ts";
import type { StateEdit } from "../../../../../src/core/code/state/session-state.ts";
import { stateMetadata } from "../../../../../src/core/code/state-metadata.ts";
import { isDeepFrozen, namespaceOf, sessionWith, thawed } from "./support.ts";

const counter = z.object({ count: z.number().default(0), tags: z.array(z.string()).default([]) });
function gate() {
  let resolve!: (value?: unknown) => void;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
const refused = (path: string) =>
  expect.objectContaining({ code: "state-invalid", facts: expect.objectContaining({ path }) });

describe("the beginning", () => {
  it("is what the schema makes of the initial value, or of an empty object; frozen, and not the program's own", async () => {
    const initial = { tags: ["x"] };
    const state = await createSessionState([namespaceOf("a", undefined, counter), namespaceOf("b", initial, counter)]);
    expect(state.snapshot()).toEqual({ a: { count: 0, tags: [] }, b: { count: 0, tags: ["x"] } });
    expect(isDeepFrozen(state.snapshot())).toBe(true);
    initial.tags.push("y");
    expect(state.namespace("b")).toEqual({ count: 0, tags: ["x"] });
    expect(state.namespace("c")).toBeUndefined();
    expect(state.schemas["a"]).toMatchObject({ type: "object", properties: { count: { type: "number" } } });
  });

  it("must be there, be JSON, and be an object", async () => {
    const strict = namespaceOf("a", {}, z.object({ name: z.string() }));
    await expect(createSessionState([strict])).rejects.toMatchObject({
      code: "state-invalid",
      message: expect.stringMatching(/"a" \(skill "skill-a"\).*"\/name".*initial/),
      facts: { namespace: "a", skill: "skill-a", path: "/name" },
    });
    await expect(createSessionState([namespaceOf("a", { at: new Date() })])).rejects.toEqual(refused("/at"));
    await expect(createSessionState([namespaceOf("a", 5)])).rejects.toEqual(refused(""));
    await expect(createSessionState([namespaceOf("__proto__")])).rejects.toEqual(refused(""));
    const twice = createSessionState([namespaceOf("a"), namespaceOf("a")]);
    await expect(twice).rejects.toMatchObject({ code: "state-conflict" });
  });
});

describe("an edit", () => {
  it("tells one patch, and none if nothing changed", async () => {
    const { state, patches, edit } = await sessionWith({ a: { b: 1 }, list: [1] });
    await edit((draft) => (draft.a.b = 1));
    await edit((draft) => {
      draft.list.push(2);
      draft.list.pop();
    });
    await edit((draft) => (draft.a = { b: 1 }));
    expect(patches).toEqual([]);
    const { list } = state.namespace("ns") as { list: unknown };
    await edit((draft) => (draft.a.b = 2));
    expect(patches).toEqual([[{ op: "replace", path: "/ns/a/b", value: 2 }]]);
    expect((state.namespace("ns") as { list: unknown }).list).toBe(list);
  });

  it("keeps and tells what was changed before it threw", async () => {
    const { state, patches, edit } = await sessionWith({ n: 1 });
    const failing = edit((draft) => {
      draft.n = 2;
      throw new Error("tool");
    });
    await expect(failing).rejects.toThrow("tool");
    expect(patches).toHaveLength(1);
    expect(state.namespace("ns")).toEqual({ n: 2 });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  it.each<[string, (draft: Record<string, unknown> & { list: unknown[] }) => unknown, string]>([
    ["a date", (draft) => (draft["at"] = { deep: [new Date()] }), "/at/deep/0"],
    ["undefined in a list", (draft) => draft.list.push(undefined), "/list/1"],
    ["a hole", (draft) => (draft.list.length = 3), "/list/1"],
    ["an element deleted", (draft) => Reflect.deleteProperty(draft.list, 0), "/list/0"],
    ["a function", (draft) => (draft["f"] = () => 1), "/f"],
    [
      "a function that every object has",
      (draft) => (draft["o"] = { toString: Reflect.get({}, "toString") }),
      "/o/toString",
    ],
    ["NaN", (draft) => (draft["n"] = Number.NaN), "/n"],
    ["a bigint", (draft) => (draft["n"] = 1n), "/n"],
    ["a map", (draft) => (draft["a/b"] = new Map()), "/a~1b"],
    ["a symbol key", (draft) => (draft["o"] = { [Symbol("s")]: 1 }), "/o"],
    ["a cycle", (draft) => (draft["c"] = cyclic), "/c/self"],
    ["a cycle of drafts", (draft) => (draft["me"] = draft), "/me/me"],
    ["a __proto__ key", (draft) => (draft["o"] = JSON.parse('{"__proto__":{"x":1}}')), "/o/__proto__"],
    [
      "something too deep",
      (draft) => (draft["o"] = JSON.parse("[".repeat(600) + "]".repeat(600))),
      `/o${"/0".repeat(498)}`,
    ],
    ["something unreadable", (draft) => (draft["o"] = { p: revoked.proxy }), ""],
  ])("refuses %s, and all else it did", async (_, work, path) => {
    const { state, patches, edit } = await sessionWith({ n: 1, list: [0] });
    const before = state.snapshot();
    const failing = edit((draft) => {
      draft.n = 7;
      work(draft);
    });
    await expect(failing).rejects.toMatchObject({
      code: "state-invalid",
      facts: path === "" ? { skill: "tester" } : { skill: "tester", namespace: "ns", path },
    });
    expect(patches).toEqual([]);
    expect(state.snapshot()).toEqual(before);
    await edit((draft) => (draft.n = 2));
    expect(state.namespace("ns")).toEqual({ n: 2, list: [0] });
  });

  it("cannot reach a prototype through the draft", async () => {
    const { edit } = await sessionWith({ o: {} });
    await expect(edit((draft) => (draft.o.__proto__ = { polluted: 1 }))).rejects.toThrow();
    await edit((draft) => Object.assign(draft.o, { constructor: { prototype: { polluted: 1 } } }));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("copies what is written: neither side changes the other's", async () => {
    const { state, patches, edit } = await sessionWith({ rows: [] });
    const row = { tags: ["a"], gone: undefined };
    await edit((draft) => draft.rows.push(row));
    row.tags.push("b");
    expect(Object.isFrozen(row)).toBe(false);
    expect(state.namespace("ns")).toEqual({ rows: [{ tags: ["a"] }] });
    expect(patches[0]).toEqual([{ op: "add", path: "/ns/rows/0", value: { tags: ["a"] } }]);
    expect(isDeepFrozen(patches)).toBe(false);
    expect(isDeepFrozen(patches[0])).toBe(true);
  });

  it("may return a part of the state", async () => {
    const { edit } = await sessionWith({ rows: [{ id: 1 }] });
    expect(await edit((draft) => draft.rows)).toEqual([{ id: 1 }]);
    const answer = await edit((draft) => {
      draft.rows.push({ id: 2 });
      return { rows: draft.rows, first: [draft.rows[0]], when: new Date(0) };
    });
    expect(answer).toEqual({ rows: [{ id: 1 }, { id: 2 }], first: [{ id: 1 }], when: new Date(0) });
  });

  it("runs alone, in order; one that is called off in the queue leaves it", async () => {
    const { state, options } = await sessionWith({ log: [] });
    const first = gate();
    const off = new AbortController();
    const add = (name: string, before?: Promise<unknown>, signal?: AbortSignal) =>
      state.edit("ns", { ...options, ...(signal && { signal }) }, async (edit) => {
        await before;
        (edit.state as { log: string[] }).log.push(name);
      });
    const all = [add("1", first.promise), add("2", undefined, off.signal), add("3")];
    const second = expect(all[1]).rejects.toThrow("off");
    await Promise.resolve();
    off.abort(new Error("off"));
    await second;
    first.resolve();
    await Promise.all([all[0], all[2]]);
    expect(state.namespace("ns")).toEqual({ log: ["1", "3"] });
    await expect(add("4", undefined, AbortSignal.abort(new Error("early")))).rejects.toThrow("early");
  });

  it("ends when it is called off: its changes stay, the next begins, and later writes throw", async () => {
    const { state, options, patches, edit } = await sessionWith({ n: 0, row: { x: 0 } });
    const off = new AbortController();
    const never = gate();
    let held!: StateEdit;
    let draft!: { n: number; row: { x: number } };
    const running = state.edit("ns", { ...options, signal: off.signal }, async (given) => {
      held = given;
      draft = given.state as typeof draft;
      draft.n = 1;
      await never.promise;
      draft.n = 99;
    });
    const next = edit((state) => (state.row.x = 5));
    await Promise.resolve();
    await Promise.resolve();
    const { row } = draft;
    off.abort(new Error("off"));
    expect(patches).toEqual([[{ op: "replace", path: "/ns/n", value: 1 }]]);
    expect(() => (row.x = 9)).toThrow();
    expect(() => held.update(() => undefined)).toThrow(/after its call was over/);
    expect(() => held.state).toThrow(/after its call was over/);
    await expect(running).rejects.toThrow("off");
    await next;
    never.resolve();
    await Promise.resolve();
    expect(state.namespace("ns")).toEqual({ n: 1, row: { x: 5 } });
  });

  it("names a namespace that is not there", async () => {
    const { state, options } = await sessionWith({});
    await expect(state.edit("other", options, async () => 1)).rejects.toMatchObject({ code: "state-invalid" });
  });
});

describe("update", () => {
  it("changes at once, beside an edit that goes on, whose parts stay parts", async () => {
    const { state, options, patches } = await sessionWith({
      rows: [
        { id: 1, n: 0 },
        { id: 2, n: 0 },
      ],
      total: 0,
    });
    type Shape = { rows: { id: number; n: number }[]; total: number };
    const mirror = thawed(state.snapshot());
    const go = gate();
    const running = state.edit("ns", options, async (edit) => {
      const { rows } = edit.state as Shape;
      const second = rows[1]!;
      second.n = 1;
      await go.promise;
      second.n += 1;
      rows.push({ id: 3, n: 0 });
    });
    await Promise.resolve();
    await state.edit("ns", { ...options, skill: "other", concurrent: true }, async (edit) => {
      expect(Object.isFrozen(edit.state)).toBe(true);
      edit.update((draft) => {
        (draft as Shape).rows.shift();
        (draft as Shape).total += 1;
      });
      expect(edit.state).toEqual({ rows: [{ id: 2, n: 1 }], total: 1 });
    });
    expect(patches).toHaveLength(2);
    go.resolve();
    await running;
    expect(state.namespace("ns")).toEqual({
      rows: [
        { id: 2, n: 2 },
        { id: 3, n: 0 },
      ],
      total: 1,
    });
    for (const patch of patches) applyPatch(mirror, thawed(patch) as never);
    expect(mirror).toEqual(state.snapshot());
  });

  it("does nothing if the recipe throws, waits, or calls update", async () => {
    const { state, options, patches } = await sessionWith({ n: 0 });
    type Shape = { n: number };
    await state.edit("ns", { ...options, concurrent: true }, async (edit) => {
      expect(() =>
        edit.update((draft) => {
          (draft as Shape).n = 1;
          throw new Error("recipe");
        }),
      ).toThrow("recipe");
      expect(() =>
        // oxlint-disable-next-line typescript/no-misused-promises
        edit.update(async (draft) => {
          (draft as Shape).n = 2;
          await Promise.resolve();
          (draft as Shape).n = 3;
        }),
      ).toThrow(/returned a promise/);
      expect(() => edit.update(() => edit.update(() => undefined))).toThrow(/inside the recipe/);
      expect(() => edit.update((draft) => ((draft as Shape).n = Number.NaN))).toThrow(/plain JSON/);
    });
    expect(patches).toEqual([]);
    expect(state.namespace("ns")).toEqual({ n: 0 });
  });

  it("beside an edit that left something that is not JSON goes on, and the edit fails", async () => {
    const { state, options, patches } = await sessionWith({ n: 0, o: 0 });
    const go = gate();
    const running = state.edit("ns", options, async (edit) => {
      (edit.state as { n: unknown }).n = new Date();
      await go.promise;
    });
    await Promise.resolve();
    await state.edit("ns", { ...options, concurrent: true }, async (edit) =>
      edit.update((draft) => ((draft as { o: number }).o = 1)),
    );
    go.resolve();
    await expect(running).rejects.toEqual(refused("/n"));
    expect(state.namespace("ns")).toEqual({ n: 0, o: 1 });
    expect(patches).toHaveLength(1);
  });

  it("tells in order, also when a listener updates", async () => {
    const { state } = await sessionWith({ n: 0 });
    const told: unknown[] = [];
    let again = true;
    await state.edit("ns", { skill: "s", concurrent: true, onPatch: (patch) => listener(patch) }, async (edit) => {
      held = edit;
      edit.update((draft) => ((draft as { n: number }).n = 1));
    });
    function listener([operation]: readonly unknown[]) {
      if (again) {
        again = false;
        held?.update((draft) => ((draft as { n: number }).n = 2));
      }
      told.push((operation as { value: unknown }).value);
    }
    expect(told).toEqual([1, 2]);
  });
  let held: StateEdit | undefined;
});

describe("restore", () => {
  const two = () => createSessionState([namespaceOf("a", {}, counter), namespaceOf("b", {}, counter)]);

  it("takes a snapshot over; what is missing starts anew, what is unknown is named", async () => {
    const state = await two();
    const full = { a: { count: 1, tags: [] }, b: { count: 2, tags: ["x"] } };
    expect(await state.restore(full)).toEqual({ unknown: [], corrected: false });
    expect(state.snapshot()).toEqual(full);
    expect(await state.restore({ a: { count: 5 }, z: 1 })).toEqual({ unknown: ["z"], corrected: true });
    expect(state.snapshot()).toEqual({ a: { count: 5, tags: [] }, b: { count: 0, tags: [] } });
    await state.restore({});
    expect(state.snapshot()).toEqual({ a: { count: 0, tags: [] }, b: { count: 0, tags: [] } });
  });

  it("is all or nothing", async () => {
    const state = await two();
    await state.restore({ a: { count: 1 } });
    const before = state.snapshot();
    await expect(state.restore({ a: { count: 2 }, b: { count: "x" } })).rejects.toMatchObject({
      code: "state-invalid",
      facts: { namespace: "b", skill: "skill-b", path: "/count" },
    });
    for (const bad of [null, [], "x", 5, undefined, new Map(), { a: { count: 1, at: new Date() } }]) {
      await expect(state.restore(bad)).rejects.toMatchObject({ code: "state-invalid" });
    }
    expect(state.snapshot()).toEqual(before);
  });

  it.each(['{"__proto__":{"x":1}}', '{"a":{"__proto__":{"x":1}}}', '{"a":{"tags":[{"__proto__":1}]}}'])(
    "refuses %s",
    async (text) => {
      const state = await two();
      await expect(state.restore(JSON.parse(text))).rejects.toMatchObject({ code: "state-invalid" });
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    },
  );

  it("waits for a running edit, and those behind it see it; the snapshot is taken at once", async () => {
    const { state, options, edit } = await sessionWith({ n: 0 });
    const go = gate();
    const running = state.edit("ns", options, async ({ state }) => {
      await go.promise;
      (state as { n: number }).n = 1;
    });
    const snapshot = { ns: { n: 10 } };
    const restoring = state.restore(snapshot);
    const behind = edit((draft) => (draft.n += 1));
    snapshot.ns.n = 50;
    go.resolve();
    await Promise.all([running, restoring, behind]);
    expect(state.namespace("ns")).toEqual({ n: 11 });
  });
});

describe("redefine", () => {
  it("keeps what fits, with what the new schema adds", async () => {
    const state = await createSessionState([namespaceOf("a", {}, counter)]);
    await state.restore({ a: { count: 3 } });
    await state.redefine(namespaceOf("a", {}, counter.extend({ more: z.string().default("m") })));
    expect(state.snapshot()).toEqual({ a: { count: 3, tags: [], more: "m" } });
    expect(state.schemas["a"]).toMatchObject({ properties: { more: { type: "string" } } });
    await expect(state.redefine(namespaceOf("a", {}, z.object({ count: z.string() })))).rejects.toMatchObject({
      code: "state-invalid",
      facts: { namespace: "a", path: "/count" },
    });
    expect(state.schemas["a"]).toMatchObject({ properties: { more: { type: "string" } } });
    await Promise.all([state.redefine(namespaceOf("b", { x: 1 })), state.redefine(namespaceOf("b", { x: 2 }))]);
    expect(state.namespace("b")).toEqual({ x: 1 });
  });
});

describe("patch sizes", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, text: "t".repeat(40) }));
  const size = (patches: unknown) => JSON.stringify(patches).length;
  // oxlint-disable-next-line typescript/no-explicit-any
  it.each<[string, (draft: any) => unknown, number]>([
    ["one key", (draft) => (draft.rows[777].text = "new"), 100],
    ["shift", (draft) => draft.rows.shift(), 100],
    ["unshift", (draft) => draft.rows.unshift({ id: -1 }), 100],
    ["splice in the middle", (draft) => draft.rows.splice(5000, 3, { id: -1 }), 200],
    [
      "shift and push, and one changed",
      (draft) => {
        draft.rows.shift();
        draft.rows.push({ id: -1 });
        draft.rows[10_000].text = "new";
      },
      300,
    ],
    ["shift in a list of flags", (draft) => draft.flags.push(draft.flags.shift()), 400],
    ["a filter", (draft) => (draft.rows = draft.rows.filter((row: { id: number }) => row.id % 4000 !== 7)), 400],
    ["a list emptied", (draft) => (draft.rows.length = 0), 100],
  ])("are small for %s", async (_, work, limit) => {
    const { state, patches, edit } = await sessionWith({ rows, flags: rows.map(({ id }) => (id * 7919) % 3 === 0) });
    const before = state.snapshot();
    await edit((draft) => void work(draft));
    expect(patches).toHaveLength(1);
    expect(size(patches)).toBeLessThan(limit);
    expect(applyStatePatch(before, patches[0]!)).toEqual(state.snapshot());
  });

  it("are never much larger than what changed", async () => {
    const { patches, edit, state } = await sessionWith({ rows: rows.slice(0, 2000).map(({ id }) => id) });
    await edit((draft) => draft.rows.reverse());
    expect(size(patches)).toBeLessThan(size(state.snapshot()) + 100);
  });
});

describe("applyStatePatch", () => {
  const state = Object.freeze({
    ns: Object.freeze({ list: Object.freeze([1, 2]), o: Object.freeze({}) }),
    other: Object.freeze({}),
  });
  it.each([
    [{ op: "add", path: "/__proto__/x", value: 1 }],
    [{ op: "add", path: "/ns/__proto__", value: 1 }],
    [{ op: "add", path: "/ns/constructor/prototype/x", value: 1 }],
    [{ op: "add", path: "/ns/o", value: JSON.parse('{"__proto__":1}') }],
    [{ op: "add", path: "/ns/list/3", value: 1 }],
    [{ op: "add", path: "/ns/list/01", value: 1 }],
    [{ op: "replace", path: "/ns/list/x", value: 1 }],
    [{ op: "remove", path: "/ns/missing" }],
    [{ op: "remove", path: "" }],
    [{ op: "move", from: "/ns", path: "/ns/o/x" }],
    [{ op: "copy", from: "/nope", path: "/ns/x" }],
    [{ op: "test", path: "/ns/list", value: [1] }],
    [{ op: "add", path: "ns", value: 1 }],
    [{ op: "add", path: "/ns/list/0/x", value: 1 }],
    [{ op: "nonsense", path: "/ns" }],
    [{ op: "add", path: "/ns/when", value: new Date() }],
  ])("refuses %j", (operation) => {
    expect(() => applyStatePatch(state, [operation as never])).toThrow(
      expect.objectContaining({ code: "state-invalid" }),
    );
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("applies the rest, and leaves alone what it does not touch", () => {
    const next = applyStatePatch(state, [
      { op: "add", path: "/ns/list/-", value: 3 },
      { op: "copy", from: "/ns/list", path: "/ns/o/list" },
      { op: "move", from: "/ns/list/0", path: "/ns/list/2" },
      { op: "test", path: "/ns/o/list", value: [1, 2, 3] },
      { op: "replace", path: "/ns/list/0", value: 9 },
    ]);
    expect(next).toEqual({ ns: { list: [9, 3, 1], o: { list: [1, 2, 3] } }, other: {} });
    expect(next["other"]).toBe(state.other);
    expect(isDeepFrozen(next)).toBe(true);
  });
});

describe("groupNamespaces and stateMetadata", () => {
  const skill = (namespace: string, schema: z.ZodType) => ({
    name: "x",
    description: "x",
    body: "x",
    state: { namespace, schema },
  });
  it("share a namespace with the same schema only", () => {
    const same = () => z.object({ n: z.number().default(0) });
    const { namespaces, conflicts } = groupNamespaces([
      ["one", skill("a", same())],
      ["two", skill("a", same())],
      ["three", skill("a", z.object({ n: z.string() }))],
      ["four", { name: "x", description: "x", body: "x" }],
    ]);
    expect(namespaces.map(({ skills }) => skills)).toEqual([["one", "two"]]);
    expect(conflicts).toEqual([{ namespace: "a", first: "one", second: "three" }]);
  });
  it("say what there is", () => {
    expect(stateMetadata(skill("a", counter))).toMatchObject({
      namespace: "a",
      schema: { type: "object" },
      initial: {},
    });
    expect(stateMetadata({ name: "x", description: "x", body: "x" })).toBeUndefined();
  });
});
