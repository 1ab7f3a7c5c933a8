import { describe, expect, it } from "vitest";
import { wrap } from "../../src/text/wrap.ts";
import { widestLine } from "../helpers/columns.ts";

describe("wrap", () => {
  it("breaks between words", () => {
    expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(wrap("", 9)).toEqual([]);
  });

  it("breaks what has no spaces where the line ends", () => {
    expect(wrap("see abcdefghijkl", 5)).toEqual(["see a", "bcdef", "ghijk", "l"]);
    expect(wrap("日本語のメール", 6)).toEqual(["日本語", "のメー", "ル"]);
  });

  it("cuts at the last line it may have", () => {
    expect(wrap("one two three four five", 9, 2)).toEqual(["one two", "three fo…"]);
    expect(wrap("one two three", 9, 2)).toEqual(["one two", "three"]);
  });

  it("is safe and bounded whatever the text", () => {
    expect(wrap("\u001b[31mred\u202e", 40)).toEqual(["␛[31mred<U+202E>"]);
    const lines = wrap(`x${"\u0301".repeat(100_000)} ${"y".repeat(100_000)}`, 40);
    expect(lines.join("").length).toBeLessThan(25_000);
    expect(widestLine(lines.join("\n"))).toBeLessThanOrEqual(40);
  });
});
