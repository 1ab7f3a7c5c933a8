import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { assertSkillId, missingResource, refusedSkillId, unknownSkill } from "../../../../src/core/source/skill-id.ts";

describe("refusedSkillId", () => {
  it.each([
    "pdf",
    "team:pdf",
    "a:b:c",
    "group/nested",
    "team:group/nested",
    "c:skill",
    "Ünïcödé 概要",
    "with space",
    "v1.2",
    ".hidden",
    "a?b#c",
    "constructors",
    "__proto",
  ])("takes %j", (id) => expect(refusedSkillId(id)).toBeUndefined());

  it.each([
    "",
    " ",
    ".",
    "..",
    "../outside",
    "good/../../outside",
    "./good",
    "good/",
    "/good",
    "a//b",
    "a\\b",
    "..\\outside",
    "C:",
    "c:/x",
    "C:\\x",
    ":good",
    "good:",
    "team:..",
    "team:../outside",
    "good.",
    "good ",
    "good\0",
    "good\n",
    "%2e%2e",
    "%67ood",
    "\uff0e\uff0e",
    "..\u2215outside",
    "\u2025",
    ".\u200d.",
    "go\u200bod",
    "\u202edoog",
    "\ufeffgood",
    "good\ud800",
    "NUL",
    "team:aux.md",
    "__proto__",
    "constructor",
    "toString",
    "team:hasOwnProperty",
    "file:///etc",
    "http://x",
    "a".repeat(257),
  ])("refuses %j", (id) => expect(refusedSkillId(id)).toEqual(expect.any(String)));

  it.each([undefined, null, 1, {}, ["good"], Object.create(null)])("refuses what is no text", (id) => {
    expect(refusedSkillId(id)).toBe("an id must be a text");
    expect(() => assertSkillId(id as string)).toThrow(SkillError);
  });

  it("takes 256 characters", () => expect(refusedSkillId("a".repeat(256))).toBeUndefined());
});

describe("errors about ids", () => {
  it("carry codes and short facts", () => {
    const long = "x".repeat(5_000);
    const errors = [unknownSkill(long), missingResource(long, long)];
    expect(errors.map(({ code }) => code)).toEqual(["skill-unknown", "resource-missing"]);
    for (const error of errors) {
      expect(error.message.length).toBeLessThan(400);
      for (const fact of Object.values(error.facts)) expect(String(fact).length).toBeLessThanOrEqual(200);
    }
  });

  it("refuse with path-refused", () => {
    expect(() => assertSkillId("../x")).toThrow(expect.objectContaining({ code: "path-refused" }));
    expect(assertSkillId("x")).toBeUndefined();
  });
});
