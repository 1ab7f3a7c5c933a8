import { fixSkill, lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, goodSkill, only, textAt } from "../skill-text.ts";

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `  k${at}: ${at}`).join("\n");
const lint = (lines: string) => lintSkill(goodSkill(lines)).diagnostics;

describe("metadata-value-type", () => {
  it("shows twenty values and counts the rest", () => {
    expect(lint(`metadata:\n${keys(20)}`).at(-1)?.message).not.toContain("more");
    const found = lint(`metadata:\n${keys(25)}`);
    expect(codesOf(found)).toEqual(Array.from({ length: 20 }, () => "metadata-value-type"));
    expect(found.at(-1)?.message).toContain("(and 5 more)");
  });

  it("mends the values that are not shown too", () => {
    const { text } = fixSkill(goodSkill(`metadata:\n${keys(300)}`));
    expect(text).toContain('  k299: "299"');
    expect(lintSkill(text).diagnostics).toEqual([]);
  });

  it.each([
    ["metadata:\n  a:\n  b: x", "a"],
    ["metadata:\n  x: a\n  a:\n    - 1", "a"],
    ["metadata:\n  aa: x\n  a: 1.10 # a", "1.10"],
    ["metadata: {x: y, a: 1}", "a"],
  ])("points into %j at %j", (lines, shown) => {
    expect(textAt(goodSkill(lines), only(lint(lines)))).toBe(shown);
  });

  it.each([
    ["1,000 numbers", `metadata:\n${keys(1_000)}`],
    ["900 numbers and 10,000 comments", `metadata:\n${keys(900)}\n${"  # note\n".repeat(10_000)}  z: 1`],
  ])("takes its time once for %s", (_what, lines) => {
    const raw = goodSkill(lines);
    const started = performance.now();
    lintSkill(raw);
    expect(performance.now() - started).toBeLessThan(150);
  });
});
