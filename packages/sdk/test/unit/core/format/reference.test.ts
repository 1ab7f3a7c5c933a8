import { lintSkill, parseSkill, validateSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { skillText } from "./skill-text.ts";

const judge = (raw: string, directory?: string): string[] =>
  validateSkill(parseSkill(raw).manifest, {
    profile: "reference",
    ...(directory === undefined ? {} : { directory }),
  }).map(({ message }) => message);

const D = "description: D";
const fields = "['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name']";

/** The words of the Python reference. @see https://github.com/agentskills/agentskills/tree/main/skills-ref */
describe("profile reference", () => {
  it.each<[title: string, raw: string, messages: string[]]>([
    ["no fence", "# Title", ["SKILL.md must start with YAML frontmatter (---)"]],
    ["a byte order mark", `\uFEFF${skillText(`name: a\n${D}`)}`, ["SKILL.md must start with YAML frontmatter (---)"]],
    ["a blank line first", `\n${skillText(`name: a\n${D}`)}`, ["SKILL.md must start with YAML frontmatter (---)"]],
    ["no close", "---\nname: a\n", ["SKILL.md frontmatter not properly closed with ---"]],
    ["a list", skillText("- a"), ["SKILL.md frontmatter must be a YAML mapping"]],
    ["nothing", "---\n---\n", ["SKILL.md frontmatter must be a YAML mapping"]],
    [
      "no fields",
      skillText("license: MIT"),
      ["Missing required field in frontmatter: name", "Missing required field in frontmatter: description"],
    ],
    [
      "empty fields",
      skillText("name:\ndescription: ''"),
      ["Field 'name' must be a non-empty string", "Field 'description' must be a non-empty string"],
    ],
    [
      "unknown fields, sorted",
      skillText(`zeta: 1\nAlpha: 2\nname: a\n${D}`),
      [`Unexpected fields in frontmatter: Alpha, zeta. Only ${fields} are allowed.`],
    ],
    [
      "a long name",
      skillText(`name: ${"a".repeat(65)}\n${D}`),
      [`Skill name '${"a".repeat(65)}' exceeds 64 character limit (65 chars)`],
    ],
    ["capitals", skillText(`name: Demo\n${D}`), ["Skill name 'Demo' must be lowercase"]],
    ["a hyphen at the edge", skillText(`name: demo-\n${D}`), ["Skill name cannot start or end with a hyphen"]],
    ["two hyphens", skillText(`name: a--b\n${D}`), ["Skill name cannot contain consecutive hyphens"]],
    [
      "strange characters",
      skillText(`name: a_b\n${D}`),
      ["Skill name 'a_b' contains invalid characters. Only letters, digits, and hyphens are allowed."],
    ],
    [
      "a long description",
      skillText(`name: a\ndescription: ${"x".repeat(1100)}`),
      ["Description exceeds 1024 character limit (1100 chars)"],
    ],
    [
      "a list for compatibility",
      skillText(`name: a\n${D}\ncompatibility:\n  - b`),
      ["Field 'compatibility' must be a string"],
    ],
    [
      "a long compatibility",
      skillText(`name: a\n${D}\ncompatibility: ${"x".repeat(550)}`),
      ["Compatibility exceeds 500 character limit (550 chars)"],
    ],
  ])("says of %s what the reference says", (_title, raw, messages) => {
    expect(judge(raw)).toEqual(messages);
  });

  it.each([
    ["a flow list", "allowed-tools: [a]"],
    ["a flow map", "metadata: {a: b}"],
    ["an anchor", "license: &x MIT"],
    ["a tag", "license: !!str MIT"],
    ["a repeated key", "name: b"],
    ["an unquoted colon", "license: a: b"],
    ["a tab", "metadata:\n\ta: b"],
  ])("refuses %s as invalid YAML", (_title, lines) => {
    const messages = judge(skillText(`name: a\n${D}\n${lines}`));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^Invalid YAML in frontmatter: ./);
  });

  it.each([
    ["numbers and booleans, which are texts to it", "name: 123\ndescription: yes"],
    ["a list of tools", `name: a\n${D}\nallowed-tools:\n  - b`],
    ["an empty compatibility", `name: a\n${D}\ncompatibility: ''`],
    ["a text for metadata", `name: a\n${D}\nmetadata: x`],
    ["reserved words and brackets", "name: claude\ndescription: <b>"],
    ["a hash, behind which it reads nothing", "name: a\ndescription: fix #12"],
  ])("accepts %s", (_title, lines) => {
    expect(judge(skillText(lines))).toEqual([]);
  });

  it("compares the folder after NFKC", () => {
    const raw = skillText(`name: cafe\u0301\n${D}`);
    expect(judge(raw, "caf\u00e9")).toEqual([]);
    expect(judge(raw, "other")).toEqual(["Directory name 'other' must match skill name 'caf\u00e9'"]);
  });

  it("closes at any ---, and so sees a shorter description", () => {
    expect(judge(skillText(`name: a\ndescription: ${"x".repeat(10)} --- ${"y".repeat(2000)}`))).toEqual([]);
  });

  it("reports errors only, each with a place", () => {
    for (const raw of ["x", skillText("name: A_\nx: y"), skillText("[")]) {
      for (const diagnostic of lintSkill(raw, { profile: "reference" }).diagnostics) {
        expect(diagnostic).toMatchObject({ severity: "error", line: expect.any(Number), column: expect.any(Number) });
      }
    }
  });
});
