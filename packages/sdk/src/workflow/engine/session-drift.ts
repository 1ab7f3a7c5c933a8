import { fault } from "./failure.ts";
import type { SessionRun } from "./session-run.ts";

/** Whether the workflow was changed since the session began. */
export function isDrifted(run: SessionRun, digest: string): boolean {
  return run.state.digest !== digest;
}

/** Refuses to go on with a session of another workflow, or of another version of this one. */
export function refuseDrift(run: SessionRun, digest: string, step: string): void {
  if (!isDrifted(run, digest)) return;
  const { skill } = run.state;
  const { name } = run.core.definition;
  const other =
    skill === name ? "The workflow was changed since the session began." : `The session is one of "${skill}".`;
  throw fault("session-mismatch", step, other, {
    hint: "Start a new session, or resume this one with acceptDrift if the change does not matter to it.",
  });
}
