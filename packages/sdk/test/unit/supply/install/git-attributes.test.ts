import { describe, expect, it } from "vitest";
import { gitAttributes } from "../../../../src/supply/install/git-attributes.ts";

describe("gitAttributes", () => {
  it("adds its lines, changes them, and takes them away again", () => {
    const first = gitAttributes("*.png binary\n", ["pdf", "csv"]);
    expect(first).toBe(
      "*.png binary\n# tradecraft: installed skills, byte by byte\n/csv/** -text\n/pdf/** -text\n# tradecraft: end\n",
    );
    expect(gitAttributes(first, ["pdf", "csv"])).toBe(first);
    expect(gitAttributes(first, [])).toBe("*.png binary\n");
    expect(gitAttributes(gitAttributes(undefined, ["pdf"]), [])).toBeUndefined();
  });
});
