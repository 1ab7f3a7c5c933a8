import { lintSkill, parseFrontmatter, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, skillText } from "./skill-text.ts";

/** Frontmatters that another toolkit reads wrongly, and what YAML says they are. */
const faults: readonly (readonly [title: string, lines: string, data: unknown])[] = [
  ["a doubled single quote", "description: 'don''t stop'", { description: "don't stop" }],
  ["a comment behind double quotes", 'description: "does X" # note', { description: "does X" }],
  ["a comment behind a plain value", "name: a # c", { name: "a" }],
  ["escaped quotes", 'description: "a \\"b\\" c"', { description: 'a "b" c' }],
  ["a quote at the end of a plain value", 'description: say "hi"', { description: 'say "hi"' }],
  ["a plain value on two lines", "description: first\n  second line", { description: "first second line" }],
  ["a value that starts on the next line", "description:\n  first\n  second", { description: "first second" }],
  ["a quoted value on two lines", 'description: "first\n  second"', { description: "first second" }],
  ["a block indented by four", "description: |\n    a\n    b", { description: "a\nb\n" }],
  ["a block indented by one", "description: |\n a\n b", { description: "a\nb\n" }],
  ["a folded block that keeps its end", "description: >+\n  a\n\nname: b", { description: "a\n\n", name: "b" }],
  ["a block with an indentation indicator", "description: |2\n   a\n  b", { description: " a\nb\n" }],
  ["a block with a comment on its line", "description: > # c\n  a\n  b", { description: "a b\n" }],
  ["a folded block of paragraphs", "description: >-\n  a\n\n  b", { description: "a\nb" }],
  ["a folded block with a deeper line", "description: >\n  a\n    b\n  c", { description: "a\n  b\nc\n" }],
  ["a nested map", "metadata:\n  a:\n    b: c", { metadata: { a: { b: "c" } } }],
  ["a flow map", "metadata: {a: b, c: [d, e]}", { metadata: { a: "b", c: ["d", "e"] } }],
  ["a list of maps", "hooks:\n  - matcher: Bash\n    run: x", { hooks: [{ matcher: "Bash", run: "x" }] }],
  [
    "a flow list with commas in quotes",
    'allowed-tools: ["Bash(git add:*, git commit:*)", Read]',
    { "allowed-tools": ["Bash(git add:*, git commit:*)", "Read"] },
  ],
  ["a list with a comment inside", "tags:\n  - a\n  # c\n  - b", { tags: ["a", "b"] }],
  ["a list with a blank line inside", "tags:\n  - a\n\n  - b", { tags: ["a", "b"] }],
  ["a flow list over lines", "tags: [\n  a,\n  b\n]", { tags: ["a", "b"] }],
  ["quoted keys", `"name": a\n'x y': b`, { name: "a", "x y": "b" }],
  ["an indented document", "  name: a\n  description: b", { name: "a", description: "b" }],
  ["a dotted key", "a.b: c", { "a.b": "c" }],
  [
    "typed scalars",
    "a: true\nb: 3\nc: null\nd: ~\ne: -1.5\nf: 0x10\ng: 0o17",
    { a: true, b: 3, c: null, d: null, e: -1.5, f: 16, g: 15 },
  ],
  ["words that only YAML 1.1 takes for booleans", "a: yes\nb: off\nc: N", { a: "yes", b: "off", c: "N" }],
  ["a date and a sexagesimal, which are texts", "a: 2024-01-02\nb: 12:30:45", { a: "2024-01-02", b: "12:30:45" }],
  ["a leading zero", "a: 0123", { a: 123 }],
  ["an empty frontmatter", "", {}],
  ["a comment alone", "# c", {}],
  ["an explicit null", "~", {}],
];

describe("what a peer reads wrongly", () => {
  it.each(faults)("is read as YAML says: %s", (_title, lines, data) => {
    expect(parseFrontmatter(skillText(lines))).toEqual({ data, diagnostics: [] });
    expect(parseFrontmatter(skillText(lines).replaceAll("\n", "\r\n"))).toEqual({ data, diagnostics: [] });
  });

  it("is reported where it is not YAML: a repeated key, a key without a space", () => {
    expect(codesOf(parseSkill(skillText("name: a\nname: b")).diagnostics)).toEqual(["yaml-duplicate-key"]);
    expect(parseSkill(skillText("name: a\nname: b")).manifest.name).toBe("b");
    expect(parseSkill(skillText("name:a")).diagnostics[0]?.code).toBe("frontmatter-not-mapping");
  });

  it("is judged by the specification: hyphens, Unicode, code points", () => {
    const name = (written: string): string[] =>
      codesOf(lintSkill(skillText(`name: ${written}\ndescription: D`), { quality: false }).diagnostics);
    expect(name("-a--b-")).toEqual(["name-hyphen-edge", "name-hyphen-double"]);
    expect(name("café")).toEqual([]);
  });

  it("keeps a spec metadata map where it belongs, and nothing else there", () => {
    const { manifest } = parseSkill(skillText("name: a\nmetadata:\n  author: Ada\nx: y"));
    expect(manifest.metadata).toEqual({ author: "Ada" });
    expect(manifest.extra).toEqual({ x: "y" });
  });

  it("keeps a body whole where another peer cuts it at a rule", () => {
    const body = "# A\n\n---\n\n## B\n\n--- x ---\n\n---";
    expect(parseSkill(skillText("name: a\ndescription: b --- c", body)).manifest).toMatchObject({
      description: "b --- c",
      body,
    });
  });
});
