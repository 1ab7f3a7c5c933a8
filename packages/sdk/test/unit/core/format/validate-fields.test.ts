import { validateSkillDescription, validateSkillName } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, only } from "./skill-text.ts";

describe("validateSkillName", () => {
  it.each([
    "a",
    "demo",
    "my-skill-2",
    "2024",
    "a".repeat(64),
    "技能",
    "мой-навык",
    "übersetzung",
    "cafe\u0301",
    "caf\u00e9",
    "ｆｏｏ",
    "ﬁle",
    "x²",
    "ⅷ",
    "ελληνικά",
    "한국어",
    "العربية",
    "ไทย".replaceAll(/\p{M}/gu, ""),
    "𐐨".repeat(64),
    "日本語-確認",
    " demo ",
    "ß",
  ])("accepts %j", (name) => {
    expect(validateSkillName(name)).toEqual([]);
  });

  it.each([
    ["", ["name-empty"]],
    ["  ", ["name-empty"]],
    ["a".repeat(65), ["name-too-long"]],
    ["𐐨".repeat(65), ["name-too-long"]],
    ["MySkill", ["name-case"]],
    ["НАВЫК", ["name-case"]],
    ["-a", ["name-hyphen-edge"]],
    ["a-", ["name-hyphen-edge"]],
    ["-", ["name-hyphen-edge"]],
    ["a--b", ["name-hyphen-double"]],
    ["my_skill", ["name-characters"]],
    ["a b", ["name-characters"]],
    ["a.b", ["name-characters"]],
    ["a/../b", ["name-characters"]],
    ["rocket-🚀", ["name-characters"]],
    ["a\u200db", ["name-characters"]],
    ["हिन्दी", ["name-characters"]],
    ["a‐b", ["name-characters"]],
    ["--A_b", ["name-case", "name-hyphen-edge", "name-hyphen-double", "name-characters"]],
    ["claude-code", ["vendor-reserved-name"]],
    ["my-anthropic-skill", ["vendor-reserved-name"]],
  ])("finds fault with %j: %j", (name, codes) => {
    const found = validateSkillName(name);
    expect(codesOf(found)).toEqual(codes);
    for (const diagnostic of found) {
      expect(diagnostic.field).toBe("name");
      expect(diagnostic.severity).toBe(diagnostic.code === "vendor-reserved-name" ? "warning" : "error");
      expect(diagnostic.message).toMatch(/\S{2,}.*\S/);
    }
  });

  it("says what length it counted and which characters it means", () => {
    expect(only(validateSkillName("𐐨".repeat(70))).message).toContain("70");
    expect(only(validateSkillName("a_b.c")).message).toContain('"_", "."');
  });
});

describe("validateSkillDescription", () => {
  it.each([
    ["D", []],
    ["x".repeat(1024), []],
    ["😀".repeat(1024), []],
    ["x".repeat(1025), ["description-too-long"]],
    ["😀".repeat(1025), ["description-too-long"]],
    ["", ["description-empty"]],
    [" \n\t", ["description-empty"]],
    ["Uses <xml>", ["vendor-angle-brackets"]],
    ["a > b", ["vendor-angle-brackets"]],
  ])("judges %j: %j", (description, codes) => {
    expect(codesOf(validateSkillDescription(description))).toEqual(codes);
  });

  it("gives diagnostics about the field, without a place", () => {
    expect(only(validateSkillDescription(""))).toEqual({
      code: "description-empty",
      severity: "error",
      field: "description",
      message: expect.stringContaining("empty"),
    });
  });
});
