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

  describe("over a source with other skills for each tenant", () => {
    /** Both tenants have "x"; only A's may be used. */
    function tenants() {
      const inner = fakeSource("one", []);
      const state = { tenant: "a" };
      const entry = (id: string, description: string) => ({ id, name: id, description });
      const ofTenant = { a: [entry("x", "public"), entry("only-a", "public")], b: [entry("x", "secret")] };
      const list = inner.list.bind(inner);
      inner.list = (options) => {
        inner.entries = state.tenant === "a" ? ofTenant.a : ofTenant.b;
        return list(options);
      };
      inner.read = async (id) => `${state.tenant}'s ${id}`;
      inner.readResource = async (id) => `${state.tenant}'s file of ${id}`;
      const lists = (): number => inner.calls.filter((call) => call === "list").length;
      return { inner, state, lists };
    }
    const isPublic = ({ description }: { description: string }): boolean => description === "public";

    it("judges what the caller's own listing has, not an earlier caller's", async () => {
      const { inner, state } = tenants();
      const source = filterSkillSource(inner, isPublic);
      expect((await source.list()).map(({ id }) => id)).toEqual(["x", "only-a"]);
      expect(await source.read("x")).toBe("a's x");
      state.tenant = "b";
      for (const id of ["x", "only-a"]) {
        await expect(source.read(id)).rejects.toThrow(unknown);
        await expect(source.readResource?.(id, "file.txt")).rejects.toThrow(unknown);
        await expect(source.listResources?.(id)).rejects.toThrow(unknown);
      }
      expect(await source.list()).toEqual([]);
      state.tenant = "a";
      expect(await source.read("x")).toBe("a's x");
    });

    it("keeps one listing for each key when it is told whose it is", async () => {
      const { inner, state, lists } = tenants();
      const source = filterSkillSource(inner, isPublic, { key: () => state.tenant });
      await source.list();
      for (let round = 0; round < 3; round++) expect(await source.read("x")).toBe("a's x");
      expect(lists()).toBe(1);
      state.tenant = "b";
      await source.list();
      await expect(source.read("x")).rejects.toThrow(unknown);
      await expect(source.read("only-a")).rejects.toThrow(unknown);
      state.tenant = "a";
      expect(await source.read("only-a")).toBe("a's only-a");
    });

    it("forgets the keys that were unused longest", async () => {
      const { inner, lists } = tenants();
      let key = "";
      const source = filterSkillSource(inner, isPublic, { key: () => key });
      for (let turn = 0; turn <= 100; turn++) {
        key = `k${turn}`;
        await source.read("x");
      }
      expect(lists()).toBe(101);
      await source.read("x");
      expect(lists()).toBe(101);
      key = "k0";
      await source.read("x");
      expect(lists()).toBe(102);
    });

    it("fails when there is no key", async () => {
      const { inner } = tenants();
      const source = filterSkillSource(inner, isPublic, { key: () => undefined as unknown as string });
      await expect(source.list()).rejects.toThrow(TypeError);
      await expect(source.read("x")).rejects.toThrow(TypeError);
    });

    it("lists once for ids, which need no entry to be judged", async () => {
      const { inner, lists } = tenants();
      const source = filterSkillSource(inner, ["x"]);
      for (let round = 0; round < 3; round++) await source.read("x");
      expect(lists()).toBe(1);
    });
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
