import { describe, expect, it } from "vitest";
import { packageName } from "../../../src/new/package-name.ts";
import { checkSkillName } from "../../../src/new/skill-name.ts";

describe("checkSkillName", () => {
  it.each([
    ["release-notes", "release-notes"],
    [" tea ", "tea"],
    ["ｔｅａ", "tea"],
    ["敬語-確認", "敬語-確認"],
  ])("takes %j", (given, name) => {
    expect(checkSkillName(given)).toEqual({ name, warnings: [] });
  });

  it.each([
    ["Release_Notes", "name-case", "release-notes"],
    ["releaseNotes", "name-case", "release-notes"],
    ["--release--notes--", "name-hyphen-edge", "release-notes"],
    ["../../etc/passwd", "name-characters", "etc-passwd"],
    ["a b\u001b[31m", "name-characters", "a-b-31m"],
    [`${"long-".repeat(20)}`, "name-too-long", `${"long-".repeat(12)}long`.slice(0, 64)],
    ["...", "name-characters", undefined],
    ["", "name-empty", undefined],
    ["con", "name-device", "con-skill"],
    ["lpt1", "name-device", "lpt1-skill"],
  ])("refuses %j", (given, code, suggestion) => {
    expect(checkSkillName(given)).toMatchObject({ code, suggestion });
  });

  it("warns of names that a vendor keeps for itself", () => {
    expect(checkSkillName("claude-notes")).toMatchObject({
      name: "claude-notes",
      warnings: [expect.stringContaining("claude")],
    });
  });
});

describe("packageName", () => {
  it.each([
    ["release-notes", "release-notes"],
    ["typescript", "typescript-skill"],
    ["tradecraft", "tradecraft-skill"],
    ["übersetzung", "xn--bersetzung-8db"],
    ["敬語", "xn--gdvx14f"],
  ])("of %s is %s", (skill, name) => {
    expect(packageName(skill)).toBe(name);
  });
});
