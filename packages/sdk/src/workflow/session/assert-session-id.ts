import { SkillError } from "../../core/errors.ts";

const sessionId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Whether something can be the id of a session. */
export function isSessionId(session: unknown): boolean {
  return typeof session === "string" && sessionId.test(session);
}

/** Throws `session-invalid` for anything that is no session id. An id comes from an agent and may become a file's name. */
export function assertSessionId(session: string): void {
  if (isSessionId(session)) return;
  const shown = typeof session === "string" ? JSON.stringify(session.slice(0, 80)) : typeof session;
  throw new SkillError(
    "session-invalid",
    `${shown} is no session id: letters, digits, "_" and "-", at most 128, a letter or a digit first.`,
  );
}
