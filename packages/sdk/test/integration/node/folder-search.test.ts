import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { listing, skillMd, skillsAt } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const index = false;

describe("how deep", () => {
  const files = skillsAt("one", "a/two", "a/b/three", "a/b/c/four", "a/b/c/d/five");

  it("is three levels below a root", async () => {
    const { ids, codes } = await listing(folderSkillSource(tempFolder(files), { index }));
    expect(ids).toEqual(["one", "three", "two"]);
    expect(codes).toEqual([]);
  });

  it.each([
    [0, []],
    [1, ["one"]],
    [2, ["one", "two"]],
    [5, ["five", "four", "one", "three", "two"]],
    [Infinity, ["five", "four", "one", "three", "two"]],
  ])("is what maxDepth %d says", async (maxDepth, expected) => {
    expect((await listing(folderSkillSource(tempFolder(files), { index, maxDepth }))).ids).toEqual(expected);
  });

  it("counts from each root", async () => {
    const root = tempFolder(files);
    expect((await listing(folderSkillSource(join(root, "a"), { index }))).ids).toEqual(["four", "three", "two"]);
  });
});

describe("what is a skill", () => {
  it("lists a root's own SKILL.md, and the skills below it", async () => {
    const root = tempFolder({ "SKILL.md": skillMd("top"), ...skillsAt("below", "group/deeper") });
    const { ids, entries } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual(["below", "deeper", "top"]);
    expect(entries.find(({ id }) => id === "top")?.location).toBe(join(root, "SKILL.md"));
  });

  it("lists a root's own SKILL.md with maxDepth 0", async () => {
    const root = tempFolder({ "SKILL.md": skillMd("top"), ...skillsAt("below") });
    expect((await listing(folderSkillSource(root, { index, maxDepth: 0 }))).ids).toEqual(["top"]);
  });

  it("leaves a SKILL.md inside a skill to that skill", async () => {
    const root = tempFolder(skillsAt("outer", "outer/inner", "outer/examples/deep"));
    const source = folderSkillSource(root, { index });
    expect((await listing(source)).ids).toEqual(["outer"]);
    await expect(source.read("inner")).rejects.toMatchObject({ code: "skill-unknown" });
  });

  it("looks for no skills in the folder of a skill that cannot be listed", async () => {
    const root = tempFolder({ "outer/SKILL.md": "---\nname: outer\n---\n", ...skillsAt("outer/inner") });
    const { ids, codes } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual([]);
    expect(codes).toContain("description-missing");
  });

  it.each(["skill.md", "Skill.md", "SKILL.MD"])("reports %s, and leaves it out", async (name) => {
    const root = tempFolder({ [`wrong/${name}`]: skillMd("wrong"), ...skillsAt("wrong/below", "right") });
    const { ids, diagnostics } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual(["below", "right"]);
    expect(diagnostics).toMatchObject([{ code: "file-case", path: join(root, "wrong") }]);
    expect(diagnostics[0]?.message).toContain(name);
  });

  it.skipIf(process.platform !== "linux")("prefers SKILL.md to skill.md without a word", async () => {
    const root = tempFolder({ "both/skill.md": skillMd("lower"), "both/SKILL.md": skillMd("upper") });
    const { ids, codes } = await listing(folderSkillSource(root, { index }));
    expect({ ids, codes }).toEqual({ ids: ["upper"], codes: [] });
  });

  it("takes any name of a file for another file", async () => {
    const root = tempFolder({ "a/SKILL.md.bak": skillMd("a"), "b/MY-SKILL.md": skillMd("b"), "c/SKILL.txt": "" });
    expect(await listing(folderSkillSource(root, { index }))).toMatchObject({ ids: [], codes: [] });
  });
});

describe("what is searched", () => {
  it("skips .git and node_modules below a root", async () => {
    const root = tempFolder(skillsAt("mine", "node_modules/theirs", ".git/hook", "a/node_modules/x", "a/.git/y"));
    expect((await listing(folderSkillSource(root, { index, hidden: true }))).ids).toEqual(["mine"]);
  });

  it.each(["node_modules", "node_modules/@org/skills", ".git", ".claude/skills"])(
    "takes %s as a root",
    async (path) => {
      const cwd = tempFolder(skillsAt(`${path}/theirs`));
      expect((await listing(folderSkillSource(`./${path}`, { index, cwd }))).ids).toEqual(["theirs"]);
    },
  );

  it("skips hidden folders unless told to search them", async () => {
    const root = tempFolder(skillsAt("seen", ".hidden", "a/.b/c"));
    expect((await listing(folderSkillSource(root, { index }))).ids).toEqual(["seen"]);
    const { ids } = await listing(folderSkillSource(root, { index, hidden: true }));
    expect(ids).toEqual([".hidden", "c", "seen"]);
  });

  it("asks about each folder by its absolute path, and leaves out what is to be ignored", async () => {
    const root = tempFolder(skillsAt("keep", "drop/inside", "group/drop-this", "group/keep-this"));
    const asked = new Set<string>();
    const ignore = (path: string): boolean => {
      asked.add(path);
      return path.includes("drop");
    };
    expect((await listing(folderSkillSource(root, { index, ignore }))).ids).toEqual(["keep", "keep-this"]);
    expect([...asked].sort()).toEqual(
      ["drop", "group", "group/drop-this", "group/keep-this", "keep"].map((path) => join(root, path)),
    );
  });

  it("never asks about a root", async () => {
    const root = tempFolder({ "SKILL.md": skillMd("top"), ...skillsAt("below") });
    expect((await listing(folderSkillSource(root, { index, ignore: () => true }))).ids).toEqual(["top"]);
  });

  it("says so when there are more folders than maxFolders", async () => {
    const root = tempFolder(skillsAt("a", "b", "c", "d"));
    const few = await listing(folderSkillSource(root, { index, maxFolders: 3 }));
    expect(few.ids).toEqual(["a", "b"]);
    expect(few.diagnostics).toMatchObject([{ code: "folder-limit", severity: "warning" }]);
    expect(few.diagnostics[0]?.message).toContain("3");
  });

  it("says nothing when there are just maxFolders", async () => {
    const root = tempFolder(skillsAt("a", "b", "c", "d"));
    const all = await listing(folderSkillSource(root, { index, maxFolders: 5 }));
    expect(all).toMatchObject({ ids: ["a", "b", "c", "d"], codes: [] });
  });

  it("sees folders whose names are not ASCII, and lists them by what they are called", async () => {
    const names = ["größe", "日本語", "навык", "مهارة", "emoji-🎉", "with space"];
    const root = tempFolder(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillMd(name)])));
    const source = folderSkillSource(root, { index });
    const { ids, entries } = await listing(source);
    expect(ids).toEqual([...names].sort());
    for (const { id, location } of entries) {
      expect(location).toBe(join(root, id, "SKILL.md"));
      expect(await source.read(id)).toBe(skillMd(id));
    }
  });

  it.skipIf(process.platform !== "linux")("passes over folders whose names are no text", async () => {
    const root = tempFolder(skillsAt("good"));
    const bad = Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff, 0xfe])]);
    mkdirSync(bad);
    writeFileSync(Buffer.concat([bad, Buffer.from("/SKILL.md")]), skillMd("bad"));
    expect((await listing(folderSkillSource(root, { index }))).ids).toContain("good");
  });
});

describe("several roots", () => {
  it("lists them all, in order, by absolute path", async () => {
    const cwd = tempFolder(skillsAt("x/a", "y/b"));
    const { entries } = await listing(folderSkillSource(["y", "./x"], { index, cwd }));
    expect(entries.map(({ id, location }) => [id, location])).toEqual([
      ["b", join(cwd, "y/b/SKILL.md")],
      ["a", join(cwd, "x/a/SKILL.md")],
    ]);
  });

  it("lets the first of two skills with one name win, and names both", async () => {
    const cwd = tempFolder({
      "x/same/SKILL.md": skillMd("same", "From x."),
      "y/other/SKILL.md": skillMd("same", "From y."),
    });
    const source = folderSkillSource(["x", "y"], { index, cwd });
    const { entries, diagnostics } = await listing(source);
    expect(entries).toMatchObject([{ id: "same", description: "From x." }]);
    expect(diagnostics).toMatchObject([
      { code: "skill-shadowed", severity: "warning", id: "same", path: join(cwd, "y/other/SKILL.md") },
    ]);
    expect(diagnostics[0]?.message).toContain(join(cwd, "x/same/SKILL.md"));
    expect(await source.read("same")).toContain("From x.");
    const reversed = folderSkillSource(["y", "x"], { index, cwd });
    expect((await reversed.list()).map(({ description }) => description)).toEqual(["From y."]);
  });

  it("lets the first win inside one root", async () => {
    const root = tempFolder({ "b/SKILL.md": skillMd("same", "B."), "a/SKILL.md": skillMd("same", "A.") });
    const { entries, codes } = await listing(folderSkillSource(root, { index }));
    expect(entries.map(({ description }) => description)).toEqual(["A."]);
    expect(codes).toEqual(["skill-shadowed"]);
  });

  it("takes a root that is given twice once", async () => {
    const cwd = tempFolder(skillsAt("x/a"));
    const { ids, codes } = await listing(folderSkillSource(["x", "./x", join(cwd, "x")], { index, cwd }));
    expect({ ids, codes }).toEqual({ ids: ["a"], codes: [] });
  });

  it("does not say of a skill that it shadows itself when one root lies in another", async () => {
    const cwd = tempFolder(skillsAt("x/group/a", "x/b"));
    const { ids, codes } = await listing(folderSkillSource(["x", "x/group"], { index, cwd }));
    expect({ ids, codes }).toEqual({ ids: ["a", "b"], codes: [] });
  });

  it.each(["missing", "file.txt/below"])("reports %s as missing, and loads the rest", async (path) => {
    const cwd = tempFolder({ ...skillsAt("x/a"), "file.txt": "No folder." });
    const source = folderSkillSource([path, "x"], { index, cwd });
    const { ids, diagnostics } = await listing(source);
    expect(ids).toEqual(["a"]);
    expect(diagnostics).toMatchObject([{ code: "path-missing", path: join(cwd, path), source: source.label }]);
  });

  it("reports a root that is a file, and loads the rest", async () => {
    const cwd = tempFolder({ ...skillsAt("x/a"), "file.txt": "No folder." });
    const { ids, diagnostics } = await listing(folderSkillSource(["file.txt", "x"], { index, cwd }));
    expect(ids).toEqual(["a"]);
    expect(diagnostics.map(({ path }) => path)).toEqual([join(cwd, "file.txt")]);
  });

  it("lists nothing, without a word, for no root and for an empty one", async () => {
    expect(await listing(folderSkillSource([], { index }))).toMatchObject({ ids: [], codes: [] });
    expect(await listing(folderSkillSource(tempFolder(), { index }))).toMatchObject({ ids: [], codes: [] });
  });

  it("leaves out a root that is not trusted, and says so", async () => {
    const cwd = tempFolder(skillsAt("x/a", "y/b"));
    const roots = [
      { path: join(cwd, "x"), scope: "project", trusted: false },
      { path: join(cwd, "y"), scope: "user", trusted: true },
    ] as const;
    const source = folderSkillSource(roots, { index });
    const { ids, diagnostics } = await listing(source);
    expect(ids).toEqual(["b"]);
    expect(diagnostics).toMatchObject([{ code: "folder-untrusted", path: join(cwd, "x") }]);
    await expect(source.read("a")).rejects.toMatchObject({ code: "skill-unknown" });
  });
});

describe("an abort", () => {
  it("before a call is its answer", async () => {
    const source = folderSkillSource(tempFolder(skillsAt("a")), { index });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(source.list({ signal })).rejects.toThrow("enough");
    await expect(source.read("a", { signal })).rejects.toThrow("enough");
    await expect(source.listResources?.("a", { signal })).rejects.toThrow("enough");
    await expect(source.readResource?.("a", "x", { signal })).rejects.toThrow("enough");
    await expect(source.watch?.(() => {}, { signal })).rejects.toThrow("enough");
    expect(await source.read("a")).toBe(skillMd("a"));
  });

  it("during a long listing ends it, and the next listing is whole", async () => {
    const names = Array.from({ length: 1_500 }, (_, at) => `skill-${at}`);
    const source = folderSkillSource(tempFolder(skillsAt(...names)), { index });
    const controller = new AbortController();
    const ended = expect(source.list({ signal: controller.signal })).rejects.toThrow("enough");
    setImmediate(() => controller.abort(new Error("enough")));
    await ended;
    expect(await source.list()).toHaveLength(names.length);
  });
});
