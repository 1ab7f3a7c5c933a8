import type { ErrorResult } from "../../workflow/results.ts";
import type { RunProgress } from "./run-progress.ts";

/** Why a run in a test stopped before its end. */
export type WorkflowTestErrorCode =
  | "answer-missing"
  | "answers-exhausted"
  | "answer-refused"
  | "run-failed"
  | "too-many-steps"
  | "stub-unknown"
  | "action-unstubbed"
  | "usage";

/** What a `WorkflowTestError` knows beyond its message. */
export interface WorkflowTestErrorFacts {
  readonly step?: string | undefined;
  readonly visit?: number | undefined;
  /** What the engine said. */
  readonly result?: ErrorResult | undefined;
  /** What had happened until then. */
  readonly run?: RunProgress | undefined;
  readonly cause?: unknown;
}

/** A run in a test that stopped before its end. */
export class WorkflowTestError extends Error {
  override readonly name: string = "WorkflowTestError";
  readonly code: WorkflowTestErrorCode;
  readonly step: string | undefined;
  readonly visit: number | undefined;
  readonly result: ErrorResult | undefined;
  readonly run: RunProgress | undefined;

  constructor(code: WorkflowTestErrorCode, message: string, facts: WorkflowTestErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.step = facts.step;
    this.visit = facts.visit;
    this.result = facts.result;
    this.run = facts.run;
  }
}
