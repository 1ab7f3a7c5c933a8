import { SkillError } from "../../core/errors.ts";

/** What an append throws when the log is not as long as its caller believed. */
export function sessionConflict(session: string, expected: number, sequence: number): SkillError {
  return new SkillError(
    "session-conflict",
    `Session ${session} has ${sequence} records, not ${expected}: somebody else went on with it.`,
    { facts: { session, expected, sequence } },
  );
}

/** What a snapshot of a session that does not exist is answered with. */
export function sessionUnknown(session: string): SkillError {
  return new SkillError("session-unknown", `There is no session ${session}.`, { facts: { session } });
}

/** What a snapshot of records that are not there is answered with. */
export function snapshotAhead(session: string, snapshot: number, sequence: number): SkillError {
  return new SkillError(
    "session-invalid",
    `A snapshot of ${snapshot} records is none of session ${session}, which has ${sequence}.`,
    { facts: { session, snapshot, sequence } },
  );
}
