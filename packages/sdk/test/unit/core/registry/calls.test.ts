import { describe, expect, it, vi } from "vitest";
import { createSkillRegistry, SkillError, type SkillSource } from "@tradecraft/sdk";
import { bareSource, fakeSource, outage } from "../source/fake-source.ts";

const hostile = [
  "../secret",
  "..",
  "/etc/passwd",
  "a/../../b",
  "..\\b",
  "C:\\x",
  "%2e%2e%2fx",
  "a\0",
  "",
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "．．／x",
  "a/./b",
  "con",
  "x".repeat(5_000),
  5,
  null,
  undefined,
  {},
  ["a"],
] as unknown as string[];

describe("ids", () => {
  it.each(hostile)("%j reach no source", async (id) => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    for (const call of [registry.trigger(id), registry.resource(id, "file.txt"), registry.listResources(id)]) {
      await expect(call).rejects.toMatchObject({ code: "path-refused" });
    }
    expect(source.calls).toEqual([]);
    expect(await registry.has(id)).toBe(false);
    expect(await registry.get(id)).toBeUndefined();
    expect(source.calls).toEqual(["list"]);
  });

  it("that are not listed reach no source, though it would answer", async () => {
    const read = vi.fn(async () => "A secret.");
    const readResource = vi.fn(async () => "A secret.");
    const listResources = vi.fn(async () => []);
    const source: SkillSource = {
      list: async () => [{ id: "a", name: "a", description: "A." }],
      read,
      readResource,
      listResources,
    };
    const registry = createSkillRegistry(source);
    for (const id of ["b", "A", "a ", "a/b", "hidden"]) {
      const error: unknown = await registry.trigger(id).catch((reason: unknown) => reason);
      expect(SkillError.is(error, "skill-unknown") || SkillError.is(error, "path-refused")).toBe(true);
      await expect(registry.resource(id, "x")).rejects.toBeInstanceOf(SkillError);
      await expect(registry.listResources(id)).rejects.toBeInstanceOf(SkillError);
      expect(await registry.get(id)).toBeUndefined();
    }
    expect(read).not.toHaveBeenCalled();
    expect(readResource).not.toHaveBeenCalled();
    expect(listResources).not.toHaveBeenCalled();
  });

  it("that were listed once and are no more are unknown", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    const registry = createSkillRegistry(source);
    await registry.trigger("a");
    source.entries = source.entries.slice(1);
    await registry.refresh();
    await expect(registry.trigger("a")).rejects.toMatchObject({ code: "skill-unknown" });
  });
});

describe("methods", () => {
  it("work without their registry", async () => {
    const source = fakeSource("theirs", ["a"]);
    // oxlint-disable-next-line typescript/unbound-method -- that they can be used so is the point
    const { catalog, trigger, resource, listResources, match, has, get, list, diagnostics, refresh, watch } =
      createSkillRegistry(source);
    expect(await catalog()).toHaveLength(1);
    expect((await trigger("a")).body).toBe("theirs a v1");
    expect(await resource("a", "file.txt")).toBe("theirs a/file.txt v1");
    expect((await listResources("a")).other).toEqual(["file.txt"]);
    expect(await match("theirs")).toMatchObject([{ id: "a" }]);
    expect(await has("a")).toBe(true);
    expect((await get("a"))?.body).toBe("theirs a v1");
    expect(await list()).toHaveLength(1);
    expect(await diagnostics()).toEqual([]);
    expect(await refresh()).toBe(false);
    (await watch())();
  });

  it("read anew each time, and pass the signal on", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    const { signal } = new AbortController();
    expect((await registry.trigger("a", { signal })).body).toBe("theirs a v1");
    source.version = 2;
    expect((await registry.trigger("a")).body).toBe("theirs a v2");
    await registry.resource("a", "file.txt", { signal });
    await registry.listResources("a", { signal });
    expect(source.calls).toEqual(["list", "read a", "read a", "readResource a file.txt", "listResources a"]);
    expect([source.signals[1], source.signals[3], source.signals[4]]).toEqual([signal, signal, signal]);
  });
});

describe("resources", () => {
  it("are missing from a source that has none", async () => {
    const registry = createSkillRegistry(bareSource("theirs", ["a"]));
    await expect(registry.resource("a", "file.txt")).rejects.toMatchObject({
      code: "resource-missing",
      facts: { id: "a", path: "file.txt" },
    });
    expect(await registry.listResources("a")).toEqual({ scripts: [], references: [], assets: [], other: [] });
  });

  it("are grouped by the folder that each kind has", async () => {
    const paths = [
      "README.md",
      "Scripts/x",
      "assets/a/b.png",
      "assets2/x",
      "forms/scripts/x",
      "references/r.md",
      "scripts",
      "scripts/a.sh",
      "scripts/b/c.py",
    ];
    const registry = createSkillRegistry(fakeSource("theirs", ["a"], paths));
    expect(await registry.listResources("a")).toEqual({
      scripts: ["scripts/a.sh", "scripts/b/c.py"],
      references: ["references/r.md"],
      assets: ["assets/a/b.png"],
      other: ["README.md", "Scripts/x", "assets2/x", "forms/scripts/x", "scripts"],
    });
  });

  it("are asked for by the one spelling of their path", async () => {
    const source = fakeSource("theirs", ["a"], ["forms/w2.json"]);
    const registry = createSkillRegistry(source);
    expect(await registry.resource("a", "forms\\w2.json")).toBe("theirs a/forms/w2.json v1");
    expect(await registry.resource("a", "./forms/w2.json")).toBe("theirs a/forms/w2.json v1");
    expect(new Set(source.calls.slice(1))).toEqual(new Set(["readResource a forms/w2.json"]));
  });

  it.each([
    "../x",
    "/x",
    "a/../x",
    "..\\x",
    "C:\\x",
    "\\\\server\\x",
    "",
    "a\0b",
    "%2e%2e/x",
    "__proto__",
    "a/constructor",
    "．．/x",
  ])("by a path of %j are refused before the source hears of it", async (path) => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    await expect(registry.resource("a", path)).rejects.toMatchObject({ code: "path-refused" });
    expect(source.calls).toEqual(["list"]);
  });
});

describe("list", () => {
  it("returns those that can be read, and says which cannot", async () => {
    const source = fakeSource("theirs", ["a", "b", "c"]);
    const read = source.read.bind(source);
    source.read = (id, options) => (id === "b" ? Promise.reject(outage()) : read(id, options));
    const registry = createSkillRegistry(source);
    expect((await registry.list()).map(({ body }) => body)).toEqual(["theirs a v1", "theirs c v1"]);
    expect(await registry.diagnostics()).toMatchObject([
      { code: "file-unreadable", severity: "error", id: "b", source: "theirs" },
    ]);
    expect((await registry.diagnostics())[0]?.message).toContain("It is down.");
  });

  it("says it once, however often it is asked", async () => {
    const source = fakeSource("theirs", ["a", "b"]);
    source.read = (id) => (id === "b" ? Promise.reject(outage()) : Promise.resolve("text"));
    const registry = createSkillRegistry(source);
    for (let at = 0; at < 3; at++) await registry.list();
    expect((await registry.diagnostics()).map(({ id }) => id)).toEqual(["b"]);
  });

  it("takes it back when the skill can be read again", async () => {
    const source = fakeSource("theirs", ["a"]);
    const registry = createSkillRegistry(source);
    await registry.catalog();
    source.failure = outage();
    await registry.list();
    source.failure = undefined;
    expect(await registry.list()).toHaveLength(1);
    await registry.refresh();
    expect(await registry.diagnostics()).toEqual([]);
  });

  it("ends by an abort, and reports no skill for it", async () => {
    const controller = new AbortController();
    const source = fakeSource("theirs", ["a", "b"]);
    source.read = async (_, { signal } = {}) => {
      controller.abort(new Error("enough"));
      signal?.throwIfAborted();
      return "";
    };
    const registry = createSkillRegistry(source);
    await expect(registry.list({ signal: controller.signal })).rejects.toThrow("enough");
    expect(await registry.diagnostics()).toEqual([]);
  });

  it("reads a few at a time, in the catalog's order", async () => {
    let now = 0;
    let most = 0;
    const ids = Array.from({ length: 100 }, (_, at) => `s${String(at).padStart(3, "0")}`);
    const source = fakeSource("theirs", ids);
    source.read = async (id) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, Number(id.slice(1)) % 3));
      now--;
      return `---\nname: ${id}\ndescription: D.\n---\n`;
    };
    const skills = await createSkillRegistry(source).list();
    expect(skills.map(({ name }) => name)).toEqual(ids);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });
});
