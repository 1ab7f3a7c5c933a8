import type { WorkflowErrorCode } from "../../../workflow/results.ts";
import type { CoverageReport } from "../coverage/coverage-report.ts";

/** Why a walk did not come to an end. */
export type WalkFailureReason = "no-schema" | "no-valid-answer" | "error" | "too-many-steps" | "params";

/** A walk that did not come to an end, with all that is needed to see it again. */
export interface WalkFailure {
  readonly reason: WalkFailureReason;
  /** Where it could not get on; empty if it did not begin. */
  readonly step: string;
  readonly message: string;
  /** What the engine said. */
  readonly code?: WorkflowErrorCode;
  /** `walkSkill(definition, { runs: 1, seed })` walks the same way. */
  readonly seed: number;
  readonly params: unknown;
  readonly path: readonly string[];
  /** One answer per question, in order, the one that it stopped at included: `mockModel(answers.map(({ output }) => output))` gives them again. */
  readonly answers: readonly WalkAnswer[];
  /** What generated actions gave, or failed with, in order. */
  readonly actions: readonly WalkAction[];
}

/** An answer of a walk. */
export interface WalkAnswer {
  readonly step: string;
  readonly output: unknown;
}

/** An action that was not run, and what was given instead. */
export interface WalkAction {
  readonly step: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** How random walks through a workflow went. */
export interface WalkReport {
  /** All of them came to an end. */
  readonly ok: boolean;
  readonly seed: number;
  readonly runs: number;
  readonly ended: number;
  readonly failures: readonly WalkFailure[];
  /** Where they went. */
  readonly coverage: CoverageReport;
  toText(): string;
}

/** A report in words; of walks that failed in the same way, one is told. */
export function walkText(report: Omit<WalkReport, "toText">): string {
  const { coverage, ended, failures, runs, seed } = report;
  const kinds = new Map<string, WalkFailure[]>();
  for (const failure of failures) {
    const kind = `${failure.step} ${failure.reason} ${failure.code ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
  }
  return [
    `${coverage.skill}: ${ended} of ${runs} walks came to an end (seed ${seed}).`,
    ...[...kinds.values()].map(failureText),
    coverage.toText(),
  ].join("\n");
}

function failureText([first, ...others]: readonly WalkFailure[]): string {
  if (!first) return "";
  const { reason, step, message, path, answers, params, seed, code } = first;
  const where = step === "" ? "before the first step" : `at "${step}"`;
  return [
    `  ${others.length + 1} × ${where}: ${reason}${code === undefined ? "" : ` (${code})`}: ${message}`,
    `    seed ${seed}, params ${JSON.stringify(params)}`,
    `    path: ${path.length > 0 ? path.join(" → ") : "(none)"}`,
    ...answers.map(({ step: answered, output }) => `    ${answered}: ${JSON.stringify(output)}`),
  ].join("\n");
}
