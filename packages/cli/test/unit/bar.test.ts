import { describe, expect, it } from "vitest";
import { createBar } from "../../src/text/bar.ts";

describe("createBar", () => {
  const blocks = createBar({});

  it("draws in eighths of a column, never more than there are", () => {
    expect(blocks(1, 4)).toBe("████");
    expect(blocks(0.5, 4)).toBe("██");
    expect(blocks(0.53, 4)).toBe("██▏");
    expect(blocks(7, 4)).toBe("████");
  });

  it("marks something as more than nothing", () => {
    expect(blocks(0.000_001, 4)).toBe("▏");
    expect(blocks(0, 4)).toBe("");
    expect(blocks(NaN, 4)).toBe("");
    expect(blocks(-1, 4)).toBe("");
  });

  it.each([[{ TERM: "dumb" }], [{ LANG: "C" }], [{ LANG: "de_DE.UTF-8", LC_ALL: "POSIX" }]])(
    "keeps to ASCII with %j",
    (env) => {
      expect(createBar(env)(0.5, 4)).toBe("##");
      expect(createBar(env)(0.01, 4)).toBe("#");
    },
  );

  it.each([[{ LANG: "de_DE.UTF-8" }], [{ LANG: "C", LC_ALL: "C.utf8" }], [{ LANG: "" }]])("has blocks with %j", (env) =>
    expect(createBar(env)(1, 1)).toBe("█"),
  );
});
