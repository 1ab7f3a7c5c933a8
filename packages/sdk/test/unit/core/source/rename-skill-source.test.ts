import { describe, expect, it } from "vitest";
import { renameSkillSource } from "../../../../src/core/source/rename-skill-source.ts";
import { fakeSource, listener } from "./fake-source.ts";

const unknown = expect.objectContaining({ code: "skill-unknown" });

describe("renameSkillSource", () => {
  it.each([
    ["a record", { a: "x" }],
    ["a function", ({ id }: { id: string }) => (id === "a" ? "x" : id)],
  ])("changes an id for every method (%s)", async (_name, rename) => {
    const inner = fakeSource("one", ["a", "b"]);
    const source = renameSkillSource(inner, rename);
    expect((await source.list()).map(({ id, name }) => [id, name])).toEqual([
      ["x", "a"],
      ["b", "b"],
    ]);
    expect(await source.read("x")).toBe("one a v1");
    expect(await source.listResources?.("x")).toEqual([{ path: "file.txt" }]);
    expect(await source.readResource?.("x", "file.txt")).toBe("one a/file.txt v1");
    expect(await source.read("b")).toBe("one b v1");
    await expect(source.read("a")).rejects.toThrow(unknown);
    await expect(source.readResource?.("a", "file.txt")).rejects.toThrow(unknown);
    await expect(source.listResources?.("a")).rejects.toThrow(unknown);
  });

  it("can swap two", async () => {
    const source = renameSkillSource(fakeSource("one", ["a", "b"]), { a: "b", b: "a" });
    expect([await source.read("a"), await source.read("b")]).toEqual(["one b v1", "one a v1"]);
  });

  it("gives an id to the first who gets it", async () => {
    const source = renameSkillSource(fakeSource("one", ["a", "b", "c"]), { a: "x", b: "x", c: "a" });
    const { found, tell } = listener();
    expect((await source.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["x", "a"]);
    expect(found).toEqual([expect.objectContaining({ code: "skill-shadowed", id: "x", source: "one" })]);
    expect(found[0]?.message).toMatch(/"a".*"b"/);
    expect([await source.read("x"), await source.read("a")]).toEqual(["one a v1", "one c v1"]);
  });

  it.each(["..", "", "a/../b", "__proto__", "C:/x"])("leaves out what is renamed to %j", async (id) => {
    const source = renameSkillSource(fakeSource("one", ["a", "b"]), { a: id });
    const { found, tell } = listener();
    expect((await source.list({ onDiagnostic: tell })).map((entry) => entry.id)).toEqual(["b"]);
    expect(found).toEqual([expect.objectContaining({ code: "entry-invalid", severity: "error", source: "one" })]);
    await expect(source.read("a")).rejects.toThrow(unknown);
  });

  it("leaves out what is renamed to no text", async () => {
    const source = renameSkillSource(fakeSource("one", ["a", "b"]), ({ id }) =>
      id === "a" ? (undefined as never) : id,
    );
    const { found, tell } = listener();
    expect((await source.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["b"]);
    expect(found.map(({ code }) => code)).toEqual(["entry-invalid"]);
  });

  it("does not offer a skill twice that the source lists twice", async () => {
    let count = 0;
    const source = renameSkillSource(fakeSource("one", ["a", "a"]), () => `x${count++}`);
    const { found, tell } = listener();
    expect((await source.list({ onDiagnostic: tell })).map(({ id }) => id)).toEqual(["x0"]);
    expect(found.map(({ code }) => code)).toEqual(["skill-shadowed"]);
  });

  it("leaves ids alone that a record only inherits", async () => {
    const source = renameSkillSource(
      fakeSource("one", ["valueOfX"]),
      Object.create({ valueOfX: "evil" }) as Record<string, string>,
    );
    expect((await source.list()).map(({ id }) => id)).toEqual(["valueOfX"]);
  });

  it("tells findings under the new id", async () => {
    const inner = fakeSource("one", ["a"]);
    inner.diagnostics = [{ code: "name-missing", severity: "warning", message: "m", source: "one", id: "a" }];
    const { found, tell } = listener();
    await renameSkillSource(inner, { a: "x" }).list({ onDiagnostic: tell });
    expect(found.map(({ id }) => id)).toEqual(["x"]);
  });
});
