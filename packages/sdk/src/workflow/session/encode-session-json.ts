import { SkillError } from "../../core/errors.ts";

/** A value as one line of JSON; throws `session-invalid` for what JSON cannot hold. */
export function encodeSessionJson(value: unknown, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkillError("session-invalid", `${what} cannot be kept as JSON: ${reason}`, { cause: error });
  }
  if (text !== undefined) return text;
  throw new SkillError("session-invalid", `${what} cannot be kept as JSON: it is ${typeof value}.`);
}

/** A record as one line of JSON, which is always an object: stores use lines of other kinds as marks of their own. */
export function encodeSessionRecord(record: unknown): string {
  const text = encodeSessionJson(record, "A record of a session");
  if (text.startsWith("{")) return text;
  throw new SkillError("session-invalid", "A record of a session must be an object.");
}
