import type { WorkflowErrorCode } from "../results.ts";

/** Which call helps after a failure; undefined where the engine's own hint says it. */
export function toolHint(code: WorkflowErrorCode, session: string): string | undefined {
  const again = `start with {"session":${JSON.stringify(session.slice(0, 128))}}`;
  const hints: Partial<Record<WorkflowErrorCode, string>> = {
    "session-unknown": "Call start without a session to begin a new one.",
    "session-ended": "Call start without a session to begin a new one.",
    "session-mismatch": `If the change does not matter to the session: ${again} and "acceptDrift": true. Otherwise begin a new one.`,
    "session-conflict": `${again} shows the step that is current now.`,
    "step-not-current": `${again} shows the current step.`,
    "action-uncertain": `Find out whether it ran, then: ${again} and "decide": "run-again", "failed" or {"result": …}.`,
    "action-failed": `${again} runs it again; another answer to the step does too.`,
    "action-timeout": `${again} runs it again; another answer to the step does too.`,
    "auto-advance-limit": `${again} goes on with as many more.`,
  };
  return hints[code];
}
