import { formatSkill, parseSkill, type SkillManifest } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, skillText } from "./skill-text.ts";

type Change = Partial<SkillManifest>;

/** The file after its manifest was changed as given. */
function rewrite(raw: string, change: Change): string {
  return formatSkill({ ...parseSkill(raw).manifest, ...change });
}

const varied: readonly (readonly [title: string, raw: string])[] = [
  ["an ordinary file", skillText("name: demo\ndescription: D", "\n# Title\n\nText\n")],
  ["comments everywhere", "---\n# a\nname: demo # b\n\n# c\ndescription: D   # d\n# e\n---\n\nB\n"],
  ["CRLF", "---\r\nname: demo\r\ndescription: >-\r\n  a\r\n  b\r\n---\r\n\r\nB\r\n"],
  ["every kind of quotes", skillText(`"name": 'demo'\ndescription: "a \\u00e9 b"\n'x': y`)],
  ["block scalars", skillText("name: demo\ndescription: |+\n  a\n\n   b\n\nx: >2-\n   c\n  d")],
  ["flow style", skillText("name: demo\nallowed-tools: [ a,b , 'c d' ]\nmetadata: { v: 1.0,w: ~ }")],
  ["a list of tools at the key's indentation", skillText("allowed-tools:\n- a\n- b # c\nname: demo")],
  ["tools with commas", skillText("allowed-tools: a, b,c\nname: demo")],
  ["numbers as written", skillText("name: 010\nversion: 1.10\nx: 0x1F\ny: 1e3\nz: .inf")],
  ["an empty frontmatter", "---\n---\nB"],
  ["empty values", skillText("name:\ndescription: ''\nlicense: ~\nmetadata:\nallowed-tools:\nx:")],
  ["no body and no last line end", "---\nname: demo\n---"],
  ["blanks behind the fences", "---  \nname: demo\n--- \t\nB \n\n"],
  ["rules in the body", skillText("name: demo", "\n---\n\nB\n\n---\n")],
  ["anchors and aliases", skillText("x: &a [1, 2]\ny: *a\nname: demo")],
  ["odd keys", skillText("__proto__: 1\n1: a\nconstructor: b\nname: demo")],
  ["a body with mixed line ends", skillText("name: demo", "a\r\nb\nc\r\n")],
  ["text with tabs and blanks at line ends", skillText("name: demo \t\nx:   y  ", "\ta  \n")],
  ["a long line", skillText(`description: ${"word ".repeat(300)}end`)],
];

describe("formatSkill of an unchanged manifest", () => {
  it.each(varied)("gives the file back byte by byte: %s", (_title, raw) => {
    const { manifest } = parseSkill(raw);
    expect(formatSkill(manifest)).toBe(raw);
    expect(formatSkill({ ...manifest })).toBe(raw);
  });

  it.each([
    ["a byte order mark", `\uFEFF${skillText("name: demo")}`],
    ["blank lines before the fence", `\n${skillText("name: demo")}`],
    ["a missing close", "---\nname: demo\ndescription: D\n\nB\n"],
    ["an unquoted colon", skillText("name: demo\ndescription: a: b # c")],
    ["a swallowed hash", skillText("name: demo\ndescription: fix #1")],
    ["tabs", skillText("metadata:\n\ta: b")],
    ["a repeated key", skillText("name: a\nname: a")],
    ["no frontmatter", "# Title\n\nText\n"],
    ["YAML that cannot be read", skillText("name: demo\nlost line")],
  ])("gives also a file back that needs mending: %s", (_title, raw) => {
    expect(formatSkill(parseSkill(raw).manifest)).toBe(raw);
  });
});

const base =
  "---\n# top\nname: demo # n\n\n# about\ndescription: 'Old' # d\nlicense: MIT\nflavour: x # f\n# end\n---\n\nB\n";

describe("formatSkill of a changed manifest", () => {
  it.each<[title: string, raw: string, change: Change, expected: string]>([
    ["a single-quoted value", base, { description: "New" }, base.replace("'Old'", "'New'")],
    ["a single-quoted value with a quote", base, { description: "it's" }, base.replace("'Old'", "'it''s'")],
    ["single quotes without a comment", skillText("name: 'a'\nx: y"), { name: "b" }, skillText("name: 'b'\nx: y")],
    ["a plain value and its comment", base, { name: "other" }, base.replace("demo", "other")],
    [
      "a double-quoted value",
      skillText('description: "a"\nname: b'),
      { description: 'say "x"' },
      skillText('description: "say \\"x\\""\nname: b'),
    ],
    [
      "a plain value that now wants quotes",
      skillText("description: a\nname: b"),
      { description: "a: b #c" },
      skillText('description: "a: b #c"\nname: b'),
    ],
    ["a plain value that now looks like a number", skillText("name: a"), { name: "12" }, skillText('name: "12"')],
    [
      "a literal block",
      skillText("description: |\n  a\n  b\nname: c"),
      { description: "x\ny" },
      skillText("description: |-\n  x\n  y\nname: c"),
    ],
    [
      "a folded block",
      skillText("description: >-\n  a\n  b\nname: c"),
      { description: "x y" },
      skillText("description: >-\n  x y\nname: c"),
    ],
    [
      "a plain value that now has lines",
      skillText("description: a\nname: b"),
      { description: "x\ny" },
      skillText("description: |-\n  x\n  y\nname: b"),
    ],
    [
      "CRLF",
      base.replaceAll("\n", "\r\n"),
      { description: "New" },
      base.replace("'Old'", "'New'").replaceAll("\n", "\r\n"),
    ],
    ["a removed field", base, { license: undefined }, base.replace("license: MIT\n", "")],
    ["a removed unknown field", base, { extra: {} }, base.replace("flavour: x # f\n", "")],
    ["an added field", base, { compatibility: "git" }, base.replace("# end\n", "# end\ncompatibility: git\n")],
    [
      "an added field with CRLF",
      "---\r\nname: a\r\n---\r\nB\r\n",
      { license: "MIT" },
      "---\r\nname: a\r\nlicense: MIT\r\n---\r\nB\r\n",
    ],
    ["an added field in an empty frontmatter", "---\n---\nB\n", { name: "a" }, "---\nname: a\n---\nB\n"],
    ["added metadata", base, { metadata: { v: "1" } }, base.replace("# end\n", '# end\nmetadata:\n  v: "1"\n')],
    [
      "changed tools",
      skillText("allowed-tools: a b\nname: c"),
      { allowedTools: ["a", "Bash(x, y)"] },
      skillText("allowed-tools: a Bash(x, y)\nname: c"),
    ],
    [
      "tools that are no longer restricted",
      skillText("allowed-tools: [a, b]\nname: c"),
      { allowedTools: undefined },
      skillText("name: c"),
    ],
    [
      "a list for a text",
      skillText("flavour: x\nname: a"),
      { extra: { flavour: ["y", 1] } },
      skillText("flavour:\n  - y\n  - 1\nname: a"),
    ],
    [
      "an odd key",
      base,
      { extra: { flavour: "x", ["__proto__"]: "p" } },
      base.replace("# end\n", "# end\n__proto__: p\n"),
    ],
    ["a changed body", base, { body: "New body" }, base.replace("B\n", "New body\n")],
    [
      "a changed body with CRLF",
      "---\r\nname: a\r\n---\r\nB\r\n",
      { body: "x\ny" },
      "---\r\nname: a\r\n---\r\n\r\nx\r\ny\r\n",
    ],
    ["a removed body", skillText("name: a", "\nB\n"), { body: "" }, skillText("name: a", "")],
  ])("writes %s and leaves the rest", (_title, raw, change, expected) => {
    expect(rewrite(raw, change)).toBe(expected);
  });

  it.each<[title: string, raw: string, change: Change, kept: Change]>([
    [
      "a value over two lines",
      skillText("description: a\n  b\nname: c\nx: y"),
      { description: "new" },
      { name: "c", extra: { x: "y" } },
    ],
    [
      "a field of a flow mapping",
      skillText("{name: a, description: D, x: y}"),
      { name: "b" },
      { description: "D", extra: { x: "y" } },
    ],
    [
      "a removed field of a flow mapping",
      skillText("{name: a, license: MIT, x: y}"),
      { license: undefined },
      { name: "a", extra: { x: "y" } },
    ],
    [
      "a field added to a flow mapping",
      skillText("{name: a, x: y}"),
      { license: "MIT" },
      { name: "a", extra: { x: "y" } },
    ],
    [
      "a field added to an indented mapping",
      skillText("  name: a\n  x: y"),
      { license: "MIT" },
      { name: "a", extra: { x: "y" } },
    ],
    ["a changed field of an indented mapping", skillText("  name: a\n  x: y"), { name: "b" }, { extra: { x: "y" } }],
    ["the anchor's field", skillText("license: &a MIT\nx: *a"), { license: "BSD" }, { extra: { x: "MIT" } }],
    ["a field given twice", skillText("name: a\nname: b\nx: y"), { name: "c" }, { extra: { x: "y" } }],
    [
      "a field behind `---` in the body",
      skillText("name: a", "B\n---\n"),
      { license: "MIT" },
      { name: "a", body: "B\n---" },
    ],
    ["a fence with blanks", "---\nname: a\n---  \nB\n", { license: "MIT" }, { name: "a", body: "B" }],
    ["a file that ends with its fence", "---\nname: a\n---", { license: "MIT", body: "B" }, { name: "a" }],
    ["a body after that", "---\nname: a\n---", { body: "B" }, { name: "a" }],
    ["a quoted value with a comment", skillText('name: "a" # c\nx: y'), { name: "b" }, { extra: { x: "y" } }],
    ["a complex key", skillText("? name\n: a\nx: y"), { name: "b" }, { extra: { x: "y" } }],
    ["the first field after a tagged one", skillText("x: !!str 1\nname: a"), { name: "b" }, { extra: { x: "1" } }],
    [
      "a nested text that ends with a no-break space",
      skillText("metadata:\n  v: x\nname: a"),
      { metadata: { v: "x\u00a0" } },
      { name: "a" },
    ],
    [
      "a text of many kinds of white space",
      skillText("name: a\ndescription: 'x'"),
      { description: "a\tb\u00a0c\n\n  d" },
      { name: "a" },
    ],
    ["a body that looks like a fence", skillText("name: a"), { body: "---\nname: b\n---" }, { name: "a" }],
  ])("reads back as the changed manifest: %s", (_title, raw, change, kept) => {
    const { manifest, diagnostics } = parseSkill(rewrite(raw, change));
    expect(manifest).toMatchObject({ ...kept, ...change });
    expect(codesOf(diagnostics)).not.toContain("yaml-syntax");
  });

  it("keeps a comment out of the value where a line becomes a block", () => {
    const written = rewrite(skillText("license: MIT # c\nname: a"), { license: "x\ny" });
    expect(parseSkill(written).manifest).toMatchObject({ license: "x\ny", name: "a" });
    expect(written).toContain("# c");
  });

  it("keeps the comment behind a quoted value", () => {
    expect(rewrite(skillText('name: "a" # c\nx: y'), { name: "b" })).toBe(skillText('name: "b" # c\nx: y'));
  });
});
