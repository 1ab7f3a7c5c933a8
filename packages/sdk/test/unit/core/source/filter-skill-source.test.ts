import { describe, expect, it } from "vitest";
import { filterSkillSource } from "../../../../src/core/source/filter-skill-source.ts";
import { bareSource, fakeSource, listener, outage } from "./fake-source.ts";

const unknown = expect.objectContaining({ code: "skill-unknown" });

describe("filterSkillSource", () => {
  it.each([
    ["ids", ["a"]],
    ["a set", new Set(["a"])],
    ["one id", "a"],
    ["a predicate", ({ id }: { id: string }) => id === "a"],
  ])("hides the rest from every method (%s)", async (_name, wanted) => {
    const inner = fakeSource("one", ["a", "b"]);
    const source = filterSkillSource(inner, wanted);
    expect((await source.list()).map(({ id }) => id)).toEqual(["a"]);
    expect(await source.read("a")).toBe("one a v1");
    expect(await source.listResources?.("a")).toEqual([{ path: "file.txt" }]);
    expect(await source.readResource?.("a", "file.txt")).toBe("one a/file.txt v1");
    inner.calls.length = 0;
    for (const id of ["b", "c"]) {
      await expect(source.read(id)).rejects.toThrow(unknown);
      await expect(source.listResources?.(id)).rejects.toThrow(unknown);
      await expect(source.readResource?.(id, "file.txt")).rejects.toThrow(unknown);
    }
    expect(inner.calls.filter((call) => call !== "list")).toEqual([]);
  });

  it("hides before anything was listed", async () => {
    const inner = fakeSource("one", ["a", "b"]);
    await expect(filterSkillSource(inner, ["a"]).read("b")).rejects.toThrow(unknown);
    expect(inner.calls).toEqual(["list"]);
  });

  it("asks the predicate who calls now, not who listed", async () => {
    let tenant = "a";
    const source = filterSkillSource(fakeSource("one", ["a", "b"]), ({ id }) => id === tenant);
    expect((await source.list()).map(({ id }) => id)).toEqual(["a"]);
    tenant = "b";
    await expect(source.read("a")).rejects.toThrow(unknown);
    expect(await source.read("b")).toBe("one b v1");
  });

  it("keeps findings about hidden skills to itself", async () => {
    const inner = fakeSource("one", ["a", "b"]);
    const finding = { code: "name-missing", severity: "warning", message: "m", source: "one" } as const;
    inner.diagnostics = [{ ...finding, id: "a" }, { ...finding, id: "b" }, finding];
    const { found, tell } = listener();
    await filterSkillSource(inner, ["a"]).list({ onDiagnostic: tell });
    expect(found.map(({ id }) => id)).toEqual(["a", undefined]);
  });

  it("passes on the source's own failure", async () => {
    const inner = fakeSource("one", ["a"]);
    const source = filterSkillSource(inner, ["a"]);
    inner.failure = outage();
    await expect(source.list()).rejects.toBe(inner.failure);
    await expect(source.read("a")).rejects.toBe(inner.failure);
  });

  it("has what the source has", async () => {
    const bare = filterSkillSource(bareSource("bare", ["a"]), ["a"]);
    expect(Object.keys(bare).sort()).toEqual(["label", "list", "read"]);
    const inner = fakeSource("one", ["a"]);
    let changes = 0;
    const stop = await filterSkillSource(inner, ["a"]).watch?.(() => changes++);
    inner.changed();
    stop?.();
    inner.changed();
    expect(changes).toBe(1);
  });
});
