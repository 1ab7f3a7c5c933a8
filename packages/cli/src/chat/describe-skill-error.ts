import { SkillError } from "@tradecraft/sdk";
import { oneLine } from "../text/one-line.ts";

/** An error of skills in one line; throws any other. */
export function describeSkillError(error: unknown): string {
  if (!SkillError.is(error)) throw error;
  return `${error.code}: ${oneLine(error.message)}`;
}
