import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FindSkillFilesOptions, findSkillFiles } from "../../../src/node/index.ts";
import { tempFolder } from "./temp-folder.ts";

const windows = process.platform === "win32";

describe.each([false, true])("findSkillFiles, blocking: %s", (blocking) => {
  async function find(cwd: string, paths: readonly string[], options: FindSkillFilesOptions = {}): Promise<string[]> {
    const found: string[] = [];
    for await (const item of findSkillFiles(paths, { cwd, blocking, ...options })) {
      const codes = item.diagnostics.map(({ code }) => code);
      found.push(
        [item.kind === "skill" ? "" : "!", item.path.replaceAll("\\", "/"), ...codes.map((code) => ` ${code}`)].join(
          "",
        ),
      );
    }
    return found;
  }

  it("finds skills in any tree, hidden folders too, in sorted order, and skips .git and node_modules", async () => {
    const cwd = tempFolder({
      "b/SKILL.md": "",
      "a/deep/er/SKILL.md": "",
      ".claude/skills/c/SKILL.md": "",
      ".git/x/SKILL.md": "",
      "node_modules/x/SKILL.md": "",
      "b/nested/SKILL.md": "",
      "README.md": "",
    });
    expect(await find(cwd, ["."])).toEqual([
      ".claude/skills/c/SKILL.md",
      "a/deep/er/SKILL.md",
      "b/SKILL.md",
      "b/nested/SKILL.md",
    ]);
    expect(await find(cwd, ["node_modules", ".git"])).toEqual(["node_modules/x/SKILL.md", ".git/x/SKILL.md"]);
  });

  it("takes a folder, a file and a tree, and each skill once", async () => {
    const cwd = tempFolder({ "a/SKILL.md": "", "b/SKILL.md": "" });
    expect(await find(cwd, ["b/SKILL.md", "a", ".", "a/SKILL.md"])).toEqual(["b/SKILL.md", "a/SKILL.md"]);
    expect(await find(cwd, ["./a/"])).toEqual(["a/SKILL.md"]);
  });

  it("names the folder of the skill, also for a relative path to the current folder", async () => {
    const cwd = tempFolder({ "my-skill/SKILL.md": "" });
    for await (const item of findSkillFiles(["."], { cwd: join(cwd, "my-skill") })) {
      expect(item).toMatchObject({ kind: "skill", path: "SKILL.md", directory: "my-skill" });
    }
  });

  it("tells what is wrong with a path and goes on", async () => {
    const cwd = tempFolder({ "a/SKILL.md": "", "empty/README.md": "" });
    expect(await find(cwd, ["nowhere", "empty", "empty/README.md", "a/SKILL.md/x", "a"])).toEqual([
      "!nowhere path-missing",
      "!empty skill-missing",
      "!empty/README.md skill-missing",
      "!a/SKILL.md/x path-missing",
      "a/SKILL.md",
    ]);
  });

  it("accepts skill.md with a warning, and no other case", async () => {
    const cwd = tempFolder({ "low/skill.md": "", "mixed/Skill.md": "" });
    expect(await find(cwd, ["."])).toEqual(["low/skill.md file-case", "!mixed/Skill.md file-case"]);
    expect(await find(cwd, ["mixed"])).toEqual(["!mixed/Skill.md file-case", "!mixed skill-missing"]);
    expect(await find(cwd, ["mixed/Skill.md"])).toEqual(["!mixed/Skill.md file-case skill-missing"]);
  });

  it("leaves out what the caller ignores", async () => {
    const cwd = tempFolder({ "a/SKILL.md": "", "vendor/x/SKILL.md": "" });
    const ignore = (path: string): boolean => path === join(cwd, "vendor");
    expect(await find(cwd, ["."], { ignore })).toEqual(["a/SKILL.md"]);
    expect(await find(cwd, ["vendor"], { ignore })).toEqual(["vendor/x/SKILL.md"]);
  });

  it("stops when it is told to", async () => {
    const cwd = tempFolder({ "a/SKILL.md": "" });
    await expect(find(cwd, ["."], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });

  it.skipIf(windows)(
    "follows links to folders, but reports the real place of a skill that is reached twice",
    async () => {
      const cwd = tempFolder({ "skills/x/SKILL.md": "", "elsewhere/y/SKILL.md": "" });
      mkdirSync(join(cwd, "skills/.agents"));
      symlinkSync("../x", join(cwd, "skills/.agents/x"));
      symlinkSync("../elsewhere", join(cwd, "skills/link"));
      symlinkSync("nowhere", join(cwd, "skills/broken"));
      expect(await find(cwd, ["skills"])).toEqual(["skills/x/SKILL.md", "skills/link/y/SKILL.md"]);
    },
  );

  it.skipIf(windows)("reports each loop once and goes on", async () => {
    const cwd = tempFolder({ "root/a/SKILL.md": "", "root/z/SKILL.md": "", "other/o/SKILL.md": "" });
    symlinkSync("..", join(cwd, "root/a/up"));
    symlinkSync("/", join(cwd, "root/a/top"));
    symlinkSync("self", join(cwd, "root/self"));
    symlinkSync("../other", join(cwd, "root/out"));
    symlinkSync("../../root", join(cwd, "other/o/back"));
    expect(await find(cwd, ["root"])).toEqual([
      "root/a/SKILL.md",
      "root/z/SKILL.md",
      "root/out/o/SKILL.md",
      "!root/self directory-loop",
      "!root/a/top directory-loop",
      "!root/a/up directory-loop",
      "!root/out/o/back directory-loop",
    ]);
  });

  it.skipIf(windows)("walks a tree deeper than the system's limit on paths", { timeout: 60_000 }, async () => {
    const cwd = tempFolder({ "z/SKILL.md": "" });
    deepTree(cwd, 3_000);
    const found = await find(cwd, ["."]);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^!(d\/)+d file-unreadable$/);
    expect(found[1]).toBe("z/SKILL.md");
  });
});

// Built from the inside out, because no path may be longer than the system's limit.
function deepTree(root: string, depth: number): void {
  const step = 500;
  mkdirSync(join(root, "d", ..."d".repeat(step).split("")), { recursive: true });
  for (let made = step; made < depth; made += step) {
    mkdirSync(join(root, "n", ..."d".repeat(step - 1).split("")), { recursive: true });
    renameSync(join(root, "d"), join(root, "n", ..."d".repeat(step - 1).split(""), "d"));
    renameSync(join(root, "n"), join(root, "d"));
  }
  onTestFinished(() => {
    // rm cannot remove what it cannot name, so the tree is taken apart from the top.
    for (let part = 0; readdirSync(root).includes("d"); part++) {
      const below = join(root, "d", ..."d".repeat(step).split(""));
      try {
        renameSync(below, join(root, "n"));
      } catch {
        break;
      }
      rmSync(join(root, "d"), { recursive: true });
      renameSync(join(root, "n"), join(root, "d"));
    }
  });
}
