import { applyScanBaseline, filterFindings, loadScanInput, type ScanFinding, scanSkill } from "@tradecraft/sdk/supply";
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
): Promise<FolderScan> {
  const input = await loadScanInput(folder.absolutePath);
  const { findings, files, bytes } = await scanSkill(input);
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
  };
  return { report, all: filterFindings(findings, { minSeverity, minConfidence }) };
}
