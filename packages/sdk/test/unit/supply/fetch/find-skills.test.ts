import { describe, expect, test } from "vitest";
import { memoryTree } from "../../../../src/supply/fetch/archive/memory-tree.ts";
import { findSkills } from "../../../../src/supply/fetch/find-skills.ts";
import { pathInFolder } from "../../../../src/supply/fetch/skill-folders.ts";
import type { SourceTree } from "../../../../src/supply/fetch/source-tree.ts";
import type { Selection } from "../../../../src/supply/project/project.ts";

const skill = (name?: string): string =>
  `---\n${name === undefined ? "" : `name: ${name}\n`}description: d\n---\nbody\n`;

function treeOf(files: Readonly<Record<string, string>>, folders?: readonly string[]): SourceTree {
  const kinds = new Set(["link", "other"]);
  const entries = Object.entries(files).map(([path, content]) => {
    const kind = kinds.has(content) ? (content as "link" | "other") : "file";
    const bytes = new TextEncoder().encode(content);
    return { path, kind, size: bytes.length, executable: false, bytes } as const;
  });
  return memoryTree(
    entries.sort((a, b) => (a.path < b.path ? -1 : 1)),
    folders,
  );
}

const found = async (tree: SourceTree, selection?: Selection): Promise<string[]> =>
  (await findSkills(tree, selection)).map(({ folder, name }) => `${folder}=${name}`);

describe("which folders are skills", () => {
  test("those with a SKILL.md; each has all of its files, a SKILL.md further down included", async () => {
    const tree = treeOf({
      "README.md": "x",
      "a/SKILL.md": skill("alpha"),
      "a/.hidden": "x",
      "a/.git/config": "x",
      "a/.GIT/config": "x",
      "a/sub/.git": "x",
      "a/node_modules/p/SKILL.md": skill("inside"),
      "a/node_modules/p/index.js": "x",
      "a/dist/deep/er/file": "x",
      "a/b/SKILL.md": skill("beta"),
      "a/b/x": "x",
      "c/skill.md": skill("gamma"),
      "d/Skill.md": skill("no"),
      "node_modules/q/SKILL.md": skill("no"),
    });
    const skills = await findSkills(tree);
    const shown = skills.map(({ folder, name, files }) => [
      folder,
      name,
      files.map(({ path }) => pathInFolder(folder, path)),
    ]);
    expect(shown).toEqual([
      [
        "a",
        "alpha",
        [
          ".hidden",
          "SKILL.md",
          "b/SKILL.md",
          "b/x",
          "dist/deep/er/file",
          "node_modules/p/SKILL.md",
          "node_modules/p/index.js",
        ],
      ],
      ["c", "gamma", ["skill.md"]],
    ]);
    expect(skills.map(({ skillFile }) => skillFile)).toEqual(["SKILL.md", "skill.md"]);
  });

  test("the source itself can be one", async () => {
    const tree = treeOf({ "SKILL.md": skill("root"), "x/y": "", "skills/a/SKILL.md": skill("a") });
    const skills = await findSkills(tree);
    expect(skills.map(({ folder, files }) => [folder, files.map(({ path }) => path)])).toEqual([
      [".", ["SKILL.md", "x/y"]],
      ["skills/a", ["skills/a/SKILL.md"]],
    ]);
    expect(pathInFolder(".", "x/y")).toBe("x/y");
  });

  test("a skill inside a skill is one of its own for those who name it", async () => {
    const tree = treeOf({ "a/SKILL.md": skill("alpha"), "a/b/SKILL.md": skill("beta"), "a/b/x": "x" });
    const found = async (...include: string[]): Promise<string[]> =>
      (await findSkills(tree, { include })).map(({ folder, files }) => `${folder} ${files.length}`);
    expect(await found("*")).toEqual(["a 3"]);
    expect(await found("beta")).toEqual(["a/b 2"]);
    expect(await found("a", "a/b")).toEqual(["a 3", "a/b 2"]);
  });

  test("or those that the source names, and what it names must be one", async () => {
    const files = { "a/SKILL.md": skill("a"), "a/in/SKILL.md": skill("in"), "b/SKILL.md": skill("b"), "c/x": "" };
    const [only] = await findSkills(treeOf(files, ["a"]));
    expect(only?.files.map(({ path }) => path)).toEqual(["a/SKILL.md", "a/in/SKILL.md"]);
    await expect(findSkills(treeOf(files, ["c"]))).rejects.toMatchObject({ code: "skill-invalid" });
  });

  test("no skill at all is an error", async () => {
    await expect(findSkills(treeOf({ "README.md": "x" }), {}, { where: "The repository x" })).rejects.toThrow(
      "The repository x has no skill",
    );
  });
});

describe("names", () => {
  test("the SKILL.md's, else the folder's", async () => {
    expect(
      await found(
        treeOf({ "x/a/SKILL.md": skill(), "x/b/SKILL.md": "no frontmatter", "x/c/SKILL.md": skill("My Skill") }),
      ),
    ).toEqual(["x/a=a", "x/b=b", "x/c=My Skill"]);
  });

  test.each(["../x", "a/b", "a:b", "con", "..", '"a\\nb"', "constructor", "a\\b"])(
    "%s is no folder's",
    async (name) => {
      const tree = treeOf({ "a/SKILL.md": skill(name), "b/SKILL.md": skill("b") });
      await expect(findSkills(tree)).rejects.toMatchObject({
        code: "path-refused",
        message: expect.stringContaining('"exclude"'),
      });
      expect(await found(tree, { exclude: ["a"] })).toEqual(["b=b"]);
    },
  );

  test("the source itself needs one in its SKILL.md", async () => {
    await expect(findSkills(treeOf({ "SKILL.md": skill() }))).rejects.toMatchObject({ code: "path-refused" });
  });
});

describe("which are wanted", () => {
  const tree = treeOf({
    "skills/pdf/SKILL.md": skill("pdf"),
    "skills/pdf-forms/SKILL.md": skill("pdf-forms"),
    "skills/docx/SKILL.md": skill("word"),
    "more/deep/x/SKILL.md": skill("x"),
  });
  test.each<[Selection, string[]]>([
    [{}, ["x", "word", "pdf", "pdf-forms"]],
    [{ include: ["pdf"] }, ["pdf"]],
    [{ include: ["pdf*"] }, ["pdf", "pdf-forms"]],
    [{ include: ["skills/*"] }, ["word", "pdf", "pdf-forms"]],
    [{ include: ["./skills/docx/"] }, ["word"]],
    [{ include: ["more/*/x"] }, ["x"]],
    [{ include: ["*"] }, ["x", "word", "pdf", "pdf-forms"]],
    [{ exclude: ["pdf*", "nothing"] }, ["x", "word"]],
    [{ include: ["skills/*"], exclude: ["word"] }, ["pdf", "pdf-forms"]],
    [{ exclude: ["*"] }, []],
  ])("%j", async (selection, names) => {
    expect((await findSkills(tree, selection)).map(({ name }) => name)).toEqual(names);
  });

  test("an include that matches nothing says what there is", async () => {
    await expect(findSkills(tree, { include: ["pdf", "pfd"] })).rejects.toMatchObject({
      code: "skill-unknown",
      message: expect.stringContaining('"pfd". Did you mean "pdf"?'),
    });
    await expect(findSkills(tree, { include: ["qqqqqqqq"] })).rejects.toThrow(/There are: pdf, pdf-forms, word, x/);
    await expect(findSkills(tree, { include: ["skills*"] })).rejects.toMatchObject({ code: "skill-unknown" });
    await expect(findSkills(tree, { include: ["pd."] })).rejects.toMatchObject({ code: "skill-unknown" });
  });
});

describe("what refuses a skill that is wanted, and no other", () => {
  test.each<[string, SourceTree, RegExp]>([
    ["a link", treeOf({ "a/SKILL.md": skill("a"), "a/l": "link", "b/SKILL.md": skill("b") }), /"a\/l".*symbolic link/],
    ["a submodule", treeOf({ "a/SKILL.md": skill("a"), "a/m": "other", "b/SKILL.md": skill("b") }), /"a\/m".*no file/],
    ["a linked SKILL.md", treeOf({ "a/SKILL.md": "link", "b/SKILL.md": skill("b") }), /a\/SKILL.md.*symbolic link/],
    ["twins", treeOf({ "a/SKILL.md": skill("a"), "a/x": "", "a/X": "", "b/SKILL.md": skill("b") }), /case/],
    ["two skill files", treeOf({ "a/SKILL.md": skill("a"), "a/skill.md": "", "b/SKILL.md": skill("b") }), /case/],
    [
      "an unsafe path",
      {
        ...treeOf({ "a/SKILL.md": skill("a"), "b/SKILL.md": skill("b") }),
        refused: [{ path: "a/con", reason: "it is bad" }],
      },
      /"a\/con".*it is bad/,
    ],
  ])("%s", async (_, tree, message) => {
    await expect(findSkills(tree, {}, { where: "Here" })).rejects.toMatchObject({
      code: "archive-refused",
      message: expect.stringMatching(message),
    });
    expect(await found(tree, { include: ["b"] })).toEqual(["b=b"]);
  });
});
