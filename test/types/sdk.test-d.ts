import { parseSkill, SkillError } from "@tradecraft/sdk";
import type { Diagnostic, ParseSkillResult, SkillManifest } from "@tradecraft/sdk";
import { describe, expectTypeOf, it } from "vitest";

describe("@tradecraft/sdk", () => {
  it("parseSkill takes text and gives a manifest and diagnostics", () => {
    expectTypeOf(parseSkill).parameter(0).toEqualTypeOf<string>();
    expectTypeOf(parseSkill).returns.toEqualTypeOf<ParseSkillResult>();
    expectTypeOf<ParseSkillResult["diagnostics"]>().toEqualTypeOf<Diagnostic[]>();
  });

  it("a manifest cannot be changed by assignment", () => {
    const { manifest } = parseSkill("");
    // @ts-expect-error read-only
    manifest.name = "other";
    expectTypeOf<SkillManifest["allowedTools"]>().toEqualTypeOf<readonly string[] | undefined>();
  });

  it("SkillError.is narrows an unknown error to one with a literal code", () => {
    const error: unknown = undefined;
    if (SkillError.is(error)) expectTypeOf(error.code).extract<"file-missing">().toEqualTypeOf<"file-missing">();
  });
});
