import { describe, expect, it } from "vitest";
import { decodeBase64, decodedLength } from "../../../../src/mcp/host/base64.ts";
import { createByteBudget } from "../../../../src/mcp/host/byte-budget.ts";
import { hasHiddenText } from "../../../../src/mcp/host/hidden-text.ts";
import { resolveLimits } from "../../../../src/mcp/host/host-limits.ts";
import { MCP_REFUSALS } from "../../../../src/mcp/host/mcp-refusal.ts";
import { differingField, verifyFrontmatter } from "../../../../src/mcp/host/verify-frontmatter.ts";
import { SKILL_ERROR_CODES } from "../../../../src/core/errors.ts";

describe("base64", () => {
  it("gives bytes and their number for what Node encodes", () => {
    for (let length = 0; length < 50; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
      const text = Buffer.from(bytes).toString("base64");
      expect(decodedLength(text)).toBe(length);
      expect(decodeBase64(text)).toEqual(bytes);
    }
  });

  it("refuses what is none", () => {
    for (const text of ["a", "ab", "abc", "a===", "====", "ab-_", "ab c", "=abc", "ab==cd=="])
      expect(decodeBase64(text), text).toBeUndefined();
  });
});

describe("hidden text", () => {
  it("is found in tags and in rows of selectors", () => {
    for (const text of [
      "a\u{e0041}",
      "a\u{e0001}",
      "🎉\ufe0f\ufe0f",
      "a\u{e0100}\u{e0101}",
      "\u{1f3f4}\u{e0078}\u{e007f}",
    ])
      expect(hasHiddenText(text)).toBe(true);
  });

  it("is not found in honest text", () => {
    for (const text of ["", "Grüße 世界", "🎉 ❤️ 👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "\ufeffmarked", "葛\u{e0100}城"])
      expect(hasHiddenText(text), text).toBe(false);
  });
});

describe("the budget", () => {
  it("is spent, and comes back after an hour", () => {
    let now = 0;
    const budget = createByteBudget("hub", 100, () => now);
    budget.spend(60);
    expect(() => budget.spend(41)).toThrow("More than 100 bytes");
    budget.spend(40);
    now = 3_600_000;
    budget.spend(100);
    now = 0;
    budget.spend(100);
  });
});

describe("limits", () => {
  it("have defaults that the specification asks for, and refuse what is no limit", () => {
    expect(resolveLimits()).toMatchObject({ maxFiles: 512, maxSkillBytes: 16_777_216 });
    for (const maxPages of [0, -1, Number.NaN, "5" as never])
      expect(() => resolveLimits({ maxPages })).toThrow(RangeError);
  });
});

describe("frontmatter", () => {
  it("differs in the first field that is another, either way", () => {
    expect(differingField({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBeUndefined();
    for (const [a, b] of [
      [{ a: 1 }, { a: "1" }],
      [{ a: [] }, { a: {} }],
      [{ a: null }, {}],
      [{}, { a: null }],
      [{ a: [1, 2] }, { a: [2, 1] }],
      [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    ]) {
      expect(differingField(a as never, b as never)).toBe("a");
    }
  });

  it("is not fooled by names of the language", () => {
    const entry = JSON.parse('{"name":"a","__proto__":{"x":1}}') as Record<string, unknown>;
    expect(differingField(entry, { name: "a" })).toBe("__proto__");
    expect(differingField({ name: "a" }, { name: "a", constructor: 1 })).toBe("constructor");
  });

  it("is read as YAML reads it, not as a good client mends it", () => {
    const place = { label: "hub", uri: "skill://a/SKILL.md" };
    const raw = "---\nname: a\ndescription: Fix issue #3\n---\n";
    expect(() => verifyFrontmatter(raw, { name: "a", description: "Fix issue" }, place)).not.toThrow();
    expect(() => verifyFrontmatter(raw, { name: "a", description: "Fix issue #3" }, place)).toThrow("description");
  });
});

it("every refusal has a code of a SkillError", () => {
  for (const code of Object.values(MCP_REFUSALS)) expect(SKILL_ERROR_CODES).toContain(code);
});
