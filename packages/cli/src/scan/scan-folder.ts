import {
  applyScanBaseline,
  filterFindings,
  loadScanInput,
  type ScanFinding,
  scanSkill,
  type SecondReader,
} from "@tradecraft/sdk/supply";
import type { ScanCommandOptions } from "./scan-options.ts";
import type { ScanReport } from "./scan-report.ts";

/** A scan of one folder: what counts, and everything for a baseline. */
export interface FolderScan {
  readonly report: ScanReport;
  readonly all: readonly ScanFinding[];
}

/** Scans one skill's folder. */
export async function scanFolder(
  folder: { readonly path: string; readonly absolutePath: string },
  { minSeverity, minConfidence, baseline }: Pick<ScanCommandOptions, "minSeverity" | "minConfidence" | "baseline">,
  secondReader: SecondReader | undefined,
): Promise<FolderScan> {
  const input = await loadScanInput(folder.absolutePath);
  const result = await scanSkill(input, secondReader === undefined ? {} : { secondReader });
  const { files, bytes, reader } = result;
  const findings = result.findings.map(unsoftened);
  const { findings: open, accepted } =
    baseline === undefined ? { findings, accepted: [] } : applyScanBaseline(findings, baseline);
  const shown = filterFindings(open, { minSeverity, minConfidence });
  const report: ScanReport = {
    ...folder,
    name: input.id,
    findings: shown,
    below: open.length - shown.length,
    accepted: accepted.length,
    files,
    bytes,
    ...(reader !== undefined && { reader }),
  };
  return { report, all: filterFindings(findings, { minSeverity, minConfidence }) };
}

/** A finding as its rule said it: what a reader doubts is shown beside it, and lowers nothing. */
function unsoftened(finding: ScanFinding): ScanFinding {
  return finding.reader === undefined ? finding : { ...finding, confidence: finding.reader.ruleConfidence };
}
