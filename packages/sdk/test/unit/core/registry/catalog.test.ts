import { describe, expect, it, vi } from "vitest";
import {
  createSkillRegistry,
  parseSkill,
  type SkillEntry,
  type SkillListOptions,
  type SkillSource,
} from "@tradecraft/sdk";
import { bareSource, fakeSource, latch, outage } from "../source/fake-source.ts";

const skill = (name: string, description = `About ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody of ${name}.\n`;

/** A source that lists whatever it is given, as other people's may. */
function listingOf(...entries: unknown[]): SkillSource {
  return { label: "theirs", list: async () => entries as SkillEntry[], read: async (id) => skill(id) };
}
const entry = (id: string, more: Partial<SkillEntry> = {}): SkillEntry => ({
  id,
  name: id,
  description: "D.",
  ...more,
});

describe("the catalog", () => {
  it("is sorted by id, whatever the source's order", async () => {
    const registry = createSkillRegistry(
      listingOf(...["b", "a-b", "a", "Z", "ä", "a/b", "a:b", "10", "9"].map((id) => entry(id))),
    );
    const ids = (await registry.catalog()).map(({ id }) => id);
    expect(ids).toEqual(["10", "9", "Z", "a", "a-b", "a/b", "a:b", "b", "ä"]);
    const other = createSkillRegistry(
      listingOf(...["ä", "9", "a:b", "a", "10", "b", "Z", "a/b", "a-b"].map((id) => entry(id))),
    );
    expect(JSON.stringify(await other.catalog())).toBe(JSON.stringify(await registry.catalog()));
  });

  it("is the same array until it is another, and frozen", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const registry = createSkillRegistry(source);
    const first = await registry.catalog();
    expect(await registry.catalog()).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    source.entries = source.entries.map((each) => ({ ...each })).reverse();
    expect(await registry.refresh()).toBe(false);
    expect(await registry.catalog()).toBe(first);
  });

  it("keeps the entries that did not change", async () => {
    const source = fakeSource("theirs", ["a", "b", "c"]);
    const registry = createSkillRegistry(source);
    const [a, b, c] = await registry.catalog();
    source.entries = [
      entry("a", { description: a?.description ?? "" }),
      entry("b", { description: "New." }),
      entry("d"),
      { ...c! },
    ];
    expect(await registry.refresh()).toBe(true);
    const after = await registry.catalog();
    expect(after.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(after[0]).toBe(a);
    expect(after[1]).not.toBe(b);
    expect(after[2]).toBe(c);
  });

  it.each([
    ["an entry came", [entry("a"), entry("b")]],
    ["an entry went", []],
    ["an id is another", [entry("z")]],
    ["a description is another", [entry("a", { description: "Other." })]],
    ["a revision is another", [entry("a", { revision: "2" })]],
    ["a field came", [entry("a", { stale: true })]],
    ["a location is another", [entry("a", { location: "/x" })]],
  ])("is another when %s", async (_, next) => {
    const source = fakeSource("theirs", []);
    source.entries = [entry("a", { revision: "1" })];
    if (!("revision" in (next[0] ?? { revision: "" }))) source.entries = [entry("a")];
    const registry = createSkillRegistry(source);
    const first = await registry.catalog();
    source.entries = next;
    expect(await registry.refresh()).toBe(true);
    expect(await registry.catalog()).not.toBe(first);
    expect(await registry.refresh()).toBe(false);
  });

  it("asks for the listing once, however many wait for it", async () => {
    const source = fakeSource("theirs", ["a"]);
    const gate = latch();
    source.gate = gate.promise;
    const registry = createSkillRegistry(source);
    const calls = [
      registry.catalog(),
      registry.catalog(),
      registry.has("a"),
      registry.diagnostics(),
      registry.match("x"),
    ];
    await Promise.resolve();
    gate.open();
    await Promise.all(calls);
    expect(source.calls.filter((call) => call === "list")).toHaveLength(1);
  });

  it("asks for nothing before somebody asks", async () => {
    const source = fakeSource("theirs", ["a"]);
    createSkillRegistry(source);
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.calls).toEqual([]);
  });

  it("lets one caller's abort leave the others their answer", async () => {
    const source = fakeSource("theirs", ["a"]);
    const gate = latch();
    source.gate = gate.promise;
    const registry = createSkillRegistry(source);
    const controller = new AbortController();
    const impatient = registry.catalog({ signal: controller.signal });
    const patient = registry.catalog();
    controller.abort(new Error("enough"));
    await expect(impatient).rejects.toThrow("enough");
    gate.open();
    expect(await patient).toHaveLength(1);
    expect(source.calls).toEqual(["list"]);
    expect(source.signals.every((signal) => signal?.aborted !== true)).toBe(true);
  });

  it("is not asked for by a caller who has given up", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const signal = AbortSignal.abort(new Error("enough"));
    for (const call of [
      registry.catalog({ signal }),
      registry.trigger("a", { signal }),
      registry.resource("a", "file.txt", { signal }),
      registry.listResources("a", { signal }),
      registry.has("a", { signal }),
      registry.get("a", { signal }),
      registry.list({ signal }),
      registry.match("a", { signal }),
      registry.diagnostics({ signal }),
      registry.refresh({ signal }),
      registry.watch(() => {}, { signal }),
    ]) {
      await expect(call).rejects.toThrow("enough");
    }
    expect(source.calls).toEqual([]);
  });

  it("lets a source's failure out, and tries again the next time", async () => {
    const source = fakeSource("theirs", ["a"]);
    source.failure = outage();
    const registry = createSkillRegistry(source);
    await expect(registry.catalog()).rejects.toBe(source.failure);
    await expect(registry.trigger("a")).rejects.toBe(source.failure);
    source.failure = undefined;
    expect(await registry.catalog()).toHaveLength(1);
  });

  it("stays as it was when a refresh fails", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const first = await registry.catalog();
    source.failure = outage();
    await expect(registry.refresh()).rejects.toBe(source.failure);
    expect(await registry.catalog()).toBe(first);
  });

  it("lets a failure out that is thrown and not rejected with", async () => {
    const source: SkillSource = {
      list: () => {
        throw new Error("at once");
      },
      read: async () => "",
    };
    const registry = createSkillRegistry(source);
    await expect(registry.catalog()).rejects.toThrow("at once");
    await expect(registry.catalog()).rejects.toThrow("at once");
  });
});

describe("entries that cannot be used", () => {
  it("are reported by their number and reason, and the rest loads", async () => {
    const registry = createSkillRegistry(
      listingOf(
        null,
        undefined,
        5,
        "text",
        {},
        { id: 7, name: "n", description: "d" },
        { id: "", name: "n", description: "d" },
        { id: "no-name", description: "d" },
        { id: "no-description", name: "n" },
        { id: "empty", name: "", description: "d" },
        entry("good"),
      ),
    );
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["good"]);
    const found = await registry.diagnostics();
    expect(found).toHaveLength(10);
    for (const [at, { code, severity, source, message }] of found.entries()) {
      expect({ code, severity, source }).toEqual({ code: "entry-invalid", severity: "error", source: "theirs" });
      expect(message).toMatch(new RegExp(`^Entry ${at + 1} of the list`));
    }
    expect(found[4]?.message).toContain("no id");
    expect(found[7]?.message).toContain("no-name");
  });

  it.each([
    "../x",
    "/etc/passwd",
    "a/../b",
    "constructor",
    "__proto__",
    "a\\b",
    "C:/x",
    "%2e%2e",
    "a\0b",
    "con",
    ".",
    "..",
    "x".repeat(300),
    "a//b",
    "．．/x",
  ])("by an id of %j are refused", async (id) => {
    const registry = createSkillRegistry(listingOf(entry("good"), { id, name: "n", description: "d" }));
    expect((await registry.catalog()).map((each) => each.id)).toEqual(["good"]);
    expect(await registry.diagnostics()).toMatchObject([{ code: "entry-invalid" }]);
    expect((await registry.diagnostics())[0]?.message).toContain("Entry 2");
    expect(await registry.has(id)).toBe(false);
  });

  it("may come from a list that is no array", async () => {
    const source: SkillSource = {
      list: async () => new Set([entry("a")]) as unknown as SkillEntry[],
      read: async (id) => skill(id),
    };
    expect(await createSkillRegistry(source).catalog()).toHaveLength(1);
  });
});

describe("entries that get in each other's way", () => {
  it.each([
    ["the same", "same", "same"],
    ["case", "Tool", "tool"],
    ["Unicode form", "caf\u00e9", "cafe\u0301"],
    ["sharp s", "stra\u00dfe", "STRASSE"],
  ])("by an id that differs in nothing or %s: the first counts", async (_, first, second) => {
    const registry = createSkillRegistry(
      listingOf(
        entry(first, { name: "one", description: "First." }),
        entry(second, { name: "two", description: "Second.", location: "/second" }),
      ),
    );
    expect(await registry.catalog()).toMatchObject([{ id: first, description: "First." }]);
    expect(await registry.diagnostics()).toMatchObject([
      { code: "skill-shadowed", id: second, path: "/second", source: "theirs" },
    ]);
    if (first !== second) await expect(registry.trigger(second)).rejects.toMatchObject({ code: "skill-unknown" });
  });

  it("by a name alone are both there, and that is said", async () => {
    const registry = createSkillRegistry(listingOf(entry("x:a", { name: "a" }), entry("y:a", { name: "a" })));
    expect(await registry.catalog()).toHaveLength(2);
    const [found] = await registry.diagnostics();
    expect(found).toMatchObject({ code: "name-shared", severity: "warning", id: "y:a" });
    expect(found?.message).toContain("x:a");
  });

  it("are forgotten when they are gone", async () => {
    const source = fakeSource("theirs", ["a", "a"]);
    const registry = createSkillRegistry(source);
    expect((await registry.diagnostics()).map(({ code }) => code)).toEqual(["skill-shadowed"]);
    source.entries = [entry("a")];
    await registry.refresh();
    expect(await registry.diagnostics()).toEqual([]);
  });
});

describe("diagnostics", () => {
  it("are the source's and the registry's, and nobody can change them", async () => {
    const source = fakeSource("theirs", ["a", "a"]);
    source.diagnostics = [{ code: "path-missing", severity: "warning", message: "Gone.", source: "theirs" }];
    const registry = createSkillRegistry(source);
    const found = await registry.diagnostics();
    expect(found.map(({ code }) => code)).toEqual(["path-missing", "skill-shadowed"]);
    (found as unknown[]).length = 0;
    expect(await registry.diagnostics()).toHaveLength(2);
  });

  it("name the source by a word where it has no label", async () => {
    const source: SkillSource = { list: async () => [null as unknown as SkillEntry], read: async () => "" };
    expect((await createSkillRegistry(source).diagnostics())[0]?.source).toBe("source");
  });
});

describe("parseYaml", () => {
  it("reaches the listing, trigger, get and list", async () => {
    const parseYaml = vi.fn(() => ({ name: "theirs", description: "From their parser." }));
    const registry = createSkillRegistry({ source: [skill("a")], parseYaml });
    expect(await registry.catalog()).toMatchObject([{ id: "theirs", description: "From their parser." }]);
    expect((await registry.trigger("theirs")).description).toBe("From their parser.");
    expect((await registry.get("theirs"))?.name).toBe("theirs");
    expect((await registry.list()).map(({ name }) => name)).toEqual(["theirs"]);
    expect(parseYaml).toHaveBeenCalled();
  });

  it("is the reader that a source is handed; without it, none is", async () => {
    const seen: SkillListOptions[] = [];
    const source: SkillSource = {
      list: async (options = {}) => {
        seen.push(options);
        return [];
      },
      read: async () => "",
    };
    await createSkillRegistry(source).catalog();
    await createSkillRegistry({ source, parseYaml: () => ({ name: "n", description: "d" }) }).catalog();
    expect(seen[0]?.parse).toBeUndefined();
    expect(seen[1]?.parse?.(skill("x")).manifest.name).toBe("n");
    expect(parseSkill(skill("x")).manifest.name).toBe("x");
  });
});

describe("refresh", () => {
  it("is true the first time, when there was nothing before", async () => {
    expect(await createSkillRegistry(bareSource("theirs", ["a"])).refresh()).toBe(true);
  });

  it("asks again after a listing that was under way", async () => {
    const source = fakeSource("theirs", ["a"]);
    const gate = latch();
    source.gate = gate.promise;
    const registry = createSkillRegistry(source);
    const first = registry.catalog();
    const refreshed = registry.refresh();
    gate.open();
    await Promise.all([first, refreshed]);
    expect(source.calls).toEqual(["list", "list"]);
  });

  it("asked for by many at once is one more listing", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    await registry.catalog();
    source.entries = [entry("b")];
    expect(await Promise.all([registry.refresh(), registry.refresh(), registry.refresh()])).toEqual([true, true, true]);
    expect(source.calls.length).toBeLessThanOrEqual(3);
  });
});
