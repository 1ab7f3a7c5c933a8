import type { CheckSummary } from "../check/skill-report.ts";
import { plural } from "../text/plural.ts";

/** `12 skills, 10 valid, 3 errors, 4 warnings, 2 fixed (0.4 s)`. */
export function summaryLine(summary: CheckSummary, milliseconds: number): string {
  const fixed = summary.fixed === 0 ? "" : `, ${summary.fixed} fixed`;
  const counts = `${plural(summary.errors, "error")}, ${plural(summary.warnings, "warning")}${fixed}`;
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  return `${plural(summary.skills, "skill")}, ${summary.valid} valid, ${counts} (${time})`;
}
