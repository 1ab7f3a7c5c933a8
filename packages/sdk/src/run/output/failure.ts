import { SkillError, type SkillErrorCode } from "../../core/errors.ts";
import { messageOf } from "../../core/message-of.ts";
import type { CliResult, CompletedStep, WorkflowErrorCode, WorkflowFailure } from "../../workflow/results.ts";

/** Every failure of a command, as agents read it; the keys are in the order of the wire format. */
export interface Failure {
  readonly kind: "error";
  readonly error: WorkflowFailure | "internal";
  readonly code: WorkflowErrorCode | SkillErrorCode | "internal";
  readonly step: string;
  readonly message: string;
  readonly hint?: string;
  readonly retry: boolean;
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
  /** Of a session that was kept though its start failed. */
  readonly sessionId?: string;
}

/** A failure on its way to `main`. */
export class CommandFault extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A wrong call, to throw. */
export function usageFault(
  message: string,
  more: { readonly hint?: string; readonly retry?: boolean } = {},
): CommandFault {
  const { hint, retry = false } = more;
  return new CommandFault({
    kind: "error",
    error: "usage",
    code: "usage",
    step: "",
    message,
    ...(hint !== undefined && { hint }),
    retry,
  });
}

/** Whatever was thrown, as a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommandFault) return error.failure;
  const known = SkillError.is(error) ? error.code : undefined;
  const kind = known === undefined ? "internal" : known === "session-conflict" ? "conflict" : "session";
  return {
    kind: "error",
    error: kind,
    code: known ?? "internal",
    step: "",
    message: messageOf(error),
    retry: false,
  };
}

/** A result as it is printed. */
export type WireResult = Exclude<CliResult, { readonly kind: "error" }> | Failure;

/** An engine's result in the order of the wire format; a failure gets the hint of this transport, if there is one. */
export function wireResult(result: CliResult, hint?: string): WireResult {
  if (result.kind !== "error") return result;
  const { kind, error, code, step, message, retry, completed, autoAdvanced } = result;
  const told = hint ?? result.hint;
  return {
    kind,
    error,
    code,
    step,
    message,
    ...(told !== undefined && { hint: told }),
    retry,
    ...(completed && { completed }),
    ...(autoAdvanced && { autoAdvanced }),
  };
}

/** 0: a result, or an answer to mend; 1: a failure; 2: a wrong call. */
export function exitCodeOf(result: { readonly kind: string } | Failure): number {
  if (!isFailure(result) || isMendable(result)) return 0;
  return result.error === "usage" ? 2 : 1;
}

/** Whether a result is a failure. */
export function isFailure(result: { readonly kind: string }): result is Failure {
  return result.kind === "error";
}

/** Whether the agent is to answer the same step again, better. */
export function isMendable({ error, retry }: Failure): boolean {
  return error === "validation" && retry;
}
