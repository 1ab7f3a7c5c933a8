import type { WorkflowErrorCode } from "../../workflow/results.ts";

/** What to type about a failure in a session; undefined where the engine's own hint says it. */
export function sessionHint(code: WorkflowErrorCode, session: string): string | undefined {
  const hints: Partial<Record<WorkflowErrorCode, string>> = {
    "session-mismatch": `If the change does not matter to the session: resume --session ${session} --accept-drift. Otherwise start a new one.`,
    "action-uncertain": `Find out whether it ran, then: resume --session ${session} --decide run-again, --decide failed, or --decide '{"result":…}'.`,
    "step-not-current": `resume --session ${session} shows the current step.`,
    "action-failed": `resume --session ${session} runs it again; another answer to the step does too.`,
    "action-timeout": `resume --session ${session} runs it again; another answer to the step does too.`,
    "auto-advance-limit": `resume --session ${session} goes on with as many more.`,
    "session-ended": "Start a new session, or go back to a step: back --session ID --to STEP.",
  };
  return hints[code];
}
