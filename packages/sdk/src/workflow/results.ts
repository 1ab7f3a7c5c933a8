import type { JsonSchema } from "../core/code/code-tool.ts";

/** What a finished visit of a step left: its answer, what its action gave, and what the store keeps of it. */
export interface CompletedStep {
  readonly step: string;
  readonly response: unknown;
  /** Absent if the step has no action. */
  readonly actionResult?: unknown;
  readonly result: unknown;
  /** Why the action failed for good, when the run went on to `onError`; `result` is then null. */
  readonly error?: string;
}

/** A part of a parallel step that waits for its own answer. */
export interface OpenPart {
  /** How this part is addressed in `advance`: `research#0`, `checks#lint`. */
  readonly step: string;
  readonly prompt: string;
  readonly schema: JsonSchema | null;
}

/** How far a parallel step has come. */
export interface ParallelProgress {
  /** The parallel step itself. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  /** Every part that has no answer yet, the one that the result shows among them; they may be answered in any order. */
  readonly open: readonly OpenPart[];
}

/** The next step: its text, and the JSON Schema of the answer. Keys are in the order of the wire format. */
export interface PromptResult {
  readonly kind: "prompt";
  readonly step: string;
  /** On start, when a sub-skill begins, and when it was asked for again. */
  readonly preamble?: string;
  readonly prompt: string;
  /** null when the step takes no answer, or when its schema cannot be told as JSON Schema. */
  readonly schema: JsonSchema | null;
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
  readonly parallel?: ParallelProgress;
}

/** The end of a run. */
export interface DoneResult<Final = unknown> {
  readonly kind: "done";
  readonly done: true;
  /** The last answer, as the schema of the final output made it; null if there was none. */
  readonly finalOutput: Final;
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
}

/** What kind of failure an `ErrorResult` tells. `validation` is the one that an agent mends by answering again. */
export type WorkflowFailure =
  | "validation"
  | "conflict"
  | "action"
  | "uncertain"
  | "routing"
  | "limit"
  | "prompt"
  | "session"
  | "params"
  | "usage";

/** A refusal or a failure, as data: nothing was lost, and `retry` says whether the same call may be made again. */
export interface ErrorResult {
  readonly kind: "error";
  readonly error: WorkflowFailure;
  readonly code: WorkflowErrorCode;
  readonly step: string;
  readonly message: string;
  readonly retry: boolean;
  /** What to do about it. */
  readonly hint?: string;
  /** Visits that this call finished before it failed. */
  readonly completed?: CompletedStep;
  readonly autoAdvanced?: readonly CompletedStep[];
}

/** A step that leads out of the definition. Ours go there themselves; engines of others may leave it to their caller. */
export interface RedirectResult {
  readonly kind: "redirect";
  /** `subskill:<name>` or `topic:<name>`. */
  readonly redirect: string;
  readonly completed: CompletedStep;
  readonly store: Readonly<Record<string, unknown>>;
}

/** What a call of a workflow gives, on every transport. */
export type CliResult = PromptResult | DoneResult | ErrorResult | RedirectResult;

/** The name that earlier systems use for an error. */
export type ValidationErrorResult = ErrorResult;

/** Every code of an `ErrorResult`; part of the public API. */
export const WORKFLOW_ERROR_CODES = [
  "answer-invalid",
  "step-unknown",
  "step-not-current",
  "session-unknown",
  "session-ended",
  "session-conflict",
  "session-mismatch",
  "params-invalid",
  "action-failed",
  "action-timeout",
  "action-input-invalid",
  "action-output-invalid",
  "action-uncertain",
  "save-failed",
  "store-invalid",
  "next-failed",
  "no-branch",
  "next-unknown",
  "prompt-failed",
  "max-visits",
  "auto-advance-limit",
  "final-output-invalid",
  "history-invalid",
  "back-refused",
  "usage",
] as const;

/** Literal reason of an `ErrorResult`. */
export type WorkflowErrorCode = (typeof WORKFLOW_ERROR_CODES)[number];

/** Whether a result shows a step to answer. */
export function isPrompt(result: CliResult): result is PromptResult {
  return result.kind === "prompt";
}

/** Whether a result ends the run. */
export function isDone(result: CliResult): result is DoneResult {
  return result.kind === "done";
}

/** Whether a result is a refusal or a failure. */
export function isError(result: CliResult): result is ErrorResult {
  return result.kind === "error";
}

/** Whether a result leads to a sub-skill or a topic. */
export function isRedirect(result: CliResult): result is RedirectResult {
  return result.kind === "redirect";
}
