import { describe, expect, it, vi } from "vitest";
import {
  createSkillRegistry,
  lexicalMatcher,
  mergeSkillSources,
  type SkillCandidate,
  type SkillIndexStore,
  type SkillMatcher,
  type SkillMatchOptions,
  type SkillRegistry,
} from "@tradecraft/sdk";
import { fakeSource, outage } from "../source/fake-source.ts";

const skill = (name: string, description: string, body = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;
const skills = [
  skill("charts", "Draws charts of tables.", "Use the palette."),
  skill("letters", "Writes letters.", "Mention the zebra."),
  skill("tables", "Cleans tables."),
];

interface Call {
  readonly query: string;
  readonly corpus: readonly SkillCandidate[];
  readonly options: SkillMatchOptions | undefined;
}

/** A matcher that remembers what it was asked. */
function spyMatcher(answer: { id: string; score: number }[] = []): SkillMatcher & { calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    match: async (query, corpus, options) => {
      calls.push({ query, corpus, options });
      return answer;
    },
  };
}

function memoryStore(): SkillIndexStore & { saved: Map<string, Uint8Array> } {
  const saved = new Map<string, Uint8Array>();
  return { saved, load: async (name) => saved.get(name), save: async (name, bytes) => void saved.set(name, bytes) };
}

describe("match", () => {
  it("finds by name, description and body", async () => {
    const registry = createSkillRegistry(skills);
    expect((await registry.match("letters")).map(({ id }) => id)).toEqual(["letters"]);
    expect((await registry.match("draws")).map(({ id }) => id)).toEqual(["charts"]);
    expect((await registry.match("zebra")).map(({ id }) => id)).toEqual(["letters"]);
    expect(await registry.match("nothing like it whatsoever xyzzy")).toEqual([]);
  });

  it("means what topK and threshold say", async () => {
    const registry = createSkillRegistry(skills);
    const all = await registry.match("tables");
    expect(all).toHaveLength(2);
    expect(await registry.match("tables", { topK: 1 })).toEqual(all.slice(0, 1));
    expect(await registry.match("tables", { topK: 0 })).toEqual([]);
    expect(await registry.match("tables", { threshold: all[0]?.score ?? 0 })).toEqual(all.slice(0, 1));
    expect(await registry.match("tables", { threshold: 1.01 })).toEqual([]);
    for (const { score } of all) expect(score > 0 && score <= 1).toBe(true);
    await expect(registry.match("tables", { topK: -1 })).rejects.toThrow(RangeError);
    await expect(registry.match("tables", { topK: Number.NaN })).rejects.toThrow(RangeError);
  });

  it("hands its options to the matcher", async () => {
    const matcher = spyMatcher();
    const { signal } = new AbortController();
    await createSkillRegistry({ source: skills, matcher }).match("a query", { topK: 3, threshold: 0.5, signal });
    expect(matcher.calls).toMatchObject([{ query: "a query", options: { topK: 3, threshold: 0.5, signal } }]);
  });

  it("hands the same corpus until the catalog is another", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const matcher = spyMatcher();
    const registry = createSkillRegistry({ source, matcher });
    await registry.match("x");
    await registry.match("y");
    await registry.refresh();
    await registry.match("z");
    expect(matcher.calls[1]?.corpus).toBe(matcher.calls[0]?.corpus);
    expect(matcher.calls[2]?.corpus).toBe(matcher.calls[0]?.corpus);
    source.entries = source.entries.slice(1);
    await registry.refresh();
    await registry.match("z");
    expect(matcher.calls[3]?.corpus.map(({ id }) => id)).toEqual(["b"]);
  });

  it("answers with listed ids only", async () => {
    const matcher = spyMatcher([
      { id: "charts", score: 1 },
      { id: "../x", score: 1 },
      { id: "unlisted", score: 0.5 },
      { id: "tables", score: 0.1 },
    ]);
    const matches = await createSkillRegistry({ source: skills, matcher }).match("x");
    expect(matches.map(({ id }) => id)).toEqual(["charts", "tables"]);
  });

  it("lets a matcher's failure out, and answers the next time", async () => {
    const matcher = spyMatcher([{ id: "charts", score: 1 }]);
    const registry = createSkillRegistry({ source: skills, matcher });
    const match = vi.spyOn(matcher, "match").mockRejectedValueOnce(outage());
    await expect(registry.match("x")).rejects.toMatchObject({ code: "source-unavailable" });
    expect(await registry.match("x")).toHaveLength(1);
    expect(match).toHaveBeenCalledTimes(2);
  });
});

describe("bodies", () => {
  it("are read when a matcher asks, of the skill it asks about, and of no other", async () => {
    const source = fakeSource("theirs", ["a", "b", "c"]);
    const matcher = spyMatcher();
    const registry = createSkillRegistry({ source, matcher });
    await registry.match("x");
    expect(source.calls).toEqual(["list"]);
    expect(await matcher.calls[0]?.corpus[1]?.body()).toBe("theirs b v1");
    expect(source.calls).toEqual(["list", "read b"]);
  });

  it("are all that the default matcher reads, once each", async () => {
    const source = fakeSource("theirs", ["a", "b", "c"]);
    source.entries = source.entries.map((entry) => ({ ...entry, revision: "1" }));
    const registry = createSkillRegistry(source);
    for (const query of ["a", "b", "theirs"]) await registry.match(query);
    expect([...source.calls].sort()).toEqual(["list", "read a", "read b", "read c"]);
  });

  it("are empty where they cannot be read, and the rest is found", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const read = source.read.bind(source);
    source.read = (id, options) => (id === "a" ? Promise.reject(outage()) : read(id, options));
    const registry = createSkillRegistry(source);
    expect((await registry.match("theirs")).map(({ id }) => id).sort()).toEqual(["a", "b"]);
  });

  it("are read again when the revision is another, or when there is none", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    source.entries = source.entries.map((entry, at) => (at === 0 ? { ...entry, revision: "1" } : entry));
    const registry = createSkillRegistry(source);
    await registry.match("x");
    source.calls.length = 0;
    source.entries = [...source.entries, { id: "c", name: "c", description: "C.", revision: "1" }];
    await registry.refresh();
    await registry.match("x");
    expect([...source.calls].sort()).toEqual(["list", "read b", "read c"]);
  });

  it("are without the frontmatter", async () => {
    const matcher = spyMatcher();
    await createSkillRegistry({ source: skills, matcher }).match("x");
    const body = (await matcher.calls[0]?.corpus[0]?.body()) ?? "";
    expect(body).toContain("palette");
    expect(body).not.toContain("description");
  });
});

describe("bodies that cannot be had", () => {
  const about = async (registry: SkillRegistry): Promise<string[]> =>
    (await registry.diagnostics()).map(({ code, severity, id, source }) => `${code} ${severity} ${id} ${source}`);
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  /** A machine that does other things too needs time. */
  const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 });

  it("are reported once each, also after a refresh", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const read = source.read.bind(source);
    source.read = (id, options) => (id === "a" ? Promise.reject(outage()) : read(id, options));
    const registry = createSkillRegistry(source);
    const report = ["file-unreadable error a theirs"];
    await registry.match("theirs");
    await registry.match("theirs");
    expect(await about(registry)).toEqual(report);
    expect((await registry.diagnostics())[0]?.message).toContain(outage().message);
    await registry.list();
    expect(await about(registry)).toEqual(report);
    await registry.refresh();
    await registry.match("theirs");
    expect(await about(registry)).toEqual(report);
  });

  it("are not reported a second time after list has", async () => {
    const source = fakeSource("theirs", ["a"]);
    source.read = () => Promise.reject(outage());
    const registry = createSkillRegistry(source);
    await registry.list();
    await registry.match("theirs");
    expect(await about(registry)).toEqual(["file-unreadable error a theirs"]);
  });

  it("are no longer reported once they can be had", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const read = source.read.bind(source);
    source.read = () => Promise.reject(outage());
    const registry = createSkillRegistry(source);
    await registry.match("theirs");
    expect(await about(registry)).toHaveLength(2);
    source.read = read;
    source.entries = source.entries.slice(0, 1);
    await registry.refresh();
    await registry.match("theirs");
    expect(await about(registry)).toEqual([]);
  });

  it("do not hold up the others; one report says that they are on their way, and goes when they are there", async () => {
    const slow = fakeSource(
      "slow",
      Array.from({ length: 320 }, (_, at) => `s${at}`),
    );
    const fast = fakeSource("fast", ["local"]);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const read = slow.read.bind(slow);
    slow.read = async (id, options) => gate.then(async () => read(id, options));
    const source = mergeSkillSources([{ source: fast }, { source: slow }]);
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher({ bodyWait: 30 }) });
    expect((await registry.match("fast")).map(({ id }) => id)).toContain("local");
    await registry.match("fast");
    const pending = (await registry.diagnostics()).filter(({ code }) => code === "file-unreadable");
    expect(pending).toMatchObject([{ severity: "warning", message: expect.stringContaining("32 skills or more") }]);
    open();
    await eventually(async () => expect(await registry.match("v1")).toHaveLength(321));
    expect(await registry.diagnostics()).toEqual([]);
  });

  it("are reported as on their way as long as any is", async () => {
    const source = fakeSource(
      "theirs",
      Array.from({ length: 40 }, (_, at) => `s${at}`),
    );
    const waiting: (() => void)[] = [];
    source.read = () => new Promise((resolve) => waiting.push(() => resolve("text")));
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher({ bodyWait: 10 }) });
    await registry.match("theirs");
    for (const release of waiting.splice(0)) release();
    await eventually(() => expect(waiting).toHaveLength(8));
    expect(await about(registry)).toEqual(["file-unreadable warning undefined theirs"]);
    for (const release of waiting) release();
    await eventually(async () => expect(await about(registry)).toEqual([]));
  });

  it("do not keep the index from being saved once their skills are gone", async () => {
    const store = memoryStore();
    const source = Object.assign(fakeSource("theirs", ["a", "b"]), { indexStore: store });
    const read = source.read.bind(source);
    source.read = (id, options) => (id === "a" ? Promise.reject(outage()) : read(id, options));
    const registry = createSkillRegistry(source);
    await registry.match("theirs");
    expect(store.saved.size).toBe(0);
    source.entries = source.entries.slice(1);
    await registry.refresh();
    await registry.match("theirs");
    expect(store.saved.size).toBe(1);
  });

  it("are reported when they fail late", async () => {
    const source = fakeSource("theirs", ["a"]);
    let fail = (): void => undefined;
    source.read = () => new Promise((_, reject) => (fail = () => reject(outage())));
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher({ bodyWait: 10 }) });
    expect(await registry.match("a")).toHaveLength(1);
    expect(await about(registry)).toEqual(["file-unreadable warning undefined theirs"]);
    fail();
    await turn();
    expect(await about(registry)).toEqual(["file-unreadable error a theirs"]);
  });

  it("are not asked for twice at a time, unless the skill is another", async () => {
    const source = fakeSource("theirs", ["a"]);
    source.entries = [{ id: "a", name: "a", description: "A.", revision: "1" }];
    const read = vi.spyOn(source, "read").mockReturnValue(new Promise(() => undefined));
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher({ bodyWait: 10 }) });
    await registry.match("a");
    source.entries = [...source.entries, { id: "b", name: "b", description: "B.", revision: "1" }];
    await registry.refresh();
    await registry.match("a");
    expect(read.mock.calls.map(([id]) => id)).toEqual(["a", "b"]);
    source.entries = source.entries.map((entry) => ({ ...entry, revision: "2" }));
    await registry.refresh();
    await registry.match("a");
    expect(read.mock.calls.map(([id]) => id)).toEqual(["a", "b", "a", "b"]);
  });

  it("keep the index from being saved until they are in", async () => {
    const store = memoryStore();
    const source = Object.assign(fakeSource("theirs", ["a"]), { indexStore: store });
    source.entries = source.entries.map((entry) => ({ ...entry, revision: "1" }));
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    source.read = async () => gate.then(() => "zebra");
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher({ bodyWait: 10 }) });
    await registry.match("zebra");
    await turn();
    expect(store.saved.size).toBe(0);
    open();
    await eventually(async () => expect(await registry.match("zebra")).toHaveLength(1));
    await eventually(() => expect(store.saved.size).toBe(1));
  });
});

describe("the index of a search", () => {
  const withStore = (indexStore: SkillIndexStore): ReturnType<typeof fakeSource> => {
    const source = fakeSource("theirs", ["a", "b"]);
    source.entries = source.entries.map((entry) => ({ ...entry, revision: "1" }));
    return Object.assign(source, { indexStore });
  };

  it("is kept by the source, and saves the next process all reads", async () => {
    const store = memoryStore();
    await createSkillRegistry(withStore(store)).match("theirs");
    await vi.waitFor(() => expect([...store.saved.keys()]).toEqual(["search"]));
    const source = withStore(store);
    expect((await createSkillRegistry(source).match("theirs")).map(({ id }) => id).sort()).toEqual(["a", "b"]);
    expect(source.calls).toEqual(["list"]);
  });

  it("is loaded once, and saved once for a catalog", async () => {
    const store = memoryStore();
    const load = vi.spyOn(store, "load");
    const save = vi.spyOn(store, "save");
    const source = withStore(store);
    const registry = createSkillRegistry(source);
    await Promise.all([registry.match("a"), registry.match("b")]);
    await registry.match("c");
    expect(load).toHaveBeenCalledTimes(1);
    expect(save).toHaveBeenCalledTimes(1);
    source.entries = source.entries.slice(1);
    await registry.refresh();
    await registry.match("a");
    expect(save).toHaveBeenCalledTimes(2);
  });

  it("is not kept with index false", async () => {
    const store = memoryStore();
    const load = vi.spyOn(store, "load");
    const save = vi.spyOn(store, "save");
    await createSkillRegistry({ source: withStore(store), index: false }).match("theirs");
    expect(load).not.toHaveBeenCalled();
    expect(save).not.toHaveBeenCalled();
  });

  it("is worked out again from anything that is none", async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(100), new TextEncoder().encode('{"garbage":true}')]) {
      const store = memoryStore();
      store.saved.set("search", bytes);
      expect(await createSkillRegistry(withStore(store)).match("theirs")).toHaveLength(2);
    }
  });

  const refuse = (): Promise<never> => Promise.reject(new Error("The disk is full."));
  const throwAtOnce = (): never => {
    throw new Error("The disk is full.");
  };

  it.each([
    ["load", { load: refuse }],
    ["save", { save: refuse }],
    ["load, at once", { load: throwAtOnce }],
    ["save, at once", { save: throwAtOnce }],
  ])("is done without where a store fails to %s", async (_, failing) => {
    const registry = createSkillRegistry(withStore({ ...memoryStore(), ...failing }));
    expect(await registry.match("theirs")).toHaveLength(2);
    expect(await registry.match("theirs")).toHaveLength(2);
  });

  it("is saved by the first match that has one to save", async () => {
    const store = memoryStore();
    const registry = createSkillRegistry(withStore(store));
    await registry.match("theirs", { topK: 0 });
    await registry.match("theirs");
    expect([...store.saved.keys()]).toEqual(["search"]);
  });

  it("does not keep for good that a body could not be read once", async () => {
    const store = memoryStore();
    const source = withStore(store);
    const read = source.read.bind(source);
    source.read = () => Promise.reject(outage());
    await createSkillRegistry(source).match("theirs");
    source.read = async (id, options) => `${await read(id, options)} zebra`;
    expect((await createSkillRegistry(source).match("zebra")).map(({ id }) => id).sort()).toEqual(["a", "b"]);
  });

  it("does not pass off an old body as new where there are no revisions", async () => {
    const store = memoryStore();
    const source = Object.assign(fakeSource("theirs", ["a"]), { indexStore: store });
    source.read = async () => "About the giraffe.";
    expect(await createSkillRegistry(source).match("giraffe")).toHaveLength(1);
    source.read = async () => "About the zebra.";
    const next = createSkillRegistry(source);
    expect(await next.match("zebra")).toHaveLength(1);
    expect(await next.match("giraffe")).toEqual([]);
  });

  it("is asked of no matcher that has none", async () => {
    const store = memoryStore();
    const matcher = spyMatcher([{ id: "a", score: 1 }]);
    expect(await createSkillRegistry({ source: withStore(store), matcher }).match("x")).toHaveLength(1);
    expect(store.saved.size).toBe(0);
  });

  it("does not hide a skill that changed since", async () => {
    const store = memoryStore();
    await createSkillRegistry(withStore(store)).match("theirs");
    await vi.waitFor(() => expect(store.saved.size).toBe(1));
    const source = withStore(store);
    source.entries = [{ id: "a", name: "a", description: "Now about penguins.", revision: "2" }];
    const registry = createSkillRegistry({ source, matcher: lexicalMatcher() });
    expect((await registry.match("penguins")).map(({ id }) => id)).toEqual(["a"]);
    expect((await registry.match("b")).map(({ id }) => id)).not.toContain("b");
  });
});
