import type { ErrorResult, WorkflowErrorCode, WorkflowFailure } from "../results.ts";

const kinds: Readonly<Record<WorkflowErrorCode, WorkflowFailure>> = {
  "answer-invalid": "validation",
  "step-unknown": "validation",
  "step-not-current": "conflict",
  "session-unknown": "session",
  "session-ended": "session",
  "session-conflict": "conflict",
  "session-mismatch": "session",
  "params-invalid": "params",
  "action-failed": "action",
  "action-timeout": "action",
  "action-input-invalid": "action",
  "action-output-invalid": "action",
  "action-uncertain": "uncertain",
  "save-failed": "routing",
  "store-invalid": "routing",
  "next-failed": "routing",
  "no-branch": "routing",
  "next-unknown": "routing",
  "prompt-failed": "prompt",
  "max-visits": "limit",
  "auto-advance-limit": "limit",
  "final-output-invalid": "validation",
  "history-invalid": "usage",
  "back-refused": "usage",
  usage: "usage",
};

/** Whether the same call may simply be made again, where the place does not say otherwise. */
const retried: ReadonlySet<WorkflowErrorCode> = new Set<WorkflowErrorCode>([
  "answer-invalid",
  "final-output-invalid",
  "action-failed",
  "action-timeout",
]);

/** A failure on its way to whoever called; its result is the answer. */
export class WorkflowFault extends Error {
  readonly result: ErrorResult;

  constructor(result: ErrorResult) {
    super(result.message);
    this.result = result;
  }
}

/** A failure as a result. */
export function errorResult(
  code: WorkflowErrorCode,
  step: string,
  message: string,
  more: { readonly hint?: string; readonly retry?: boolean } = {},
): ErrorResult {
  const { hint, retry = retried.has(code) } = more;
  return { kind: "error", error: kinds[code], code, step, message, retry, ...(hint !== undefined && { hint }) };
}

/** A failure to throw. */
export function fault(...args: Parameters<typeof errorResult>): WorkflowFault {
  return new WorkflowFault(errorResult(...args));
}

/** Whether a failure says that somebody else has gone on with the session. */
export function isConflict(error: unknown): error is WorkflowFault {
  return error instanceof WorkflowFault && error.result.code === "session-conflict";
}

/** Somebody else has gone on with the session. */
export function conflictFault(step: string | undefined, { message }: Error): WorkflowFault {
  const hint = "Look at the session again (resume), and answer the step that is current then.";
  return fault("session-conflict", step ?? "", message, { hint });
}
