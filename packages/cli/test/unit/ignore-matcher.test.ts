import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createIgnoreMatcher } from "../../src/config/ignore-matcher.ts";

describe("createIgnoreMatcher", () => {
  it.each([
    ["vendor/skills", "vendor/skills/a/SKILL.md", true],
    ["vendor/skills/", "vendor/skills", true],
    ["./vendor/skills", "vendor/skills/a", true],
    ["vendor/skills", "vendor/skills-own/a", false],
    ["vendor/skills", "x/vendor/skills", false],
    ["fixtures", "a/b/fixtures/c", true],
    ["/fixtures", "a/fixtures", false],
    ["bad-*", "skills/bad-twin/SKILL.md", true],
    ["skills/*/assets", "skills/one/assets/x", true],
    ["skills/*/assets", "skills/one/two/assets", false],
    ["skills/**/assets", "skills/one/two/assets", true],
    ["skills/**/assets", "skills/assets", true],
    ["a.b/c", "aXb/c", false],
    ["**", "anything/at/all", true],
  ])("%s on %s: %s", (pattern, path, ignored) => {
    expect(createIgnoreMatcher([pattern], "/root")(join("/root", path))).toBe(ignored);
  });
});
