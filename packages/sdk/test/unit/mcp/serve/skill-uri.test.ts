import { describe, expect, it } from "vitest";
import { canonicalUri, fileUri, rootUri } from "../../../../src/mcp/serve/publish/skill-uri.ts";

describe("addresses of skills", () => {
  it.each([
    ["a.md", "skill://s/a.md"],
    ["Q&A (größe).md", "skill://s/Q%26A%20(gr%C3%B6%C3%9Fe).md"],
    ["100%.md", "skill://s/100%25.md"],
    ["a#b?c.md", "skill://s/a%23b%3Fc.md"],
    ["敬語/確認.md", "skill://s/%E6%95%AC%E8%AA%9E/%E7%A2%BA%E8%AA%8D.md"],
  ])("encode %s", (path, uri) => {
    expect(fileUri("skill://s", path)).toBe(uri);
    expect(decodeURIComponent(uri)).toBe(`skill://s/${path}`);
  });

  it("cannot hold half of a pair, or dots that lead away", () => {
    expect(fileUri("skill://s", "a\ud800.md")).toBeUndefined();
    expect(fileUri("skill://s", "../a.md")).toBeUndefined();
    expect(fileUri("skill://s", "./a.md")).toBeUndefined();
    expect(rootUri(["a", ".."])).toBeUndefined();
    expect(rootUri(["\udc00"])).toBeUndefined();
  });

  it("have one spelling", () => {
    expect(canonicalUri("skill://s/x/../a.md#part")).toBe("skill://s/a.md");
    expect(canonicalUri("skill://s/%2e%2e/a.md")).toBe("skill://s/a.md");
    for (const uri of ["", "a", "skill://s/a?b", "skill://a b/"]) expect(canonicalUri(uri)).toBeUndefined();
  });
});
