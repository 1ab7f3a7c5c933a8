import type { ReportedDiagnostic } from "./reported-diagnostic.ts";

/** What was found at one path. */
export interface SkillReport {
  /** As a person would type it, `/` as separator. */
  readonly path: string;
  readonly absolutePath: string;
  /** False for a path at which there is neither a SKILL.md nor a workflow. */
  readonly isSkill: boolean;
  readonly name: string | null;
  readonly valid: boolean;
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** How many diagnostics `--fix` mended; they are not among `diagnostics`. */
  readonly fixed: number;
  /** The file the positions refer to, where it could be read. */
  readonly text?: string;
}

/** Totals of a run. */
export interface CheckSummary {
  skills: number;
  valid: number;
  errors: number;
  warnings: number;
  fixed: number;
}

/** Adds a report to the totals. */
export function addToSummary(summary: CheckSummary, report: SkillReport): void {
  if (report.isSkill) {
    summary.skills++;
    if (report.valid) summary.valid++;
  }
  for (const { severity } of report.diagnostics) {
    if (severity === "error") summary.errors++;
    else if (severity === "warning") summary.warnings++;
  }
  summary.fixed += report.fixed;
}
