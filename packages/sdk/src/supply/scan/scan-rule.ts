import type { ScanConfidence, ScanSeverity } from "./types.ts";

/** What is known about a rule. */
export interface ScanRule {
  readonly title: string;
  /** As it is usually reported; a finding may weigh less where the place is harmless, or more where it is not. */
  readonly severity: ScanSeverity;
  readonly confidence: ScanConfidence;
  readonly looksFor: string;
  readonly limits: string;
  readonly advice: string;
}
