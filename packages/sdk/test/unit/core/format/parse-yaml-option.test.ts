import { lintSkill, parseFrontmatter, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, goodSkill, only, skillText, textAt } from "./skill-text.ts";

describe("option parseYaml", () => {
  it("gets the text between the fences and decides every field", () => {
    const seen: string[] = [];
    const parseYaml = (text: string): unknown => {
      seen.push(text);
      return { name: "other", description: "from the parser", "x-own": [1], "allowed-tools": ["Bash(a, b)"] };
    };
    const { manifest } = parseSkill("---\r\nname: demo\r\n---\r\nBody\r\n", { parseYaml });
    expect(seen).toEqual(["name: demo\r\n"]);
    expect(manifest).toMatchObject({
      name: "other",
      description: "from the parser",
      extra: { "x-own": [1] },
      allowedTools: ["Bash(a, b)"],
      body: "Body",
    });
  });

  it("is used by parseFrontmatter and lintSkill as well: one reading everywhere", () => {
    const parseYaml = (): unknown => ({ name: "other", description: "Draws charts. Use when asked for a chart." });
    expect(parseFrontmatter(goodSkill(), { parseYaml }).data).toEqual(parseYaml());
    expect(lintSkill(goodSkill(), { parseYaml }).manifest.name).toBe("other");
  });

  it("turns what the parser throws into one diagnostic at the frontmatter", () => {
    const parseYaml = (): never => {
      throw new Error("bad indentation\n  at line 1");
    };
    const { manifest, diagnostics } = parseSkill(skillText("name: demo"), { parseYaml });
    expect(manifest).toMatchObject({ name: "", body: "Body." });
    expect(only(diagnostics)).toMatchObject({ code: "yaml-syntax", severity: "error", line: 2, column: 1 });
    expect(only(diagnostics).message).toContain("bad indentation");
    expect(only(diagnostics).message).not.toContain("at line 1");
  });

  it.each([["a string"], [undefined], [null], [{ message: 1 }]])("survives a parser that throws %j", (thrown) => {
    const parseYaml = (): never => {
      throw thrown;
    };
    expect(codesOf(parseSkill(skillText("name: demo"), { parseYaml }).diagnostics)).toEqual(["yaml-syntax"]);
  });

  it.each([[null], [undefined]])("takes the result %s for an empty frontmatter", (result) => {
    const { manifest, diagnostics } = parseSkill(skillText("# nothing"), { parseYaml: () => result });
    expect(manifest).toMatchObject({ name: "", extra: {}, body: "Body." });
    expect(diagnostics).toEqual([]);
  });

  it.each([["text"], [["a"]], [12], [true]])("reports the result %j as not a mapping", (result) => {
    const { manifest, diagnostics } = parseSkill(skillText("x"), { parseYaml: () => result });
    expect(manifest.extra).toEqual({});
    expect(only(diagnostics)).toMatchObject({ code: "frontmatter-not-mapping", line: 2, column: 1 });
  });

  it("keeps its diagnostics in place: keys of the file are found by their text", () => {
    const raw = goodSkill("license: 12\nmodel: 3");
    const parseYaml = (): unknown => ({ name: "demo", description: "D", license: 12 });
    const diagnostic = only(parseSkill(raw, { parseYaml }).diagnostics);
    expect(diagnostic).toMatchObject({ code: "field-type", field: "license", line: 4 });
    expect(textAt(raw, diagnostic)).toBe("12");
  });

  it("never throws on values that no YAML has", () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const odd = {
      name: () => 1,
      description: Symbol("d"),
      license: 10n,
      metadata: new Map(),
      model: new Date(0),
      circular,
    };
    expect(() => lintSkill(goodSkill(), { parseYaml: () => odd })).not.toThrow();
    const exotic = { "allowed-tools": [Object.create(null)], paths: [Symbol("p")] };
    expect(() => parseSkill(goodSkill(), { parseYaml: () => exotic })).not.toThrow();
  });
});
