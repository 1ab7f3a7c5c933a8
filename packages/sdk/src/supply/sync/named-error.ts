import { SkillError } from "../../core/errors.ts";
import { messageOf } from "../../core/message-of.ts";

/** A failure that says which source it is about. */
export function namedError(source: string, error: unknown): SkillError {
  const code = SkillError.is(error) ? error.code : "source-unavailable";
  const facts = SkillError.is(error) ? error.facts : {};
  return new SkillError(code, `${source}: ${messageOf(error)}`, { facts: { ...facts, source }, cause: error });
}

/** Several failures as one; each keeps its line. */
export function joinedError(errors: readonly SkillError[]): SkillError {
  const [first] = errors;
  if (first === undefined || errors.length === 1) return first ?? new SkillError("source-unavailable", "It failed.");
  return new SkillError(first.code, errors.map(({ message }) => message).join("\n"), {
    facts: { ...first.facts, failures: errors.length },
    cause: first,
  });
}
