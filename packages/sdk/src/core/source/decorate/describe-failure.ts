import { SkillError } from "../../errors.ts";

/** Why a source failed, in words that are safe to show: other errors' messages may hold addresses and secrets. */
export function describeFailure(error: unknown): string {
  if (SkillError.is(error)) return error.message;
  if (typeof error !== "object" || error === null) return "It threw something that is no error.";
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  const name = error instanceof Error ? error.name : "object";
  return `It threw: ${name}${code}.`;
}
