import type { ReaderOutcome, ScanFinding, ScanSeverity } from "@tradecraft/sdk/supply";
import type { OutsideCount } from "./count-outside.ts";

/** What was found in one skill. */
export interface ScanReport {
  /** The skill's folder, as it was given or found. */
  readonly path: string;
  readonly absolutePath: string;
  readonly name: string;
  /** At or above the threshold, and not accepted. */
  readonly findings: readonly ScanFinding[];
  /** Below the threshold. */
  readonly below: number;
  /** Accepted by the baseline. */
  readonly accepted: number;
  readonly files: number;
  readonly bytes: number;
  /** What became of the second reader's answer, where one was asked. */
  readonly reader?: ReaderOutcome;
}

/** A path at which nothing could be scanned. */
export interface ScanProblem {
  readonly path: string;
  readonly absolutePath: string;
  readonly message: string;
}

/** Totals of a scan. */
export interface ScanSummary {
  skills: number;
  files: number;
  findings: Record<ScanSeverity, number>;
  below: number;
  accepted: number;
  problems: number;
  /** Skills for which the second reader failed. */
  unread: number;
  /** What lies at the paths and belongs to no skill that was scanned. */
  outside: OutsideCount;
  readonly rules: number;
}

/** Totals before anything was scanned. */
export function emptySummary(rules: number): ScanSummary {
  const outside = { files: 0, skills: 0, isMore: false };
  const findings = { high: 0, medium: 0, low: 0 };
  return { skills: 0, files: 0, findings, below: 0, accepted: 0, problems: 0, unread: 0, outside, rules };
}

/** Adds a skill to the totals. */
export function addScan(summary: ScanSummary, report: ScanReport): void {
  summary.skills++;
  summary.files += report.files;
  summary.below += report.below;
  summary.accepted += report.accepted;
  if (report.reader?.error !== undefined) summary.unread++;
  for (const { severity } of report.findings) summary.findings[severity]++;
}

/** How many findings count. */
export function countFindings({ findings: { high, medium, low } }: ScanSummary): number {
  return high + medium + low;
}
