import type { Severity } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { createColors } from "../../src/text/colors.ts";
import { indexLines, renderCodeFrame } from "../../src/text/code-frame.ts";

const colors = createColors({ env: {} }, { write() {} }, true);

function frame(text: string, line: number, column: number, length: number, width = 80): string[] {
  return renderCodeFrame(
    indexLines(text),
    [{ code: "name-case", severity: "error", message: "", line, column, length }],
    { width, colors },
  );
}

function framed(text: string, width: number, ...spans: [column: number, length: number, severity?: Severity][]) {
  const diagnostics = spans.map(([column, length, severity = "error"]) => ({
    code: "name-case" as const,
    severity,
    message: "",
    line: 1,
    column,
    length,
  }));
  return renderCodeFrame(indexLines(text), diagnostics, { width, colors: tagged });
}

const tag = (name: string) => (text: string) => (name === "" ? text : `<${name}${text}>`);
const tagged = { bold: tag(""), dim: tag(""), red: tag("e"), yellow: tag("w"), green: tag("g"), blue: tag("i") };

describe("renderCodeFrame", () => {
  it("shows a line of context on either side and underlines the range", () => {
    expect(frame("a\nb\nname: Bad\nd\ne\nf", 3, 7, 3)).toEqual([
      "  2 | b",
      "> 3 | name: Bad",
      "    |       ^^^",
      "  4 | d",
    ]);
  });

  it("underlines every range of the line once, the worst severity on top", () => {
    const spans: [number, number, Severity][] = [
      [10, 2, "info"],
      [1, 3, "warning"],
      [2, 1, "error"],
      [2, 1, "info"],
    ];
    expect(framed("abcdefghijkl", 80, ...spans)).toEqual(["> 1 | abcdefghijkl", "    | <w^><e^><w^>      <i^^>"]);
  });

  it("shows a line that is too long for all its ranges in parts, and not in endless ones", () => {
    const line = `BAD${"a".repeat(500)}BAD${"c".repeat(500)}`;
    const lines = framed(line, 60, [1, 3], [504, 3]);
    expect(lines).toHaveLength(4);
    for (const at of [0, 2]) expect(lines[at]?.indexOf("BAD")).toBe((lines[at + 1] ?? "").indexOf("<e^^^>"));
    const many = Array.from({ length: 100 }, (_, at): [number, number] => [at * 1000 + 1, 1]);
    expect(framed("x".repeat(100_000), 60, ...many)).toHaveLength(8);
  });

  it("ends, whatever has no width", () => {
    const lines = framed(`a${"\u0301".repeat(100_000)}`, 60, [1, 100_000]);
    expect(lines.join("").length).toBeLessThan(2_000);
    expect(lines[1]).toBe("    | <e^>");
  });

  it("aligns the underline after tabs", () => {
    expect(frame("\ta\tXY", 1, 4, 2)).toEqual(["> 1 |     a   XY", "    |         ^^"]);
  });

  it("aligns the underline after and under wide characters", () => {
    expect(frame("日本: 語X", 1, 5, 2)).toEqual(["> 1 | 日本: 語X", "    |       ^^^"]);
    expect(frame("🎉e\u0301X", 1, 5, 1)).toEqual(["> 1 | 🎉e\u0301X", "    |    ^"]);
  });

  it("makes escapes visible and aligns after them", () => {
    expect(frame("\u001b[2J\u202eX", 1, 6, 1)).toEqual(["> 1 | ␛[2J<U+202E>X", `    | ${" ".repeat(12)}^`]);
  });

  it("cuts long lines around the range so that they fit", () => {
    const lines = frame(`${"a".repeat(5000)}BAD${"c".repeat(5000)}`, 1, 5001, 3, 60);
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    const [code = "", marks = ""] = lines;
    expect(code.indexOf("BAD")).toBe(marks.indexOf("^^^"));
    expect(code).toMatch(/^> 1 \| …a+BADc+…$/);
  });

  it("keeps the range in view when what stands before it is wide", () => {
    for (const before of ["語".repeat(70), "\u202e".repeat(70), "\t".repeat(70), "🎉".repeat(70)]) {
      const [code = ""] = frame(`${before}BAD`, 1, before.length + 1, 3, 60);
      expect(code).toContain("BAD");
    }
  });

  it("stays within the width for an endless range", () => {
    for (const line of frame("x".repeat(100_000), 1, 1, 100_000, 60)) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("points behind the last character, and shows nothing for lines that are not there", () => {
    expect(frame("ab", 1, 3, 0)).toEqual(["> 1 | ab", "    |   ^"]);
    expect(frame("ab", 9, 1, 1)).toEqual([]);
    expect(frame("", 1, 1, 1)).toEqual(["> 1 |", "    | ^"]);
  });

  it("is quick on a line of 10 MB", () => {
    const index = indexLines("x".repeat(10_000_000));
    const started = performance.now();
    renderCodeFrame(
      index,
      [{ code: "name-case", severity: "error", message: "", line: 1, column: 9_000_000, length: 1 }],
      { width: 80, colors },
    );
    expect(performance.now() - started).toBeLessThan(100);
  });

  it("counts lines as diagnostics do", () => {
    const index = indexLines("a\r\nb\rc\nd\n");
    expect([index.count, ...[1, 2, 3, 4].map((line) => index.line(line))]).toEqual([4, "a", "b\rc", "d", ""]);
  });
});
