import { parseFrontmatter, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, only, skillText, textAt } from "./skill-text.ts";

describe("parseSkill: the manifest", () => {
  it("holds every field of the specification, the body and the file", () => {
    const raw = skillText(
      'name: demo\ndescription: "  Does X.  "\nlicense: MIT\ncompatibility: Needs git\nmetadata:\n  author: Ada\n  version: "1.0"\nallowed-tools: Read Bash(git:*)',
      "\n# Title\n\n---\n\nText \n\n",
    );
    expect(parseSkill(raw)).toEqual({
      diagnostics: [],
      manifest: {
        name: "demo",
        description: "Does X.",
        license: "MIT",
        compatibility: "Needs git",
        metadata: { author: "Ada", version: "1.0" },
        allowedTools: ["Read", "Bash(git:*)"],
        extra: {},
        dialect: {},
        body: "# Title\n\n---\n\nText",
        raw,
      },
    });
  });

  it("has empty texts and maps for what is absent, and undefined for optional fields", () => {
    expect(parseSkill("---\n---\n")).toEqual({
      diagnostics: [],
      manifest: {
        name: "",
        description: "",
        license: undefined,
        compatibility: undefined,
        metadata: {},
        allowedTools: undefined,
        extra: {},
        dialect: {},
        body: "",
        raw: "---\n---\n",
      },
    });
  });

  it("takes the whole file for the body where there is no frontmatter, and says so", () => {
    const { manifest, diagnostics } = parseSkill("\n# Title\n\nText\n");
    expect(manifest).toMatchObject({ name: "", description: "", body: "# Title\n\nText" });
    expect(only(diagnostics)).toMatchObject({ code: "frontmatter-missing", severity: "error", line: 1, column: 1 });
  });

  it("strips a byte order mark and reports it once", () => {
    const { manifest, diagnostics } = parseSkill(`\uFEFF${skillText("name: demo")}`);
    expect(manifest.name).toBe("demo");
    expect(only(diagnostics)).toMatchObject({ code: "byte-order-mark", line: 1, column: 1, length: 1 });
  });

  it("finds the frontmatter below blank lines and reports them once", () => {
    const { manifest, diagnostics } = parseSkill(`\n\n${skillText("name: demo")}`);
    expect(manifest.name).toBe("demo");
    expect(only(diagnostics)).toMatchObject({ code: "leading-blank-lines", line: 1, column: 1 });
  });

  it("gives no file the diagnostics of another", () => {
    const raw = skillText("name: 12");
    parseSkill(raw).diagnostics.length = 0;
    expect(codesOf(parseSkill(raw).diagnostics)).toEqual(["field-type"]);
  });
});

describe("parseSkill: fields that are not text", () => {
  it.each([
    ["name: 123", "123"],
    ["name: true", "true"],
    ["name: 1.0", "1.0"],
    ["name: 0x1F", "0x1F"],
    ["name: 1e3", "1e3"],
    ["name: .inf", ".inf"],
    ["name: 123 # the number", "123"],
  ])("takes `%s` as it is written, with a diagnostic that quotes it", (line, text) => {
    const raw = skillText(`description: D\n${line}`);
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest.name).toBe(text);
    const diagnostic = only(diagnostics);
    expect(diagnostic).toMatchObject({ code: "field-type", severity: "error", field: "name", line: 3, column: 7 });
    expect(textAt(raw, diagnostic)).toBe(text);
    expect(diagnostic.fix?.edits).toEqual([expect.objectContaining({ text: `"${text}"` })]);
  });

  it.each(["name:", "name: null", "name: ~", "name: ''", 'name: "  "'])("takes `%s` for an empty name", (line) => {
    const { manifest, diagnostics } = parseSkill(skillText(line));
    expect(manifest.name).toBe("");
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["license: [MIT, BSD]", "license", "a list"],
    ["compatibility: {node: 20}", "compatibility", "a mapping"],
    ["description:\n  - a\n  - b", "description", "a list"],
  ])("leaves out `%s` and says what it is", (lines, field, what) => {
    const { manifest, diagnostics } = parseSkill(skillText(`name: demo\n${lines}`));
    expect(manifest).toMatchObject({ name: "demo", description: "", license: undefined, compatibility: undefined });
    expect(only(diagnostics)).toMatchObject({ code: "field-type", field, line: 3 });
    expect(only(diagnostics).message).toContain(what);
    expect(only(diagnostics).fix).toBeUndefined();
  });

  it("keeps metadata values as YAML reads them", () => {
    const { manifest, diagnostics } = parseSkill(
      skillText("metadata:\n  v: 1.0\n  on: true\n  none:\n  deep: {a: [1]}"),
    );
    expect(manifest.metadata).toEqual({ v: 1, on: true, none: null, deep: { a: [1] } });
    expect(diagnostics).toEqual([]);
  });

  it.each(["metadata: text", "metadata: [a]", "metadata: 3"])("refuses `%s`", (line) => {
    const { manifest, diagnostics } = parseSkill(skillText(line));
    expect(manifest.metadata).toEqual({});
    expect(only(diagnostics)).toMatchObject({ code: "metadata-type", field: "metadata", line: 2, column: 11 });
  });
});

describe("parseSkill: keys the specification does not know", () => {
  it("survive verbatim in extra, in their order", () => {
    const { manifest } = parseSkill(
      skillText(
        "zeta: 1\nversion: 1.10\nname: demo\ntags: [a, 2]\nnested:\n  deep:\n    - x: null\nv2: '1.10'\nAlpha: yes",
      ),
    );
    expect(manifest.extra).toEqual({
      zeta: 1,
      version: 1.1,
      tags: ["a", 2],
      nested: { deep: [{ x: null }] },
      v2: "1.10",
      Alpha: "yes",
    });
    expect(Object.keys(manifest.extra)).toEqual(["zeta", "version", "tags", "nested", "v2", "Alpha"]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])("may be called %s", (key) => {
    const { manifest } = parseSkill(skillText(`name: demo\n${key}: own\nother:\n  ${key}: inner\n  a: [{${key}: x}]`));
    expect(Object.keys(manifest.extra)).toEqual([key, "other"]);
    expect(Object.getOwnPropertyDescriptor(manifest.extra, key)?.value).toBe("own");
    const other = manifest.extra.other as object;
    expect(Object.getPrototypeOf(other)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(other, key)?.value).toBe("inner");
    expect(({} as Record<string, unknown>).own).toBeUndefined();
  });

  it("cannot reach the prototype through a mapping called __proto__", () => {
    const { manifest } = parseSkill(
      skillText("__proto__:\n  polluted: yes\nmetadata:\n  __proto__:\n    polluted: yes"),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((manifest.extra as Record<string, unknown>).polluted).toBeUndefined();
    expect((manifest.metadata as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(manifest.metadata)).toEqual(["__proto__"]);
  });

  it("may be numbers, empty or quoted", () => {
    const { manifest } = parseSkill(skillText('1: one\n"quoted key": q\n"": empty\ndotted.key: d'));
    expect(manifest.extra).toEqual({ "1": "one", "quoted key": "q", "": "empty", "dotted.key": "d" });
  });
});

describe("parseFrontmatter", () => {
  it("gives every key as data, null where nothing could be read", () => {
    expect(parseFrontmatter(skillText("name: 12\nallowed-tools: [a, b]\nmetadata: {x: 1}"))).toEqual({
      data: { name: 12, "allowed-tools": ["a", "b"], metadata: { x: 1 } },
      diagnostics: [],
    });
    expect(parseFrontmatter("no fence").data).toBeNull();
    expect(parseFrontmatter(skillText("- a\n- b")).data).toBeNull();
    expect(parseFrontmatter(skillText("# only a comment")).data).toEqual({});
  });
});
