import { fixSkill, parseFrontmatter, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { skillText } from "./skill-text.ts";

/**
 * Frontmatters in unusual writing, each with something fixable, and the data that must be there after any fix. What may
 * change is the mended value; a fix that does not know how to write it must not be offered.
 */
const unusual: readonly (readonly [title: string, lines: string, data: Record<string, unknown>])[] = [
  ["a flow mapping with a bad name", "{name: Bad Name, description: D}", { description: "D" }],
  ["a flow mapping with a number for a name", "{name: 123, description: D}", { description: "D" }],
  ["a flow mapping with a list of tools", "{name: a, allowed-tools: [b, c], x: 1}", { name: "a", x: 1 }],
  ["a flow mapping with a boolean word", "{name: a, user-invocable: no, license: MIT}", { name: "a", license: "MIT" }],
  ["a flow mapping with an empty field", "{name: a, compatibility: '', license: MIT}", { name: "a", license: "MIT" }],
  [
    "metadata in flow style",
    "name: a\nmetadata: {v: 1, w: x}",
    { name: "a", metadata: { v: expect.anything(), w: "x" } },
  ],
  ["one number in flow metadata", "name: a\nmetadata: {v: 1.0}", { name: "a", metadata: { v: expect.anything() } }],
  ["flow metadata over lines", "metadata:\n  {v: x,\n   w: 2}", { metadata: { v: "x", w: expect.anything() } }],
  [
    "metadata whose key occurs deeper first",
    "metadata:\n  n:\n    v: 3\n  v: 1",
    { metadata: { n: { v: 3 }, v: expect.anything() } },
  ],
  [
    "metadata whose key occurs in a text first",
    "metadata:\n  t: |\n    v: 5\n  v: 1",
    { metadata: { t: "v: 5\n", v: expect.anything() } },
  ],
  ["metadata whose key occurs in a comment first", "metadata:\n  # v: 5\n  v: 1", { metadata: { v: "1" } }],
  ["a name that runs over two lines", "name: Bad\n  Name\ndescription: D", { description: "D" }],
  ["a hint with quotes in its brackets", 'argument-hint: ["a"]\nname: a', { "argument-hint": '["a"]', name: "a" }],
  [
    "a license with a tag",
    "license: !!int 12\nname: a",
    { license: expect.toSatisfy((value) => String(value) === "12"), name: "a" },
  ],
  [
    "a list of tools that is a mapping inside",
    "allowed-tools:\n  - Bash: git\nname: a",
    { name: "a", "allowed-tools": [{ Bash: "git" }] },
  ],
  ["an anchor in a mended value", "name: &n Demo\nx: *n", { x: expect.stringMatching(/^demo$/i) }],
  ["an anchor in a list of tools", "allowed-tools: &t [a, b]\nx: *t", { x: expect.anything() }],
];

describe("fixSkill on unusual writing", () => {
  it.each(unusual)("loses nothing of %s", (_title, lines, data) => {
    const { text } = fixSkill(skillText(lines));
    expect(parseFrontmatter(text, { repair: false }).data).toMatchObject(data);
  });

  it.each(unusual)("is done after one call for %s", (_title, lines) => {
    const once = fixSkill(skillText(lines)).text;
    expect(fixSkill(once)).toEqual({ text: once, fixed: [] });
  });

  it.each([
    ['name: "Bad Name" # why', "name: bad-name # why"],
    ["name: 'BAD'   # why", "name: bad   # why"],
    ['disable-model-invocation: "yes" # why', "disable-model-invocation: true # why"],
  ])("keeps the comment behind the quoted value of `%s`", (line, fixed) => {
    expect(fixSkill(skillText(line)).text).toBe(skillText(fixed));
  });

  it.each([
    ["allowed-tools: 'a, b' # why", "# why"],
    ["allowed-tools: [a, b] # why", "# why"],
    ["allowed-tools: # why\n  - a", "# why"],
    ["name: a\nname: a # why", "# why"],
  ])("keeps the comment of %j or leaves it alone", (lines, comment) => {
    expect(fixSkill(skillText(lines)).text).toContain(comment);
  });

  it.each(["{description: D, x: y}", "  description: D\n  x: y", "? description\n: D\nx: y"])(
    "adds a missing name to %j so that it stays YAML, or leaves it alone",
    (lines) => {
      const { text } = fixSkill(skillText(lines), { directory: "demo" });
      expect(parseFrontmatter(text, { repair: false }).data).toMatchObject({ description: "D", x: "y" });
    },
  );

  it("does not turn a list that allows nothing into no restriction at all", () => {
    const { text } = fixSkill(skillText("name: a\nallowed-tools: []"));
    expect(parseSkill(text).manifest.allowedTools).toEqual([]);
  });

  it("reads a list of tools that holds no texts without making texts of objects", () => {
    const { manifest, diagnostics } = parseSkill(skillText("allowed-tools:\n  - Bash: git\n  - Read"));
    expect(JSON.stringify(manifest.allowedTools ?? [])).not.toContain("object Object");
    expect(diagnostics.map(({ message }) => message).join()).not.toContain("object Object");
    expect(JSON.stringify(parseSkill(skillText("paths:\n  - a: b")).manifest.dialect)).not.toContain("object Object");
  });

  it("mends the value that counts where a nested key is repeated, and names it in full", () => {
    const raw = skillText("metadata:\n  v: 1\n  v: 2");
    expect(parseSkill(raw).diagnostics).toMatchObject([{ code: "yaml-duplicate-key", field: "metadata.v", line: 4 }]);
    expect(parseFrontmatter(fixSkill(raw).text).data).toMatchObject({ metadata: { v: expect.stringMatching("2") } });
  });

  it("reports a hint in brackets over two lines whole", () => {
    const { manifest } = parseSkill(skillText("argument-hint: [a,\n  b]"));
    expect([undefined, "[a, b]"]).toContain(manifest.dialect.argumentHint);
  });

  it("closes a frontmatter that blank lines stand before", () => {
    const raw = "\n---\nname: demo\ndescription: D\n----\nBody\n";
    expect(fixSkill(raw).text).toBe("---\nname: demo\ndescription: D\n---\nBody\n");
  });
});
