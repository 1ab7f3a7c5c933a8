import { expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { failureOf } from "../../../../src/run/output/failure.ts";

it("a conflict is not to be tried again as it is, whoever found it", () => {
  const failure = failureOf(new SkillError("session-conflict", "Somebody was faster."));
  expect(failure).toMatchObject({ error: "conflict", code: "session-conflict", retry: false });
});
