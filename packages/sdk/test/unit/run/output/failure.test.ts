import { expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { exitCodeOf, failureOf, usageFault } from "../../../../src/run/output/failure.ts";

it("a conflict is not to be tried again as it is, whoever found it", () => {
  const failure = failureOf(new SkillError("session-conflict", "Somebody was faster."));
  expect(failure).toMatchObject({ error: "conflict", code: "session-conflict", retry: false });
});

it.each([
  ["usage", "usage", 2],
  ["usage", "history-invalid", 2],
  ["usage", "back-refused", 2],
  ["conflict", "step-not-current", 1],
] as const)("the exit code of %s, %s, is %d", (error, code, exit) => {
  expect(exitCodeOf({ ...usageFault("No.").failure, error, code })).toBe(exit);
});
