import { describe, expect, it } from "vitest";
import type { PinnedFile } from "../../../../src/core/integrity/skill-file-list.ts";
import { compareFileLists } from "../../../../src/node/pin/compare-file-lists.ts";

const file = (path: string, content = "a", executable = false): PinnedFile => ({
  path,
  size: content.length,
  executable,
  sha256: content.repeat(64).slice(0, 64),
});

describe("compareFileLists", () => {
  it("says nothing about lists that are the same, in any order", () => {
    expect(compareFileLists([file("a"), file("b", "c")], [file("b", "c"), file("a")])).toEqual([]);
  });

  it("names each change once, sorted by path", () => {
    const before = [file("a"), file("gone", "d"), file("old", "e"), file("run", "f")];
    const after = [file("a", "b"), file("new", "c"), file("now", "e"), file("run", "f", true)];
    expect(compareFileLists(before, after)).toEqual([
      { code: "file-changed", path: "a" },
      { code: "file-missing", path: "gone" },
      { code: "file-added", path: "new" },
      { code: "file-renamed", path: "now", from: "old" },
      { code: "mode-changed", path: "run" },
    ]);
  });

  it("takes one file for a renamed one only once", () => {
    expect(compareFileLists([file("a")], [file("b"), file("c")])).toEqual([
      { code: "file-renamed", path: "b", from: "a" },
      { code: "file-added", path: "c" },
    ]);
  });

  it("names a mode that changed along with the content, or with the name", () => {
    expect(compareFileLists([file("a")], [file("a", "b", true)])).toEqual([
      { code: "file-changed", path: "a" },
      { code: "mode-changed", path: "a" },
    ]);
    expect(compareFileLists([file("a")], [file("b", "a", true)])).toEqual([
      { code: "file-renamed", path: "b", from: "a" },
      { code: "mode-changed", path: "b" },
    ]);
  });

  it("leaves modes out where one side does not know them", () => {
    expect(compareFileLists([file("a", "a", true)], [file("a")], { modes: false })).toEqual([]);
  });

  it("notices a size that does not fit its digest", () => {
    const now = { ...file("a"), size: 2 };
    expect(compareFileLists([file("a")], [now])).toEqual([{ code: "file-changed", path: "a" }]);
  });
});
