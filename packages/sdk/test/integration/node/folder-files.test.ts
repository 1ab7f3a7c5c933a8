import { execFileSync } from "node:child_process";
import fs, { chmodSync, mkdirSync, renameSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parseSkill } from "@tradecraft/sdk";
import { folderSkillSource } from "@tradecraft/sdk/node";
import { age, asNobody, listing, skillMd, skillsAt } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

const index = false;
const list = async (files: Record<string, string | Uint8Array>): ReturnType<typeof listing> =>
  listing(folderSkillSource(tempFolder({ ...skillsAt("neighbour"), ...files }), { index }));

describe("a file that is no SKILL.md", () => {
  it("because it is a folder", async () => {
    const { ids, diagnostics } = await list({ "a/SKILL.md/x.txt": "" });
    expect(ids).toEqual(["neighbour"]);
    expect(diagnostics).toMatchObject([{ code: "file-unreadable", severity: "error" }]);
    expect(diagnostics[0]?.path).toMatch(/a\/SKILL\.md$/);
  });

  it.skipIf(process.platform === "win32")("because it is a named pipe, without waiting for it", async () => {
    const root = tempFolder({ ...skillsAt("neighbour"), "a/x.txt": "" });
    execFileSync("mkfifo", [join(root, "a/SKILL.md")]);
    const { ids, diagnostics } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual(["neighbour"]);
    expect(diagnostics).toMatchObject([{ code: "file-unreadable", path: join(root, "a/SKILL.md") }]);
  });

  it("because it is too large", async () => {
    const root = tempFolder({ ...skillsAt("neighbour"), "a/SKILL.md": "name: no fence at all\n" });
    truncateSync(join(root, "a/SKILL.md"), 17 * 1024 * 1024);
    const { ids, diagnostics } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual(["neighbour"]);
    expect(diagnostics).toMatchObject([{ code: "file-unreadable", path: join(root, "a/SKILL.md") }]);
  });

  it.each([
    ["empty", ""],
    ["only a fence", "---\n"],
    ["only fences", "---\n---\n"],
    ["only text", "# Hello\n"],
    ["a name alone", "---\nname: a\n---\nBody.\n"],
    ["an empty description", "---\nname: a\ndescription:\n---\n"],
    ["a blank description", '---\nname: a\ndescription: "  "\n---\n'],
  ])("because it is %s", async (_, text) => {
    const { ids, diagnostics } = await list({ "a/SKILL.md": text });
    expect(ids).toEqual(["neighbour"]);
    expect(diagnostics.some(({ code, severity }) => code === "description-missing" && severity === "error")).toBe(true);
    for (const { path } of diagnostics) expect(path).toMatch(/a\/SKILL\.md$/);
  });

  it.each([
    ["NUL bytes", Buffer.from("---\nname: a\ndescription: b\0c\n---\n")],
    ["UTF-16", Buffer.from("\uFEFF---\nname: a\ndescription: b\n---\n", "utf16le")],
  ])("because it has %s", async (_, bytes) => {
    const { ids, diagnostics } = await list({ "a/SKILL.md": bytes });
    expect(ids).toEqual(["neighbour"]);
    expect(diagnostics).toMatchObject([{ code: "file-unreadable", severity: "error" }]);
  });
});

describe("a file that takes some reading", () => {
  const long = "x".repeat(5_000);
  /** A frontmatter whose closing fence begins at the given offset. */
  const fenceAt = (offset: number, fence = "---\n"): string => {
    const start = "---\nname: a\ndescription: Fine.\nlicense: ";
    return `${start}${"x".repeat(offset - start.length - 1)}\n${fence}Body.\n`;
  };

  it.each([
    ["a frontmatter longer than 4 KiB", `---\nlicense: ${long}\nname: a\ndescription: Fine.\n---\nBody.\n`],
    ["a description longer than 4 KiB", `---\nname: a\ndescription: Fine. ${long}\n---\nBody.\n`],
    ["CRLF", "---\r\nname: a\r\ndescription: Fine.\r\n---\r\nBody.\r\n"],
    ["CRLF in the last fence alone", "---\nname: a\ndescription: Fine.\n---\r\nBody.\n"],
    ["a fence with spaces", "---\nname: a\ndescription: Fine.\n---  \nBody.\n"],
    ["no end of line", "---\nname: a\ndescription: Fine.\n---"],
    ["four hyphens in the middle", "---\nname: a\ndescription: Fine.\nlicense: |\n  x\n  ----\n---\nBody.\n"],
    ["a folded description", "---\nname: a\ndescription: >\n  Fine.\n  Really.\n---\n"],
    ["flags", "---\nname: a\ndescription: Fine.\ndisable-model-invocation: true\nuser-invocable: false\n---\n"],
    ["compatibility", "---\nname: a\ndescription: Fine.\ncompatibility: Needs git.\n---\n"],
    ["the fence before the end of the head", fenceAt(4_091)],
    ["the fence in the last bytes of the head", fenceAt(4_092)],
    ["the fence cut by the end of the head", fenceAt(4_093)],
    ["the fence right at the end of the head", fenceAt(4_096)],
    ["the line's end at the end of the head", fenceAt(4_097)],
    ["a CRLF fence cut between CR and LF", fenceAt(4_092, "---\r\n")],
    ["a character cut by the end of the head", `---\nname: a\ndescription: ${"é".repeat(2_100)}\n---\n`],
  ])("with %s", async (_, text) => {
    const { manifest } = parseSkill(text);
    const { entries, codes } = await list({ "a/SKILL.md": text });
    const { id, name, description, compatibility } = entries[0] ?? {};
    expect({ id, name, description, compatibility }).toEqual({
      id: "a",
      name: manifest.name,
      description: manifest.description,
      compatibility: manifest.compatibility,
    });
    expect(manifest.description.startsWith("Fine.") || manifest.description.startsWith("é")).toBe(true);
    expect(entries[0]?.disableModelInvocation).toBe(manifest.dialect.disableModelInvocation);
    expect(entries[0]?.userInvocable).toBe(manifest.dialect.userInvocable);
    expect(codes).toEqual([]);
  });

  it.each([
    ["a byte order mark", Buffer.from(`\uFEFF${skillMd("a")}`), "byte-order-mark"],
    ["blank lines before", Buffer.from(`\n\n${skillMd("a")}`), "leading-blank-lines"],
    ["no closing fence", Buffer.from("---\nname: a\ndescription: About a.\n\n# Heading\n"), "frontmatter-unclosed"],
    ["an unquoted colon", Buffer.from("---\nname: a\ndescription: About: a.\n---\n"), "yaml-unquoted-colon"],
    ["bytes that are no UTF-8", Buffer.from(skillMd("a", "About a \u00e9."), "latin1"), "file-encoding"],
  ])("with %s is listed, and the repair is reported", async (_, bytes, code) => {
    const { ids, diagnostics } = await list({ "a/SKILL.md": bytes });
    expect(ids).toEqual(["a", "neighbour"]);
    const found = diagnostics.filter((diagnostic) => diagnostic.code === code);
    expect(found).toMatchObject([{ id: "a" }]);
    expect(found[0]?.severity).not.toBe("error");
    expect(found[0]?.path).toMatch(/a\/SKILL\.md$/);
  });

  it("is read whole when a body of 10 MiB follows, and not for its listing", async () => {
    const text = skillMd("a", "About a.", `${"word ".repeat(2 * 1024 * 1024)}\n`);
    const root = tempFolder({ "a/SKILL.md": text });
    // What has just changed is looked at twice.
    await age();
    const read = vi.spyOn(fs, "readSync");
    const source = folderSkillSource(root, { index });
    const { ids } = await listing(source);
    const bytes = read.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    read.mockRestore();
    expect(ids).toEqual(["a"]);
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect((await source.read("a")).length).toBe(text.length);
  });
});

describe("names", () => {
  it.each([
    ["with spaces", "My Skill", "My Skill"],
    ["that differ from the folder", "other-name", "other-name"],
    ["in other scripts", "навык", "навык"],
    ["with a colon", '"team:skill"', "team:skill"],
    ["with a slash", "team/skill", "team/skill"],
  ])("%s are the id", async (_, written, id) => {
    const root = tempFolder({ "folder/SKILL.md": skillMd(written) });
    const source = folderSkillSource(root, { index });
    const { entries, diagnostics } = await listing(source);
    expect(entries).toMatchObject([{ id, name: id }]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(await source.read(id)).toBe(skillMd(written));
  });

  it.each([
    "../x",
    "..",
    "constructor",
    '"__proto__"',
    "/etc/passwd",
    "a//b",
    '"a\\\\b"',
    "C:/x",
    "%2e%2e/x",
    "con",
    "nul",
  ])("%s can be no id, so the folder's name is", async (name) => {
    const root = tempFolder({ "folder/SKILL.md": skillMd(name) });
    const source = folderSkillSource(root, { index });
    const { ids, diagnostics } = await listing(source);
    expect(ids).toEqual(["folder"]);
    expect(diagnostics.at(-1)).toMatchObject({ code: "name-characters", id: "folder" });
    expect(await source.read("folder")).toBe(skillMd(name));
  });

  it("can be none while the folder's is none either, so the skill is left out", async () => {
    const root = tempFolder({ "constructor/SKILL.md": skillMd("../x"), ...skillsAt("good") });
    const { ids, diagnostics } = await listing(folderSkillSource(root, { index }));
    expect(ids).toEqual(["good"]);
    expect(diagnostics).toMatchObject([
      { code: "entry-invalid", severity: "error", path: join(root, "constructor/SKILL.md") },
    ]);
  });

  it.each([
    "---\ndescription: Fine.\n---\n",
    '---\nname: ""\ndescription: Fine.\n---\n',
    "---\nname: 5\ndescription: F.\n---\n",
  ])("%j: the folder's name or the number is one", async (text) => {
    const { entries } = await list({ "folder/SKILL.md": text });
    const own = entries.find(({ location }) => location?.includes("folder/"));
    const { name } = parseSkill(text).manifest;
    expect(own?.id).toBe(name === "" ? "folder" : name);
  });

  it("of the root's own skill fall back to the root's folder", async () => {
    const root = tempFolder({ "my-root/SKILL.md": "---\ndescription: Fine.\n---\n" });
    const { ids } = await listing(folderSkillSource(join(root, "my-root"), { index }));
    expect(ids).toEqual(["my-root"]);
  });
});

describe.skipIf(process.platform === "win32")("without permission", () => {
  it("to a root, it is reported, and the rest loads", async () => {
    const root = tempFolder(skillsAt("closed/a", "open/b"));
    chmodSync(join(root, "closed"), 0o000);
    const source = folderSkillSource(["closed", "open"], { index, cwd: root });
    const { ids, diagnostics } = await asNobody(root, () => listing(source));
    chmodSync(join(root, "closed"), 0o755);
    expect(ids).toEqual(["b"]);
    expect(diagnostics).not.toEqual([]);
    for (const { code, severity, path, message } of diagnostics) {
      expect({ code, severity }).toEqual({ code: "file-unreadable", severity: "error" });
      expect(path).toContain(join(root, "closed"));
      expect(message).toMatch(/permission|denied/i);
    }
  });

  it("to a root, it is reported once, as a folder", async () => {
    const root = tempFolder(skillsAt("closed/a"));
    chmodSync(join(root, "closed"), 0o000);
    const source = folderSkillSource("closed", { index, cwd: root });
    const { diagnostics } = await asNobody(root, () => listing(source));
    chmodSync(join(root, "closed"), 0o755);
    expect(diagnostics.map(({ path }) => path)).toEqual([join(root, "closed")]);
  });

  it("to a folder's parent, the root is reported", async () => {
    const root = tempFolder(skillsAt("closed/in/a", "open/b"));
    chmodSync(join(root, "closed"), 0o000);
    const source = folderSkillSource(["closed/in", "open"], { index, cwd: root });
    const { ids, diagnostics } = await asNobody(root, () => listing(source));
    chmodSync(join(root, "closed"), 0o755);
    expect(ids).toEqual(["b"]);
    expect(diagnostics).toMatchObject([{ code: "file-unreadable", path: join(root, "closed/in") }]);
  });

  it("to a folder or a SKILL.md below, the rest loads", async () => {
    const root = tempFolder(skillsAt("a", "b", "c", "group/d"));
    chmodSync(join(root, "a"), 0o000);
    chmodSync(join(root, "b/SKILL.md"), 0o000);
    chmodSync(join(root, "group"), 0o000);
    const source = folderSkillSource(root, { index });
    const { ids, diagnostics } = await asNobody(root, () => listing(source));
    chmodSync(join(root, "group"), 0o755);
    chmodSync(join(root, "a"), 0o755);
    expect(ids).toEqual(["c"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["file-unreadable", "file-unreadable", "file-unreadable"]);
    expect(diagnostics.map(({ path = "" }) => path.slice(root.length + 1).replace(/\/.*/, "")).sort()).toEqual([
      "a",
      "b",
      "group",
    ]);
  });

  it("after the listing, a read says why", async () => {
    const root = tempFolder(skillsAt("a"));
    const source = folderSkillSource(root, { index });
    await source.list();
    chmodSync(join(root, "a/SKILL.md"), 0o000);
    await asNobody(root, () => expect(source.read("a")).rejects.toMatchObject({ code: "file-unreadable" }));
  });
});

describe.skipIf(process.platform === "win32").each([
  ["has just been written", async (): Promise<void> => {}],
  ["has been there for a while", age],
])("while somebody swaps files in a folder that %s", (_, wait) => {
  it("a listing reads nothing from outside through a SKILL.md that became a link", async () => {
    // A byte order mark: the head leaves a question open, so the file is opened a second time.
    const root = tempFolder({
      "outside.md": skillMd("outside", "A secret."),
      "root/a/SKILL.md": `\uFEFF${skillMd("a")}`,
    });
    const file = join(root, "root/a/SKILL.md");
    symlinkSync(join(root, "outside.md"), join(root, "link"));
    await wait();
    const close = fs.closeSync;
    let swapped = false;
    const spy = vi.spyOn(fs, "closeSync").mockImplementation((descriptor) => {
      close(descriptor);
      if (!swapped) renameSync(join(root, "link"), file);
      swapped = true;
    });
    const { entries } = await listing(folderSkillSource(join(root, "root"), { index }));
    spy.mockRestore();
    expect(swapped).toBe(true);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  it("a listing reads nothing from outside through a folder that became a link", async () => {
    const root = tempFolder({ "outside/SKILL.md": skillMd("outside", "A secret."), ...skillsAt("root/a", "root/b") });
    symlinkSync(join(root, "outside"), join(root, "link"));
    mkdirSync(join(root, "away"));
    await wait();
    const readdir = fs.readdirSync;
    let swapped = false;
    const spy = vi.spyOn(fs, "readdirSync").mockImplementation(((path: string, options: { withFileTypes: true }) => {
      const names = readdir(path, options);
      if (!swapped) {
        renameSync(join(root, "root/b"), join(root, "away/b"));
        renameSync(join(root, "link"), join(root, "root/b"));
      }
      swapped = true;
      return names;
    }) as unknown as typeof fs.readdirSync);
    const { entries } = await listing(folderSkillSource(join(root, "root"), { index }));
    spy.mockRestore();
    expect(swapped).toBe(true);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });
});
