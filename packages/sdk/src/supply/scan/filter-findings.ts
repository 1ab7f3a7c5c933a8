import type { ScanConfidence, ScanFinding, ScanSeverity } from "./types.ts";

export interface ScanThreshold {
  readonly minSeverity?: ScanSeverity;
  readonly minConfidence?: ScanConfidence;
}

const rank = { low: 0, medium: 1, high: 2 } as const;

/** Findings at or above a threshold. By the rule's own confidence: a reader who was talked into doubt hides nothing. */
export function filterFindings(
  findings: readonly ScanFinding[],
  { minSeverity = "low", minConfidence = "low" }: ScanThreshold,
): ScanFinding[] {
  return findings.filter(
    ({ severity, confidence, reader }) =>
      rank[severity] >= rank[minSeverity] && rank[reader?.ruleConfidence ?? confidence] >= rank[minConfidence],
  );
}
