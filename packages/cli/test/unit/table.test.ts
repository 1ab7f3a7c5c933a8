import { describe, expect, it } from "vitest";
import { createColors } from "../../src/text/colors.ts";
import { createTable } from "../../src/text/table.ts";
import { widestLine } from "../helpers/columns.ts";

const colors = createColors({ env: {} }, { write: () => true }, true);
const columns = [
  { heading: "name", max: 10 },
  { heading: "tokens", align: "right" as const },
  { heading: "about", grows: true },
];
const rows = [
  ["a", "1", "short"],
  ["a-very-long-name", "1234567", "a description that goes on and on, further than any terminal could show it"],
  ["敬語-確認", "12", "日本語のビジネスメールや画面の文言について、敬語の誤り"],
].map((cells) => cells.map((text) => ({ text })));

describe("createTable", () => {
  it("lines up columns by what a terminal shows, and cuts the last to the width", () => {
    const table = createTable(columns, rows, { colors, width: 50 });
    expect([table.header, ...rows.flatMap((row) => table.row(row))]).toEqual([
      "  name         tokens  about",
      "  a                 1  short",
      "  a-very-lo…  1234567  a description that goes on…",
      "  敬語-確認        12  日本語のビジネスメールや画…",
    ]);
  });

  it("gives the last column a line of its own where there is no room beside", () => {
    const table = createTable(columns, rows, { colors, width: 30 });
    const lines = rows.flatMap((row) => table.row(row));
    expect(lines[0]).toBe("  a                 1");
    expect(lines[1]).toBe("    short");
    expect(widestLine(lines.join("\n"))).toBeLessThanOrEqual(30);
  });

  it("makes everything safe", () => {
    const hostile = [{ text: "\u001b[2J" }, { text: "\u202e1" }, { text: "\u0007\nnext" }];
    const table = createTable(columns, [hostile], { colors, width: 80 });
    expect(table.row(hostile)).toEqual(["  ␛[2J  <U+202E>1  ␇␊next"]);
  });
});
