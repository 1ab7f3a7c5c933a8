import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSkillRegistry, type Diagnostic, SkillError } from "@tradecraft/sdk";
import {
  folderSkillSource,
  listSkillResources,
  readSkillResource,
  scanSkillDirs,
  type ScanSkillDirsOptions,
} from "@tradecraft/sdk/node";
import { skillMd, skillsAt } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const good = "Turns tables into charts. Use when someone asks for a chart.";
const sound = (name: string): string => skillMd(name, good, "# Steps\n\nDo the thing.\n");

/** Scans, and collects what is said. */
async function scan(
  dirs: string | readonly string[],
  options: ScanSkillDirsOptions = {},
): Promise<{ names: string[]; issues: [file: string, codes: string[]][] }> {
  const issues: [string, string[]][] = [];
  const onIssue = (file: string, found: readonly Diagnostic[]): void =>
    void issues.push([file, found.map(({ code }) => code)]);
  const skills = await scanSkillDirs(dirs, { onIssue, ...options });
  return { names: skills.map(({ name }) => name).sort(), issues };
}

describe("scanSkillDirs", () => {
  it("returns skills that were read whole, and where they lie", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a"), "group/b/SKILL.md": sound("b") });
    const skills = await scanSkillDirs(root);
    expect(skills).toMatchObject([
      { name: "a", description: good, file: join(root, "a/SKILL.md"), directory: join(root, "a") },
      { name: "b", file: join(root, "group/b/SKILL.md"), directory: join(root, "group/b") },
    ]);
    expect(skills[0]?.body).toContain("Do the thing.");
    expect(skills[0]?.raw).toBe(sound("a"));
    expect(() => structuredClone(skills)).not.toThrow();
    expect(Object.keys(skills[0] ?? {})).not.toContain("files");
  });

  it("takes several folders, relative ones too, and lets the first of a name win", async () => {
    const cwd = tempFolder({ "x/a/SKILL.md": sound("a"), "y/a/SKILL.md": sound("a"), "y/b/SKILL.md": sound("b") });
    const skills = await scanSkillDirs(["y", "./x"], { cwd });
    expect(skills.map(({ file }) => file)).toEqual([join(cwd, "y/a/SKILL.md"), join(cwd, "y/b/SKILL.md")]);
    const { issues } = await scan(["y", "./x"], { cwd });
    expect(issues).toEqual([[join(cwd, "x/a/SKILL.md"), ["skill-shadowed"]]]);
  });

  it("goes as deep as it is told", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a"), "1/2/3/SKILL.md": sound("3"), "1/2/4/5/SKILL.md": sound("5") });
    expect((await scan(root, { mode: "lenient" })).names).toEqual(["3", "a"]);
    expect((await scan(root, { maxDepth: 1 })).names).toEqual(["a"]);
    expect((await scan(root, { maxDepth: 4, mode: "lenient" })).names).toEqual(["3", "5", "a"]);
  });

  it("obeys hidden, ignore and links", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a"), "b/SKILL.md": sound("b"), ".c/SKILL.md": sound("c") });
    const mode = "lenient";
    expect((await scan(root, { mode, hidden: true })).names).toEqual(["a", "b", "c"]);
    expect((await scan(root, { mode, ignore: (path) => path.endsWith("b") })).names).toEqual(["a"]);
    if (process.platform === "win32") return;
    symlinkSync(".c", join(root, "linked"));
    expect((await scan(root, { mode })).names).toEqual(["a", "b", "c"]);
    expect((await scan(root, { mode, links: "ignore" })).names).toEqual(["a", "b"]);
  });

  it("ends by an abort", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a") });
    await expect(scanSkillDirs(root, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });

  it("lets another reader of YAML decide", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a") });
    const parseYaml = (): unknown => ({ name: "theirs", description: "From their parser." });
    const skills = await scanSkillDirs(root, { mode: "lenient", parseYaml });
    expect(skills).toMatchObject([{ name: "theirs", description: "From their parser." }]);
  });
});

describe("strict", () => {
  it.each([
    ["a name that is not its folder's", { "b/SKILL.md": sound("other") }, "name-directory"],
    ["a name with capitals", { "Bad/SKILL.md": sound("Bad") }, "name-case"],
    ["no name", { "b/SKILL.md": `---\ndescription: ${good}\n---\nBody.\n` }, "name-missing"],
    ["no description", { "b/SKILL.md": "---\nname: b\n---\nBody.\n" }, "description-missing"],
    ["no frontmatter", { "b/SKILL.md": "# Hello\n" }, "frontmatter-missing"],
    ["a frontmatter that does not end", { "b/SKILL.md": "---\nname: b\ndescription: B.\n" }, "frontmatter-unclosed"],
    ["a folder for a file", { "b/SKILL.md/x": "" }, "file-unreadable"],
  ])("throws at %s", async (_, files, code) => {
    const root = tempFolder({ "a/SKILL.md": sound("a"), ...(files as Record<string, string>) });
    const error: unknown = await scanSkillDirs(root).catch((reason: unknown) => reason);
    expect(SkillError.is(error, "skill-invalid")).toBe(true);
    const { facts, message } = error as SkillError;
    expect(facts["code"]).toBe(code);
    expect(facts["file"]).toBe(join(root, Object.keys(files)[0]?.replace(/\/x$/, "") ?? ""));
    expect(message).toContain(String(facts["file"]));
  });

  it("throws at the first error in order, with its line and column where there is one", async () => {
    const unnamed = skillMd("Bad Name", good);
    const undescribed = "---\nname: b\n---\nBody.\n";
    const first = async (files: Record<string, string>, roots = ["."]): Promise<unknown> => {
      const cwd = tempFolder(files);
      const error: unknown = await scanSkillDirs(roots, { cwd }).catch((reason: unknown) => reason);
      const { file, ...facts } = (error as SkillError).facts;
      return { file: String(file).slice(cwd.length + 1), ...facts };
    };
    const name = { code: "name-case", line: 2, column: 7 };
    const description = { code: "description-missing", line: 2, column: 1 };
    const bad = { "a/SKILL.md": unnamed, "b/SKILL.md": undescribed };
    expect(await first(bad)).toEqual({ file: join("a", "SKILL.md"), ...name });
    expect(await first({ "a/SKILL.md": undescribed, "b/SKILL.md": unnamed })).toEqual({
      file: join("a", "SKILL.md"),
      ...description,
    });
    expect(await first({ "a/SKILL.md": sound("a"), "b/SKILL.md": undescribed })).toEqual({
      file: join("b", "SKILL.md"),
      ...description,
    });
    expect(await first({ "a/SKILL.md": "---\nname: a\ndescription:\n---\n" })).toMatchObject({
      code: "description-empty",
      line: 3,
    });
    expect(await first(bad, ["b", "a"])).toMatchObject({ file: join("b", "SKILL.md"), ...description });
    expect(await first(bad, ["missing", "a"])).toEqual({ file: "missing", code: "path-missing" });
    expect(await first(bad, ["a", "missing"])).toMatchObject({ file: join("a", "SKILL.md"), ...name });
  });

  it("is the default, and throws for a folder that does not exist", async () => {
    const cwd = tempFolder({ "x/a/SKILL.md": sound("a") });
    await expect(scanSkillDirs(["x", "missing"], { cwd })).rejects.toMatchObject({
      code: "skill-invalid",
      facts: { code: "path-missing", file: join(cwd, "missing") },
    });
  });

  it("tells warnings, and throws nothing for them", async () => {
    const root = tempFolder({ "a/SKILL.md": sound("a"), "b/skill.md": sound("b") });
    const { names, issues } = await scan(root);
    expect(names).toEqual(["a"]);
    expect(issues).toEqual([[join(root, "b"), ["file-case"]]]);
  });

  it("passes the example skills", async () => {
    const examples = join(import.meta.dirname, "../../../../../examples/skills");
    const { names } = await scan(examples);
    expect(names.length).toBeGreaterThan(0);
  });
});

describe("lenient", () => {
  it("tells each file's findings once, and goes on", async () => {
    const root = tempFolder({
      "a/SKILL.md": sound("a"),
      "b/SKILL.md": "---\nname: b\n---\nBody.\n",
      "c/SKILL.md": skillMd("Not C", `${good.slice(0, -1)}: now.`),
      "d/SKILL.md/x": "",
      "e/skill.md": sound("e"),
    });
    const { names, issues } = await scan([root, join(root, "missing")], { mode: "lenient" });
    expect(names).toEqual(["Not C", "a"]);
    const files = issues.map(([file]) => file);
    expect(new Set(files).size).toBe(files.length);
    const codes = Object.fromEntries(issues.map(([file, found]) => [file.slice(root.length + 1), found]));
    expect(Object.keys(codes).sort()).toEqual(["b/SKILL.md", "c/SKILL.md", "d/SKILL.md", "e", "missing"]);
    expect(codes["b/SKILL.md"]).toContain("description-missing");
    expect(codes["c/SKILL.md"]).toContain("yaml-unquoted-colon");
    expect(new Set(codes["c/SKILL.md"]).size).toBe(codes["c/SKILL.md"]?.length);
    expect(codes["missing"]).toEqual(["path-missing"]);
  });
});

describe("files of scanned skills", () => {
  const files = {
    "a/SKILL.md": sound("a"),
    "a/scripts/run.sh": "echo hi\n",
    "a/references/guide.md": "# Größe\n",
    "a/assets/logo.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]),
    "a/notes.txt": "Notes.\n",
    "a/node_modules/x.js": "",
    "a/inner/SKILL.md": sound("inner"),
    "a/inner/secret.txt": "Not a's.",
  };

  it("are listed by what they are for", async () => {
    const [skill] = await scanSkillDirs(tempFolder(files));
    expect(await listSkillResources(skill!)).toEqual({
      scripts: ["scripts/run.sh"],
      references: ["references/guide.md"],
      assets: ["assets/logo.png"],
      other: ["inner/SKILL.md", "inner/secret.txt", "notes.txt"],
    });
  });

  it("are texts, or bytes where they are none", async () => {
    const [skill] = await scanSkillDirs(tempFolder(files));
    expect(await readSkillResource(skill!, "references/guide.md")).toBe("# Größe\n");
    expect(await readSkillResource(skill!, ".\\scripts\\run.sh")).toBe("echo hi\n");
    const logo = await readSkillResource(skill!, "assets/logo.png");
    expect(logo).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(logo as Uint8Array).equals(files["a/assets/logo.png"])).toBe(true);
  });

  it.each(["../b/x", "/etc/passwd", "SKILL.md", "node_modules/x.js", "missing.md", "scripts"])(
    "do not include %s",
    async (path) => {
      const [skill] = await scanSkillDirs(tempFolder(files));
      const error: unknown = await readSkillResource(skill!, path).catch((reason: unknown) => reason);
      expect(SkillError.is(error, "path-refused") || SkillError.is(error, "resource-missing")).toBe(true);
    },
  );

  it("are served by a registry of scanned skills", async () => {
    const skills = await scanSkillDirs(tempFolder({ ...files, "b/SKILL.md": sound("b") }));
    const registry = createSkillRegistry(skills);
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["a", "b"]);
    expect((await registry.listResources("a")).scripts).toEqual(["scripts/run.sh"]);
    expect(await registry.resource("a", "notes.txt")).toBe("Notes.\n");
    expect(await registry.resource("a", "assets/logo.png")).toBeInstanceOf(Uint8Array);
    expect((await registry.trigger("b")).raw).toBe(sound("b"));
    await expect(registry.resource("b", "notes.txt")).rejects.toMatchObject({ code: "resource-missing" });
    await expect(registry.resource("a", "../b/SKILL.md")).rejects.toMatchObject({ code: "path-refused" });
  });
});

describe("a registry of scanned skills", () => {
  it("lists those without a usable name as the folder source does", async () => {
    const root = tempFolder({
      "nameless/SKILL.md": `---\ndescription: ${good}\n---\nBody.\n`,
      "refused/SKILL.md": skillMd("../x", good),
      "good/SKILL.md": sound("good"),
    });
    const folders = createSkillRegistry(folderSkillSource(root, { index: false }));
    const scanned = createSkillRegistry(await scanSkillDirs(root, { mode: "lenient" }));
    const ids = async (registry: typeof folders): Promise<string[]> => (await registry.catalog()).map(({ id }) => id);
    expect(await ids(folders)).toEqual(["good", "nameless", "refused"]);
    expect(await ids(scanned)).toEqual(["good", "nameless", "refused"]);
  });
});

describe("any other layout", () => {
  it("works by handing over the texts: skills/<name>.md", async () => {
    const root = tempFolder({
      "skills/one.md": sound("one"),
      "skills/two.md": sound("two"),
      "skills/bad.md": "# No skill\n",
    });
    const folder = join(root, "skills");
    const registry = createSkillRegistry(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")));
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["one", "two"]);
    expect((await registry.trigger("two")).name).toBe("two");
    expect((await registry.diagnostics()).map(({ code }) => code)).toContain("description-missing");
    expect((await registry.match("chart of a table")).map(({ id }) => id).sort()).toEqual(["one", "two"]);
  });

  it("lists by another id than the name, in a record", async () => {
    const registry = createSkillRegistry(
      Object.fromEntries(
        Object.entries(skillsAt("x/a", "y/a")).map(([path, text]) => [path.replace("/SKILL.md", ""), text]),
      ),
    );
    expect((await registry.catalog()).map(({ id, name }) => [id, name])).toEqual([
      ["x/a", "a"],
      ["y/a", "a"],
    ]);
    expect((await registry.diagnostics()).map(({ code }) => code)).toEqual(["name-shared"]);
  });
});
