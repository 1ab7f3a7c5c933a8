import { incomplete, type RawFinding, type Report } from "./report.ts";
import { SCAN_RULES } from "./scan-rules.ts";
import type { ScanSeverity } from "./types.ts";

/** Findings of one code and severity in one file that are listed; the rest is counted in a finding of its own. */
const mostOfOne = 100;
const rank = { low: 0, medium: 1, high: 2 } as const;

/** Collects what rules find in one file, and at the end says what was too much. */
export interface Listing {
  readonly report: Report;
  readonly end: () => readonly RawFinding[];
}

/** A list that many findings of little weight cannot fill up for those of more. */
export function createListing(path: string): Listing {
  const raw: RawFinding[] = [];
  const counts = new Map<string, number>();
  const over = new Map<RawFinding["code"], { count: number; severity: ScanSeverity }>();
  const report: Report = (finding) => {
    const { code, severity = SCAN_RULES[code].severity } = finding;
    const key = `${code} ${severity}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= mostOfOne) {
      raw.push(finding);
      return;
    }
    const known = over.get(code) ?? { count: 0, severity };
    known.count++;
    if (rank[severity] > rank[known.severity]) known.severity = severity;
    over.set(code, known);
  };
  const end = (): readonly RawFinding[] => [
    ...raw,
    ...Array.from(over, ([code, { count, severity }]) =>
      incomplete(path, `${count} more places were found by ${code}, and are not listed`, severity),
    ),
  ];
  return { report, end };
}
