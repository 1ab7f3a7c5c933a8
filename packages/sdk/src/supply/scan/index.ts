export {
  applyScanBaseline,
  createScanBaseline,
  parseScanBaseline,
  type ScanBaseline,
  type ScanBaselineEntry,
  type ScanBaselineResult,
} from "./baseline.ts";
export { filterFindings, type ScanThreshold } from "./filter-findings.ts";
export { loadScanInput, type LoadScanInputOptions } from "./load-scan-input.ts";
export { SCAN_RULE_COUNT, SCAN_RULES, type ScanCode } from "./scan-rules.ts";
export type { ScanRule } from "./scan-rule.ts";
export { scanSkill, type ScanOptions } from "./scan-skill.ts";
export type { AdditionalFinding, SecondOpinion, SecondReader, SecondReaderRequest } from "./second-reader.ts";
export type {
  ReaderOutcome,
  ReaderRemark,
  ScanConfidence,
  ScanFile,
  ScanFinding,
  ScanInput,
  ScanResult,
  ScanSeverity,
} from "./types.ts";
