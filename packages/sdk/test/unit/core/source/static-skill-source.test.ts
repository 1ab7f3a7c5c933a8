import { describe, expect, it, vi } from "vitest";
import { parseSkill, staticSkillSource } from "@tradecraft/sdk";
import { listener } from "./fake-source.ts";

const text = (name: string, description = `About ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody of ${name}.\n`;

describe("staticSkillSource", () => {
  it("lists and reads texts as they are", async () => {
    const source = staticSkillSource([text("a"), text("b")]);
    expect(await source.list()).toMatchObject([{ id: "a", name: "a", description: "About a." }, { id: "b" }]);
    expect(await source.read("a")).toBe(text("a"));
    expect(await source.listResources?.("a")).toEqual([]);
  });

  it("reads before it was listed", async () => {
    expect(await staticSkillSource([text("a")]).read("a")).toBe(text("a"));
  });

  it("writes a SKILL.md for a skill in code, which reads back as that skill", async () => {
    const skill = {
      name: "a",
      description: "Use: this # one, 'quoted' and \"so\".",
      license: "MIT",
      compatibility: "Needs git.",
      metadata: { version: "1.0" },
      body: "# Steps\n\n---\n\nDo it.",
    };
    const source = staticSkillSource([skill]);
    const { manifest } = parseSkill(await source.read("a"));
    expect(manifest).toMatchObject({ ...skill });
    expect((await source.list())[0]).toMatchObject({
      id: "a",
      description: skill.description,
      compatibility: "Needs git.",
    });
  });

  it("takes raw before the fields", async () => {
    const source = staticSkillSource([{ name: "x", description: "X.", raw: text("a") }]);
    expect((await source.list()).map(({ id }) => id)).toEqual(["a"]);
    expect(await source.read("a")).toBe(text("a"));
  });

  it("keeps the flags of a skill in code", async () => {
    const source = staticSkillSource([{ name: "a", description: "A.", dialect: { disableModelInvocation: true } }]);
    expect((await source.list())[0]?.disableModelInvocation).toBe(true);
  });

  it("lists by key in a record or a Map, and by id in an array", async () => {
    const ids = async (skills: Parameters<typeof staticSkillSource>[0]): Promise<string[]> =>
      (await staticSkillSource(skills).list()).map(({ id }) => id);
    expect(await ids({ x: text("a"), y: { name: "b", description: "B.", id: "ignored" } })).toEqual(["x", "y"]);
    expect(await ids(new Map([["x", text("a")]]))).toEqual(["x"]);
    expect(await ids([{ id: "team:a", name: "a", description: "A." }])).toEqual(["team:a"]);
  });

  it("tells of two with one id, and keeps the first", async () => {
    const { found, tell } = listener();
    const source = staticSkillSource([text("a", "First."), text("a", "Second.")], { label: "mine" });
    expect(await source.list({ onDiagnostic: tell })).toMatchObject([{ id: "a", description: "First." }]);
    expect(found).toMatchObject([{ code: "skill-shadowed", source: "mine", id: "a", path: "skill 2" }]);
    expect(await source.read("a")).toContain("First.");
  });

  it("tells which cannot be listed, and lists the rest", async () => {
    const { found, tell } = listener();
    const entries = await staticSkillSource(["", text("a"), "# None\n"]).list({ onDiagnostic: tell });
    expect(entries.map(({ id }) => id)).toEqual(["a"]);
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(["skill 1", "skill 3"]));
    expect(found.filter(({ code }) => code === "description-missing")).toHaveLength(2);
  });

  it("gives another revision to another text, and the same to the same", async () => {
    const revision = async (raw: string): Promise<string | undefined> =>
      (await staticSkillSource([raw]).list())[0]?.revision;
    expect(await revision(text("a"))).toBe(await revision(text("a")));
    expect(await revision(text("a"))).not.toBe(await revision(`${text("a")}.`));
    expect(await revision(text("a", "ab"))).not.toBe(await revision(text("a", "ba")));
  });

  it.each(["b", "A", "../a", "constructor", "__proto__", ""])("does not know %j", async (id) => {
    const source = staticSkillSource([text("a")]);
    await expect(source.read(id)).rejects.toMatchObject({ code: /^[bA]$/.test(id) ? "skill-unknown" : "path-refused" });
    await expect(source.listResources?.(id)).rejects.toBeDefined();
    await expect(source.readResource?.(id, "x")).rejects.toBeDefined();
  });

  it("ends by an abort", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const source = staticSkillSource([text("a")]);
    await expect(source.list({ signal })).rejects.toThrow("enough");
    await expect(source.read("a", { signal })).rejects.toThrow("enough");
  });
});

describe("resources in code", () => {
  const bytes = new Uint8Array([0, 1, 255]);
  const lazy = vi.fn(async () => "Late.");
  const source = staticSkillSource([
    {
      name: "a",
      description: "A.",
      resources: {
        "references/x.md": "Größe.",
        "./assets\\y.bin": bytes,
        "scripts/late.sh": lazy,
        "SKILL.md": "Not a file.",
      },
    },
    { name: "b", description: "B.", resources: new Map([["x.md", "Of b."]]) },
  ]);

  it("are listed in order, with their size where it is known, and read by nobody for that", async () => {
    expect(await source.listResources?.("a")).toEqual([
      { path: "assets/y.bin", size: 3 },
      { path: "references/x.md", size: 8 },
      { path: "scripts/late.sh" },
    ]);
    expect(lazy).not.toHaveBeenCalled();
  });

  it("are read as they are, and when they are asked for", async () => {
    expect(await source.readResource?.("a", "references/x.md")).toBe("Größe.");
    expect(await source.readResource?.("a", "references\\x.md")).toBe("Größe.");
    expect(await source.readResource?.("a", "scripts/late.sh")).toBe("Late.");
    expect(await source.readResource?.("b", "x.md")).toBe("Of b.");
    const read = (await source.readResource?.("a", "assets/y.bin")) as Uint8Array;
    read.fill(9);
    expect(await source.readResource?.("a", "assets/y.bin")).toEqual(bytes);
  });

  it.each(["missing.md", "SKILL.md", "references", "References/x.md", "toString"])(
    "do not include %s",
    async (path) => {
      await expect(source.readResource?.("a", path)).rejects.toMatchObject({
        code: path === "toString" ? "path-refused" : "resource-missing",
      });
    },
  );

  it("that are missing are named with the skill's id", async () => {
    const byKey = staticSkillSource({ "team:a": text("a"), "team:b": { name: "b", description: "B." } });
    for (const id of ["team:a", "team:b"]) {
      await expect(byKey.readResource?.(id, "x.md")).rejects.toMatchObject({
        code: "resource-missing",
        facts: { id, path: "x.md" },
      });
    }
  });

  it("that differ in case or Unicode form only are refused", async () => {
    const twins = staticSkillSource([
      {
        name: "a",
        description: "A.",
        resources: { "Read.md": "1", "read.md": "2", "caf\u00e9": "3", "cafe\u0301": "4", "other.md": "5" },
      },
    ]);
    for (const path of ["Read.md", "read.md", "caf\u00e9", "cafe\u0301"]) {
      await expect(twins.readResource?.("a", path)).rejects.toMatchObject({ code: "path-refused" });
    }
    expect(await twins.readResource?.("a", "other.md")).toBe("5");
  });

  it("by a path that leads out are refused when they are given", () => {
    expect(() => staticSkillSource([{ name: "a", description: "A.", resources: { "../x": "" } }])).toThrow(
      expect.objectContaining({ code: "path-refused" }),
    );
  });

  it("that fail to come let the failure out", async () => {
    const failing = staticSkillSource([
      { name: "a", description: "A.", resources: { "x.md": () => Promise.reject(new Error("gone")) } },
    ]);
    await expect(failing.readResource?.("a", "x.md")).rejects.toThrow("gone");
  });
});
