import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { TextPositions } from "../../../../src/core/format/text-position.ts";
import { codesOf } from "./skill-text.ts";

describe("TextPositions", () => {
  const text = "ab\n\n😀c\r\nd";

  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [4, 3, 1],
    [6, 3, 3],
    [9, 4, 1],
    [10, 4, 2],
  ])("puts offset %i at line %i, column %i", (offset, line, column) => {
    expect(new TextPositions(text).at(offset)).toEqual({ line, column });
  });

  it("answers in any order", () => {
    const positions = new TextPositions(text);
    expect(positions.at(9)).toEqual({ line: 4, column: 1 });
    expect(positions.at(0)).toEqual({ line: 1, column: 1 });
    expect(positions.at(4)).toEqual({ line: 3, column: 1 });
  });
});

describe("places of diagnostics", () => {
  it("count lines of the file with CRLF, a byte order mark and blank lines before the frontmatter", () => {
    const raw = "\uFEFF\r\n---\r\ndescription: 😀 D\r\nname: Bad\r\n---\r\nBody\r\n";
    const { diagnostics } = lintSkill(raw, { quality: false });
    expect(codesOf(diagnostics)).toEqual(["byte-order-mark", "leading-blank-lines", "name-case"]);
    expect(diagnostics[2]).toMatchObject({ line: 4, column: 7, length: 3 });
  });
});
