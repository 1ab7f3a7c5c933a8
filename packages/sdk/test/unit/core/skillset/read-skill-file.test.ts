import { describe, expect, it } from "vitest";
import { createSkillset, type Skillset } from "@tradecraft/sdk";
import { fakeSkills, load, read } from "./skillset-fixtures.ts";

const cap = 64 * 1024;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

const make = (files: Record<string, string | Uint8Array>): Promise<Skillset> =>
  createSkillset(fakeSkills({ id: "a", files }));

/** Parts of an answer. */
function parse(answer: string): { lines: string; of: number; text: string; next: number | undefined } {
  const found =
    /^<skill_file skill="a" path="[^"]*" lines="(\d+-\d+)" of="(\d+)" untrusted="true">\n([\s\S]*)\n<\/skill_file>\n/.exec(
      answer,
    );
  if (found === null) throw new Error(`no file: ${answer.slice(0, 200)}`);
  const next = /go on with startLine: (\d+)\./.exec(answer.slice(found[0].length))?.[1];
  return {
    lines: found[1] ?? "",
    of: Number(found[2]),
    text: found[3] ?? "",
    next: next === undefined ? undefined : Number(next),
  };
}

describe("read_skill_file", () => {
  it("gives a file with a note that it is data", async () => {
    const skillset = await make({ "a.md": "One.\nTwo.\n" });
    const answer = await read(skillset, "a", "a.md");
    expect(parse(answer)).toEqual({ lines: "1-2", of: 2, text: "One.\nTwo.", next: undefined });
    expect(answer).toMatch(/to be used as data/);
    expect(await read(skillset, " a ", " ./a.md ")).toContain("One.");
    expect(await read(skillset, "a", "x\\..\\a.md")).not.toContain("One.");
  });

  const ten = Array.from({ length: 10 }, (_, at) => `L${at + 1}`).join("\n");
  it.each([
    [{ startLine: 3, endLine: 5 }, "3-5", "L3\nL4\nL5", 6],
    [{ startLine: 9 }, "9-10", "L9\nL10", undefined],
    [{ endLine: 2 }, "1-2", "L1\nL2", 3],
    [{ startLine: 10, endLine: 99 }, "10-10", "L10", undefined],
    [{ startLine: 2.9, endLine: 3.9 }, "2-3", "L2\nL3", 4],
    [{ startLine: 0 }, "1-10", ten, undefined],
    [{ startLine: -5, endLine: 1 }, "1-1", "L1", 2],
    [{ startLine: "4" }, "1-10", ten, undefined],
    [{ startLine: Number.NaN, endLine: Infinity }, "1-10", ten, undefined],
  ])("of lines %j gives %s", async (range, lines, text, next) => {
    const skillset = await make({ "a.md": ten });
    expect(parse(await read(skillset, "a", "a.md", range))).toEqual({ lines, of: 10, text, next });
  });

  it("of an end before the start says so, or gives the start", async () => {
    const answer = await read(await make({ "a.md": ten }), "a", "a.md", { startLine: 5, endLine: 2 });
    expect(answer).toMatch(/lines="5-5"|no lines from 5 to 2/);
  });

  it("beyond the end tells where the end is", async () => {
    const skillset = await make({ "a.md": ten });
    const answer = await read(skillset, "a", "a.md", { startLine: 11, endLine: 20 });
    expect(answer).toMatch(/of="10"|\b10\b/);
    expect(answer).not.toContain("go on with");
  });

  it("gives a file piece by piece, nothing twice and nothing left out", async () => {
    const whole = Array.from({ length: 9_000 }, (_, at) => `Line ${at} ${"x".repeat(at % 60)}`).join("\n");
    const skillset = await make({ "a.md": whole });
    const pieces: string[] = [];
    for (let startLine: number | undefined = 1; startLine !== undefined;) {
      const { text, next } = parse(await read(skillset, "a", "a.md", { startLine }));
      expect(bytes(text)).toBeLessThanOrEqual(cap);
      pieces.push(text);
      startLine = next;
    }
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join("\n")).toBe(whole);
  });

  it("counts bytes: 64 KiB of any script", async () => {
    const skillset = await make({ "a.md": Array.from({ length: 2_000 }, () => "技能".repeat(15)).join("\n") });
    const { text, next } = parse(await read(skillset, "a", "a.md"));
    expect(bytes(text)).toBeLessThanOrEqual(cap);
    expect(next).toBeDefined();
  });

  it("cuts one huge line, says so, and goes on behind it", async () => {
    const skillset = await make({ "a.md": `${"x".repeat(3 * cap)}\nEnd.`, "b.md": "😀".repeat(cap) });
    const answer = await read(skillset, "a", "a.md");
    expect(parse(answer)).toMatchObject({ lines: "1-1", of: 2, next: 2 });
    expect(answer).toMatch(/Line 1 is longer/);
    expect(bytes(answer)).toBeLessThan(cap + 1_000);
    expect(parse(await read(skillset, "a", "a.md", { startLine: 2 })).text).toBe("End.");
    expect(await read(skillset, "a", "b.md")).not.toMatch(/\p{Cs}/u);
  });

  it("of an empty file is empty", async () => {
    const skillset = await make({ "a.md": "", "b.md": "\n", "c.md": new Uint8Array() });
    for (const path of ["a.md", "b.md", "c.md"])
      expect(parse(await read(skillset, "a", path))).toMatchObject({ of: 1, text: "" });
  });

  it("reads line ends of any system", async () => {
    const skillset = await make({ "a.md": "One.\r\nTwo.\r\nThree.\r\n" });
    expect(parse(await read(skillset, "a", "a.md", { startLine: 2, endLine: 2 }))).toMatchObject({
      text: "Two.",
      of: 3,
    });
    expect(await read(skillset, "a", "a.md")).not.toContain("\r");
  });

  it("takes bytes for text where they are, byte order mark or not", async () => {
    const encoder = new TextEncoder();
    const skillset = await make({ "a.md": encoder.encode("Grüße."), "b.md": encoder.encode("\ufeffGrüße.") });
    for (const path of ["a.md", "b.md"]) expect(parse(await read(skillset, "a", path)).text).toBe("Grüße.");
  });

  it.each([
    ["logo.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]), "png, 6 bytes"],
    ["latin.txt", new Uint8Array([0x47, 0x72, 0xfc]), "txt, 3 bytes"],
    ["noext", new Uint8Array([0, 0]), "unknown type, 2 bytes"],
  ])("refuses %s with type and size", async (path, content, says) => {
    const answer = await read(await make({ [path]: content }), "a", path);
    expect(answer).toContain(says);
    expect(answer).not.toContain("<skill_file");
  });

  it.each([
    "../secret",
    "..",
    ".",
    "",
    " ",
    "/etc/passwd",
    "a/../../b",
    "..\\b",
    "C:\\x",
    "C:x",
    "%2e%2e%2fx",
    "a\0",
    "constructor",
    "__proto__",
    "．．／x",
    "a//b",
    "con",
    "a.md/.",
    "a.md ",
    "\u202ea.md",
    "//host/share",
    "file:///etc/passwd",
    "x".repeat(100_000),
  ])("answers the path %j with a message", async (path) => {
    const source = fakeSkills({ id: "a", files: { "a.md": "A." } });
    const answer = await read(await createSkillset(source), "a", path);
    if (path.trim() === "a.md") return expect(answer).toContain("A.");
    expect(answer).not.toContain("<skill_file");
    expect(answer.length).toBeLessThan(600);
  });

  it("names the nearest file, or a few", async () => {
    const skillset = await make({ "references/forms.md": "x", "scripts/run.py": "y" });
    expect(await read(skillset, "a", "references/form.md")).toContain('Did you mean "references/forms.md"?');
    expect(await read(skillset, "a", "forms.md")).toContain('Did you mean "references/forms.md"?');
    expect(await read(skillset, "a", "zzzzz")).toContain("There are: references/forms.md, scripts/run.py.");
    expect(await read(await make({}), "a", "zzzzz")).toBe('The skill "a" has no file "zzzzz".');
  });
});

it("a skill with more files than are listed says how many", async () => {
  const files = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}.md`, "x"]));
  const answer = await load(await make(files), "a");
  expect(answer.match(/<file path=/g)).toHaveLength(50);
  expect(answer).toContain("30 more files are not listed.");
  expect(answer).toContain('<file path="f0.md" size="1"/>');
});
