import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { age, listing, skillMd, skillsAt } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const index = false;

describe.skipIf(process.platform === "win32")("links to folders", () => {
  it("are followed where they stay inside the root", async () => {
    const root = tempFolder(skillsAt(".store/shared"));
    symlinkSync(".store/shared", join(root, "linked"));
    const source = folderSkillSource(root, { index });
    const { entries, codes } = await listing(source);
    expect(codes).toEqual([]);
    expect(entries).toMatchObject([{ id: "shared", location: join(root, "linked/SKILL.md") }]);
    expect(await source.read("shared")).toBe(skillMd("shared"));
  });

  it("serve the files of the skill they lead to", async () => {
    const root = tempFolder({ ...skillsAt(".store/shared"), ".store/shared/references/a.md": "A." });
    symlinkSync(join(root, ".store/shared"), join(root, "linked"));
    const source = folderSkillSource(root, { index });
    await source.list();
    expect(await source.listResources?.("shared")).toMatchObject([{ path: "references/a.md" }]);
    expect(await source.readResource?.("shared", "references/a.md")).toBe("A.");
  });

  it("may lead to a folder of skills", async () => {
    const root = tempFolder(skillsAt(".store/group/a", ".store/group/b"));
    symlinkSync(".store/group", join(root, "group"));
    expect((await listing(folderSkillSource(root, { index }))).ids).toEqual(["a", "b"]);
  });

  it("that lead out are reported and not followed", async () => {
    const folder = tempFolder(skillsAt("root/mine", "outside"));
    symlinkSync("../outside", join(folder, "root/linked"));
    const { ids, diagnostics } = await listing(folderSkillSource(join(folder, "root"), { index }));
    expect(ids).toEqual(["mine"]);
    expect(diagnostics).toMatchObject([{ code: "folder-link-outside", path: join(folder, "root/linked") }]);
  });

  it("that lead to a folder whose name begins like the root's lead out", async () => {
    const folder = tempFolder(skillsAt("root/mine", "root-evil"));
    symlinkSync("../root-evil", join(folder, "root/linked"));
    expect(await listing(folderSkillSource(join(folder, "root"), { index }))).toMatchObject({
      ids: ["mine"],
      codes: ["folder-link-outside"],
    });
  });

  it("are followed anywhere by choice", async () => {
    const folder = tempFolder({ ...skillsAt("root/mine", "outside"), "outside/notes.md": "N." });
    symlinkSync("../outside", join(folder, "root/linked"));
    const source = folderSkillSource(join(folder, "root"), { index, links: "follow" });
    expect(await listing(source)).toMatchObject({ ids: ["mine", "outside"], codes: [] });
    expect(await source.read("outside")).toBe(skillMd("outside"));
    expect(await source.readResource?.("outside", "notes.md")).toBe("N.");
  });

  it("are passed over by choice", async () => {
    const folder = tempFolder(skillsAt("root/mine", "root/.store/shared", "outside"));
    symlinkSync("../outside", join(folder, "root/linked"));
    symlinkSync(".store/shared", join(folder, "root/inside"));
    const source = folderSkillSource(join(folder, "root"), { index, links: "ignore" });
    expect(await listing(source)).toMatchObject({ ids: ["mine"], codes: [] });
  });

  it.each(["inside", "follow"] as const)("in a circle end, with links %s", async (links) => {
    const root = tempFolder(skillsAt("a", "group/b"));
    symlinkSync(".", join(root, "here"));
    symlinkSync("..", join(root, "group/up"));
    symlinkSync("../group", join(root, "group/self"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("second", join(root, "first"));
    symlinkSync("first", join(root, "second"));
    symlinkSync("nowhere", join(root, "dangling"));
    expect(await listing(folderSkillSource(root, { index, links, maxDepth: 20 }))).toMatchObject({
      ids: ["a", "b"],
      codes: [],
    });
  });

  it("to an ancestor of the root are not followed", async () => {
    const folder = tempFolder(skillsAt("root/a", "sibling"));
    symlinkSync("../..", join(folder, "root/up"));
    const inside = await listing(folderSkillSource(join(folder, "root"), { index }));
    expect(inside).toMatchObject({ ids: ["a"], codes: ["folder-link-outside"] });
    const follow = await listing(folderSkillSource(join(folder, "root"), { index, links: "follow" }));
    expect(follow.ids).toEqual(["a"]);
  });

  it("to a real neighbour are no second skill", async () => {
    const root = tempFolder(skillsAt("z-real"));
    symlinkSync("z-real", join(root, "a-link"));
    const { entries, codes } = await listing(folderSkillSource(root, { index }));
    expect(codes).toEqual([]);
    expect(entries).toMatchObject([{ id: "z-real", location: join(root, "z-real/SKILL.md") }]);
  });

  it.each(["inside", "follow"] as const)("between two given roots are no news, with links %s", async (links) => {
    const cwd = tempFolder(skillsAt("x/a", "y/b"));
    symlinkSync("../y/b", join(cwd, "x/b"));
    symlinkSync("../x/a", join(cwd, "y/a"));
    const { ids, codes } = await listing(folderSkillSource(["x", "y"], { index, cwd, links }));
    expect({ ids, codes }).toEqual({ ids: ["a", "b"], codes: [] });
  });

  it("are left out where they are to be ignored", async () => {
    const root = tempFolder(skillsAt(".store/shared", "mine"));
    symlinkSync(".store/shared", join(root, "drop"));
    const source = folderSkillSource(root, { index, ignore: (path) => path === join(root, "drop") });
    expect((await listing(source)).ids).toEqual(["mine"]);
  });

  it("that lead out are no news where they are to be ignored", async () => {
    const folder = tempFolder(skillsAt("root/mine", "outside"));
    symlinkSync("../outside", join(folder, "root/drop"));
    const source = folderSkillSource(join(folder, "root"), { index, ignore: (path) => path.endsWith("drop") });
    expect(await listing(source)).toMatchObject({ ids: ["mine"], codes: [] });
  });

  it("count for the depth by where they lie", async () => {
    const root = tempFolder({ ...skillsAt(".store/shared"), "a/b/c/keep.txt": "", "a/b/c/d/keep.txt": "" });
    symlinkSync(join(root, ".store/shared"), join(root, "a/b/c/linked"));
    expect((await listing(folderSkillSource(root, { index }))).ids).toEqual([]);
    expect((await listing(folderSkillSource(root, { index, maxDepth: 4 }))).ids).toEqual(["shared"]);
  });

  it("may be the root itself", async () => {
    const folder = tempFolder(skillsAt("real/a"));
    symlinkSync("real", join(folder, "root"));
    const source = folderSkillSource(join(folder, "root"), { index });
    const { entries } = await listing(source);
    expect(entries).toMatchObject([{ id: "a", location: join(folder, "root/a/SKILL.md") }]);
    expect(await source.read("a")).toBe(skillMd("a"));
  });

  it("that lead to files are nothing", async () => {
    const root = tempFolder({ ...skillsAt("a"), "file.txt": "" });
    symlinkSync("file.txt", join(root, "link"));
    symlinkSync("/etc/hostname", join(root, "outside-file"));
    expect(await listing(folderSkillSource(root, { index }))).toMatchObject({ ids: ["a"], codes: [] });
  });
});

describe.skipIf(process.platform === "win32")("a SKILL.md that is a link", () => {
  it("is read where it stays inside the root", async () => {
    const root = tempFolder({ "shared.md": skillMd("shared"), "a/notes.md": "N." });
    symlinkSync("../shared.md", join(root, "a/SKILL.md"));
    const source = folderSkillSource(root, { index });
    expect(await listing(source)).toMatchObject({ ids: ["shared"], codes: [] });
    expect(await source.read("shared")).toBe(skillMd("shared"));
  });

  it("is reported where it leads out", async () => {
    const folder = tempFolder({ "outside.md": skillMd("outside"), ...skillsAt("root/mine") });
    mkdirSync(join(folder, "root/a"));
    symlinkSync("../../outside.md", join(folder, "root/a/SKILL.md"));
    const source = folderSkillSource(join(folder, "root"), { index });
    const { ids, diagnostics } = await listing(source);
    expect(ids).toEqual(["mine"]);
    expect(diagnostics).toMatchObject([{ code: "folder-link-outside", path: join(folder, "root/a/SKILL.md") }]);
  });

  it("is listed and read from anywhere by choice", async () => {
    const folder = tempFolder({ "outside.md": skillMd("outside"), ...skillsAt("root/mine") });
    mkdirSync(join(folder, "root/a"));
    symlinkSync("../../outside.md", join(folder, "root/a/SKILL.md"));
    const source = folderSkillSource(join(folder, "root"), { index, links: "follow" });
    expect(await listing(source)).toMatchObject({ ids: ["mine", "outside"], codes: [] });
    expect(await source.read("outside")).toBe(skillMd("outside"));
  });

  it("is passed over where links are to be", async () => {
    const root = tempFolder({ "shared.md": skillMd("shared"), "a/notes.md": "N." });
    symlinkSync("../shared.md", join(root, "a/SKILL.md"));
    expect((await listing(folderSkillSource(root, { index, links: "ignore" }))).ids).toEqual([]);
  });

  it.each(["nowhere", "SKILL.md"])("to %s is none, and the rest loads", async (target) => {
    const root = tempFolder({ ...skillsAt("mine"), "a/notes.md": "N." });
    symlinkSync(target, join(root, "a/SKILL.md"));
    expect((await listing(folderSkillSource(root, { index }))).ids).toEqual(["mine"]);
  });

  it("is seen when what it leads to comes later", async () => {
    // A folder without a skill before it, so that nothing makes the search expect one here.
    const root = tempFolder({ ".store/keep.txt": "", "a/keep.txt": "", "b/notes.md": "N." });
    symlinkSync("../.store/later.md", join(root, "b/SKILL.md"));
    const source = folderSkillSource(root, { index });
    await age();
    expect((await listing(source)).ids).toEqual([]);
    writeFileSync(join(root, ".store/later.md"), skillMd("later"));
    expect((await listing(source)).ids).toEqual(["later"]);
  });

  it("is seen as it is now, listing after listing", async () => {
    const root = tempFolder({ ".store/one.md": skillMd("one"), ".store/two.md": skillMd("two"), "b/notes.md": "N." });
    symlinkSync("../.store/one.md", join(root, "b/SKILL.md"));
    const source = folderSkillSource(root, { index });
    await age();
    expect((await listing(source)).ids).toEqual(["one"]);
    expect((await listing(source)).ids).toEqual(["one"]);
    writeFileSync(join(root, ".store/one.md"), skillMd("eno"));
    expect((await listing(source)).ids).toEqual(["eno"]);
    unlinkSync(join(root, "b/SKILL.md"));
    symlinkSync("../.store/two.md", join(root, "b/SKILL.md"));
    expect((await listing(source)).ids).toEqual(["two"]);
  });
});
