import { lintSkill, parseSkill, validateSkill, type SkillManifest, type ValidateSkillOptions } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, only, skillText, textAt } from "./skill-text.ts";

const judge = (raw: string, options: ValidateSkillOptions = {}) => validateSkill(parseSkill(raw).manifest, options);

describe("validateSkill", () => {
  it("reports every rule a name breaks, at the name", () => {
    const raw = skillText("description: D\nname: -Bad--Name_");
    const found = judge(raw);
    expect(codesOf(found)).toEqual(["name-case", "name-hyphen-edge", "name-hyphen-double", "name-characters"]);
    for (const diagnostic of found) {
      expect(diagnostic).toMatchObject({ field: "name", line: 3, column: 7, length: 11 });
      expect(textAt(raw, diagnostic)).toBe("-Bad--Name_");
    }
  });

  it("counts code points, not UTF-16 units", () => {
    const limits = [
      ["description", "description-too-long", 1024, "name: a"],
      ["compatibility", "compatibility-too-long", 500, "name: a\ndescription: D"],
    ] as const;
    for (const [field, code, limit, lines] of limits) {
      const raw = (count: number): string => skillText(`${lines}\n${field}: ${"😀".repeat(count)}`);
      for (const profile of ["spec", "reference"] as const) {
        expect(judge(raw(limit), { profile })).toEqual([]);
        expect(codesOf(judge(raw(limit + 1), { profile }))).toEqual([code]);
      }
      expect(only(judge(raw(limit + 1))).message).toContain(String(limit + 1));
    }
  });

  it("applies the rule on the folder only where the caller names it, after NFKC", () => {
    const raw = skillText("name: cafe\u0301\ndescription: D");
    expect(judge(raw)).toEqual([]);
    expect(judge(raw, { directory: "caf\u00e9" })).toEqual([]);
    expect(judge(skillText("name: ｆｏｏ\ndescription: D"), { directory: "foo" })).toEqual([]);
    expect(judge(skillText("name: '  demo '\ndescription: D"), { directory: "demo" })).toEqual([]);
    expect(codesOf(judge(raw, { directory: "cafe" }))).toEqual(["name-directory"]);
  });

  it("says nothing of missing fields where there is no frontmatter at all", () => {
    expect(codesOf(judge("# Title"))).toEqual(["frontmatter-missing"]);
    expect(codesOf(judge(skillText("- a")))).toEqual(["frontmatter-not-mapping"]);
    expect(codesOf(judge(skillText("")))).toEqual(["name-missing", "description-missing"]);
  });

  it("weighs by the caller's rules, and leaves out what is off", () => {
    const raw = skillText("name: Demo\ndescription: a: b\nflavour: x");
    const rules = { "name-case": "info", "yaml-unquoted-colon": "off", "unknown-field": "error" } as const;
    for (const profile of ["spec", "lenient"] as const) {
      expect(judge(raw, { profile, rules }).map(({ code, severity }) => [code, severity])).toEqual([
        ["name-case", "info"],
        ["unknown-field", "error"],
      ]);
    }
    expect(judge(skillText("name: Demo\ndescription: D"), { profile: "reference", rules })).toMatchObject([
      { severity: "info" },
    ]);
  });

  it("leaves out the vendors' rules on request", () => {
    const raw = skillText("name: claude-helper\ndescription: Uses <b>");
    expect(codesOf(judge(raw))).toEqual(["vendor-reserved-name", "vendor-angle-brackets"]);
    expect(judge(raw, { vendor: false })).toEqual([]);
  });

  it("runs the quality rules only on request; lintSkill runs them by default", () => {
    const raw = skillText("name: a\ndescription: D");
    expect(judge(raw)).toEqual([]);
    expect(codesOf(judge(raw, { quality: true }))).toEqual(["description-too-short"]);
    expect(codesOf(lintSkill(raw).diagnostics)).toEqual(["description-too-short"]);
    expect(lintSkill(raw, { quality: false }).diagnostics).toEqual([]);
    expect(lintSkill(raw, { profile: "reference" }).diagnostics).toEqual([]);
  });

  it("sorts what lintSkill finds by position", () => {
    const raw = skillText("flavour: x\ndescription: a: <b>\nname: BAD", "<!-- x -->\n");
    const lines = lintSkill(raw).diagnostics.map(({ line }) => line);
    expect(lines).toEqual([...lines].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(lines)).toEqual(new Set([2, 3, 4, 6]));
  });

  it("judges a manifest made by hand", () => {
    const made: SkillManifest = {
      name: "Bad",
      description: "",
      metadata: { v: 1 },
      extra: { x: 1 },
      dialect: {},
      body: "",
      raw: "",
    };
    expect(codesOf(validateSkill(made, { directory: "d" }))).toEqual([
      "name-case",
      "name-directory",
      "description-empty",
      "metadata-value-type",
      "unknown-field",
    ]);
    for (const diagnostic of validateSkill(made)) {
      expect(diagnostic.line).toBeUndefined();
      expect(diagnostic.fix).toBeUndefined();
    }
    expect(codesOf(validateSkill({ ...made, name: "", description: "D", metadata: {}, extra: {} }))).toEqual([
      "name-empty",
    ]);
  });

  it("judges a manifest made by hand by the reference too", () => {
    const made: SkillManifest = {
      name: "demo",
      description: "D",
      metadata: {},
      extra: {},
      dialect: {},
      body: "B",
      raw: "",
    };
    expect(validateSkill(made)).toEqual([]);
    expect(validateSkill(made, { profile: "reference" })).toEqual([]);
  });

  it("judges a copy of a manifest as the original", () => {
    const raw = skillText("name: Bad\ndescription: a: b\nallowed-tools: a, b");
    const { manifest } = parseSkill(raw);
    expect(validateSkill({ ...manifest })).toEqual(validateSkill(manifest));
    expect(validateSkill(structuredClone(manifest))).toEqual(validateSkill(manifest));
    expect(validateSkill(manifest)).toHaveLength(3);
  });

  it("judges the values of a copy, not those of its file", () => {
    const { manifest } = parseSkill(skillText("name: Bad\ndescription: D"));
    expect(validateSkill({ ...manifest, name: "good" })).toEqual([]);
    expect(codesOf(validateSkill({ ...manifest, description: "" }))).toEqual(["name-case", "description-empty"]);
  });

  it("does not change the manifest or the diagnostics of parseSkill", () => {
    const { manifest, diagnostics } = parseSkill(skillText("name: Bad\ndescription: a: b"));
    const before = structuredClone({ manifest, diagnostics });
    validateSkill(manifest, { profile: "lenient", quality: true });
    expect({ manifest, diagnostics }).toEqual(before);
  });
});
