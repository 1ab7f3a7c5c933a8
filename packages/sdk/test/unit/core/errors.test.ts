import { SKILL_ERROR_CODES, SkillError } from "@tradecraft/sdk";
import { describe, expect, it, vi } from "vitest";

const error = new SkillError("file-missing", "No such file.", { facts: { path: "/a" }, cause: new Error("ENOENT") });

describe("SkillError", () => {
  it("is an Error with a code, facts and a cause", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "SkillError",
      message: "No such file.",
      code: "file-missing",
      facts: { path: "/a" },
    });
    expect((error.cause as Error).message).toBe("ENOENT");
    expect(new SkillError("edit-overlap", "x").facts).toEqual({});
    expect("cause" in new SkillError("edit-overlap", "x")).toBe(false);
  });

  it("is recognised by code", () => {
    expect(SkillError.is(error)).toBe(true);
    expect(SkillError.is(error, "file-missing")).toBe(true);
    expect(SkillError.is(error, "file-too-large")).toBe(false);
  });

  it.each([
    [null],
    [undefined],
    ["file-missing"],
    [new Error("file-missing")],
    [{ code: "file-missing" }],
    [{ name: "SkillError", code: "file-missing" }],
  ])("is not what looks like one: %j", (other) => expect(SkillError.is(other)).toBe(false));

  it("is recognised across copies of the package", async () => {
    vi.resetModules();
    const copy = (await import("../../../src/core/errors.ts")).SkillError;
    expect(copy).not.toBe(SkillError);
    const theirs = new copy("file-unreadable", "x");
    expect(theirs instanceof SkillError).toBe(false);
    expect(SkillError.is(theirs, "file-unreadable")).toBe(true);
    expect(copy.is(error, "file-missing")).toBe(true);
  });

  it("gives JSON without stack, cause or anything else", () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "file-missing",
      message: "No such file.",
      facts: { path: "/a" },
    });
    expect(Object.keys(error.toJSON())).toEqual(["code", "message", "facts"]);
  });

  it("does not show its marker to those who list its properties", () => {
    expect(Object.getOwnPropertySymbols(Object.assign({}, error))).toEqual([]);
  });

  it("has codes without repetition", () => {
    expect(new Set(SKILL_ERROR_CODES).size).toBe(SKILL_ERROR_CODES.length);
  });
});
