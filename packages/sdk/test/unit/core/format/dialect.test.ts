import { parseSkill, validateSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { goodSkill, only, skillText, textAt } from "./skill-text.ts";

describe("manifest.dialect", () => {
  it.each([
    ["argument-hint: <file>", { argumentHint: "<file>" }],
    ["argument-hint: '[file]'", { argumentHint: "[file]" }],
    ["arguments: [a, b]", { arguments: ["a", "b"] }],
    ["arguments: a b", { arguments: ["a", "b"] }],
    ["when_to_use: When asked", { whenToUse: "When asked" }],
    ["disable-model-invocation: true", { disableModelInvocation: true }],
    ["user-invocable: false", { userInvocable: false }],
    ["disallowed-tools: Bash(rm:*, mv:*) Write", { disallowedTools: ["Bash(rm:*, mv:*)", "Write"] }],
    ["disallowed-tools:\n  - Bash\n  - Write", { disallowedTools: ["Bash", "Write"] }],
    ["model: opus", { model: "opus" }],
    ["effort: high", { effort: "high" }],
    ["effort: 3", { effort: 3 }],
    ["context: fork", { context: "fork" }],
    ["agent: Explore", { agent: "Explore" }],
    ["paths:\n  - src/**\n  - '*.ts'", { paths: ["src/**", "*.ts"] }],
    ["hooks:\n  PreToolUse:\n    - matcher: Bash", { hooks: { PreToolUse: [{ matcher: "Bash" }] } }],
  ])("types `%s`", (lines, dialect) => {
    const { manifest, diagnostics } = parseSkill(goodSkill(lines));
    expect(manifest.dialect).toEqual(dialect);
    expect(diagnostics).toEqual([]);
    expect(validateSkill(manifest)).toEqual([]);
  });

  it.each([
    ["disable-model-invocation", '"yes"', "disableModelInvocation", true, "true"],
    ["disable-model-invocation", "yes", "disableModelInvocation", true, "true"],
    ["disable-model-invocation", "'Off'", "disableModelInvocation", false, "false"],
    ["user-invocable", "no", "userInvocable", false, "false"],
    ["user-invocable", '"true"', "userInvocable", true, "true"],
    ["argument-hint", "[file] ", "argumentHint", "[file]", '"[file]"'],
    ["model", "4.5", "model", "4.5", '"4.5"'],
    ["context", "true", "context", "true", '"true"'],
  ])("reads `%s: %s` as it is meant, with a diagnostic and a fix", (key, source, property, value, rewrite) => {
    const raw = skillText(`name: a\n${key}: ${source}`);
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest.dialect).toEqual({ [property]: value });
    const diagnostic = only(diagnostics);
    expect(diagnostic).toMatchObject({ code: "client-field-type", severity: "warning", field: key, line: 3 });
    expect(diagnostic.column).toBe(key.length + 3);
    expect(textAt(raw, diagnostic)).toBe(source.trim());
    expect(diagnostic.fix?.edits.map(({ text }) => text)).toEqual([rewrite]);
  });

  it.each([
    ["disable-model-invocation: maybe", "true or false"],
    ["disable-model-invocation: 1", "true or false"],
    ["user-invocable: [true]", "true or false"],
    ["hooks: none", "a mapping"],
    ["hooks: [a]", "a mapping"],
    ["paths: {a: b}", "a list"],
    ["model:\n  name: opus", "text"],
    ["when_to_use:\n  - a", "text"],
  ])("leaves out `%s`: no obvious meaning, a diagnostic without a fix", (lines, expected) => {
    const { manifest, diagnostics } = parseSkill(skillText(lines));
    expect(manifest.dialect).toEqual({});
    expect(Object.keys(manifest.extra)).toHaveLength(1);
    const diagnostic = only(diagnostics);
    expect(diagnostic.code).toBe("client-field-type");
    expect(diagnostic.message).toContain(`should be ${expected}`);
    expect(diagnostic.fix).toBeUndefined();
  });

  it("says nothing about an empty client field", () => {
    const { manifest, diagnostics } = parseSkill(skillText("model:\nhooks: ~\nname: a"));
    expect(manifest.dialect).toEqual({});
    expect(manifest.extra).toEqual({ model: null, hooks: null });
    expect(diagnostics).toEqual([]);
  });

  it("leaves the value in extra as written, also where the dialect mends it", () => {
    const { manifest } = parseSkill(skillText('disable-model-invocation: "yes"'));
    expect(manifest.extra).toEqual({ "disable-model-invocation": "yes" });
  });
});
