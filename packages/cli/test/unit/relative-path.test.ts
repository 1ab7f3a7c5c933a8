import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { relativePath } from "../../src/report/relative-path.ts";

describe("relativePath", () => {
  it("has slashes on every platform", () => {
    expect(relativePath("/repo", "/repo/skills/a/SKILL.md", posix)).toBe("skills/a/SKILL.md");
    expect(relativePath("C:\\repo", "C:\\repo\\skills\\a\\SKILL.md", win32)).toBe("skills/a/SKILL.md");
    expect(relativePath("C:\\repo", "c:\\Repo\\a", win32)).toBe("a");
    expect(relativePath("/repo", "/repo/back\\slash", posix)).toBe("back\\slash");
  });

  it("knows what lies outside", () => {
    expect(relativePath("/repo", "/other/a", posix)).toBeUndefined();
    expect(relativePath("/repo", "/", posix)).toBeUndefined();
    expect(relativePath("C:\\repo", "D:\\a", win32)).toBeUndefined();
    expect(relativePath("/repo", "/repo/..skills/a", posix)).toBe("..skills/a");
    expect(relativePath("/repo", "/repo", posix)).toBe("");
  });
});
