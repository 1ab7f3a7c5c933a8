import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { render } from "../../../../../src/workflow/prompt/render/render.ts";

describe("render.table", () => {
  it("shows rows in columns, with icons for a status", () => {
    expect(
      render.table([
        { name: "ci", status: "fail", detail: "no config" },
        { name: "lint", status: "pass" },
      ]),
    ).toBe("| name | status | detail |\n| --- | --- | --- |\n| ci | ❌ fail | no config |\n| lint | ✅ pass |  |");
  });

  it("takes columns and icons", () => {
    const rows = [{ a: 1, b: { c: 2 }, status: "odd" }];
    expect(render.table(rows, { columns: ["b", "a"] })).toBe('| b | a |\n| --- | --- |\n| {"c":2} | 1 |');
    expect(render.table(rows, { columns: ["status"], statusIcons: { odd: "?" } })).toContain("| ? odd |");
    expect(render.table([{ status: "pass" }], { statusIcons: false })).toContain("| pass |");
    expect(render.table([{ state: "pass" }])).toContain("| pass |");
  });

  it("shows values of any kind", () => {
    const row = { a: null, b: undefined, c: Number.NaN, d: new Date(0), e: false, f: 1n };
    expect(render.table([row]).split("\n")[2]).toBe("|  |  | NaN | 1970-01-01T00:00:00.000Z | false | 1 |");
  });

  it("is nothing for no rows", () => {
    expect(render.table([])).toBe("");
  });

  it("keeps bars and line breaks inside of their cell", () => {
    expect(render.table([{ "a|b": "x|y\nz\\|" }])).toBe("| a\\|b |\n| --- |\n| x\\|y<br>z\\\\\\| |");
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.string(), b: fc.string({ unit: fc.constantFrom("|", "\\", "\n", "\r", "x") }) })),
        (rows) => {
          const lines = render.table(rows).split(/[\n\r]/);
          expect(lines).toHaveLength(rows.length === 0 ? 1 : rows.length + 2);
          for (const line of rows.length === 0 ? [] : lines) {
            expect(line.replaceAll(/\\./g, "").split("|")).toHaveLength(4);
          }
        },
      ),
    );
  });
});

describe("render.checklist, render.kv, render.section", () => {
  it("marks what is done", () => {
    expect(
      render.checklist([
        { text: "a", done: true },
        { text: "b\nc", done: false },
      ]),
    ).toBe("✅ a\n⬜ b\n  c");
    expect(render.checklist([])).toBe("");
  });

  it("puts values below one another", () => {
    expect(render.kv({ Name: "Al", Occupation: "x\ny", n: 1 })).toBe(
      "Name        Al\nOccupation  x\n            y\nn           1",
    );
    expect(render.kv({})).toBe("");
  });

  it("puts a heading above", () => {
    expect(render.section("A\nB", "Text.")).toBe("## A B\n\nText.");
    expect(render.section("A", "")).toBe("## A");
  });
});

describe("render.code", () => {
  it("makes a fence that is longer than any inside", () => {
    expect(render.code("x\n", "ts")).toBe("```ts\nx\n```");
    expect(render.code("````\nx\n````")).toBe("`````\n````\nx\n````\n`````");
    expect(render.code("x", "a`\nb")).toBe("```a b\nx\n```");
  });

  it("takes a source of any size", () => {
    expect(render.code("`` ".repeat(200_000))).toHaveLength(600_008);
  });
});

describe("render.diff", () => {
  it("finds what stayed", () => {
    expect(render.diff("a\nb\nc", "new\na\nc\nd")).toBe("--- before\n+++ after\n+new\n a\n-b\n c\n+d");
    expect(render.diff("a", "a")).toBe("--- before\n+++ after\n a");
  });

  it("gives the second text when applied, and the first when taken back", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "-x", "+x"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = render.diff(before.join("\n"), after.join("\n")).split("\n").slice(2);
        const side = (mark: string): string[] =>
          lines.filter((line) => line.startsWith(" ") || line.startsWith(mark)).map((line) => line.slice(1));
        expect(side("+")).toEqual(after);
        expect(side("-")).toEqual(before);
        expect(lines.filter((line) => line.startsWith(" "))).toHaveLength(longestCommon(before, after));
      }),
    );
  });

  it("is bounded for texts of any size", () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `before ${index}`);
    const after = before.map((line) => `${line}!`);
    const start = performance.now();
    const lines = render.diff(`same\n${before.join("\n")}`, `same\n${after.join("\n")}`).split("\n");
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(lines).toHaveLength(60_003);
    expect(lines[2]).toBe(" same");
  });
});

function longestCommon(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0 || after.length === 0) return 0;
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [index, other] of after.entries()) {
      next.push(line === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    }
    row = next;
  }
  return row.at(-1)!;
}
