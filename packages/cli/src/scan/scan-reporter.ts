import type { ReportFormat } from "../check/check-options.ts";
import type { Colors } from "../text/colors.ts";
import type { ScanProblem, ScanReport, ScanSummary } from "./scan-report.ts";

/** Turns scans into text, piece by piece; '' where there is nothing to say yet. */
export interface ScanReporter {
  skill(report: ScanReport): string;
  problem(problem: ScanProblem): string;
  end(summary: ScanSummary, outcome: ScanOutcome): string;
}

/** How a run ended. */
export interface ScanOutcome {
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  readonly milliseconds: number;
}

/** What reporters know about the run. */
export interface ScanReporterContext {
  readonly colors: Colors;
  readonly width: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

/** Loads the reporter of a format, and only that one. */
export async function createScanReporter(format: ReportFormat, context: ScanReporterContext): Promise<ScanReporter> {
  switch (format) {
    case "pretty":
      return (await import("./pretty.ts")).createPrettyScanReporter(context);
    case "json":
      return (await import("./json.ts")).createJsonScanReporter();
    case "sarif":
      return (await import("./sarif.ts")).createSarifScanReporter(context);
    case "github":
      return (await import("./github.ts")).createGithubScanReporter(context);
  }
}
