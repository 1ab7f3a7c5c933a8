import { describe, expect, it } from "vitest";
import { assertUnambiguous, foldName } from "../../../../src/core/source/collisions.ts";

describe("foldName", () => {
  it.each([
    ["A.md", "a.md"],
    ["caf\u00e9.md", "cafe\u0301.md"],
    ["CAF\u00c9.md", "cafe\u0301.md"],
    ["STRASSE", "stra\u00dfe"],
    ["\u03a3\u03a3", "\u03c3\u03c2"],
    ["\u212bngstrom", "\u00e5ngstrom"],
  ])("folds %j and %j into one", (a, b) => expect(foldName(a)).toBe(foldName(b)));

  it("keeps different names apart", () => {
    expect(foldName("a.md")).not.toBe(foldName("b.md"));
    expect(foldName("e.md")).not.toBe(foldName("\u00e9.md"));
  });
});

describe("assertUnambiguous", () => {
  it.each([
    ["A.md", ["a.md", "A.md"]],
    ["a.md", ["a.md", "A.md"]],
    ["caf\u00e9", ["caf\u00e9", "cafe\u0301"]],
    ["refs/A.md", ["refs/a.md"]],
  ])("refuses %j among %j", (name, names) => {
    expect(() => assertUnambiguous(name, names)).toThrow(expect.objectContaining({ code: "path-refused" }));
  });

  it("lets a name be that is there once", () => {
    expect(assertUnambiguous("a.md", ["a.md", "b.md", "refs/a.md"])).toBeUndefined();
    expect(assertUnambiguous("a.md", [])).toBeUndefined();
  });
});
