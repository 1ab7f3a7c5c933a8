import { plural } from "../text/plural.ts";
import { countFindings, type ScanSummary } from "./scan-report.ts";

/** What a scan came to; nothing found is said as that, and as nothing more. */
export function scanSummaryLines(summary: ScanSummary, milliseconds: number): string[] {
  const { skills, files, rules, below, accepted, problems, unread, findings, outside } = summary;
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  const count = countFindings(summary);
  const looked = `${plural(skills, "skill")}, ${plural(files, "file")}, ${plural(rules, "rule")} (${time})`;
  const kinds = (["high", "medium", "low"] as const)
    .filter((kind) => findings[kind] > 0)
    .map((kind) => `${findings[kind]} ${kind}`);
  const lines =
    count > 0
      ? [`${plural(count, "finding")} (${kinds.join(", ")}) in ${looked}`]
      : [
          `Nothing found by ${plural(rules, "rule")} in ${plural(skills, "skill")}, ${plural(files, "file")} (${time}). That is no proof that there is nothing.`,
        ];
  if (below > 0)
    lines.push(`  ${below} below the threshold not shown; --min-severity low --min-confidence low shows all`);
  if (accepted > 0) lines.push(`  ${accepted} accepted by the baseline`);
  if (problems > 0) lines.push(`  ${plural(problems, "path")} could not be scanned`);
  if (unread > 0) lines.push(`  the second reader failed for ${plural(unread, "skill")}`);
  const left = [
    ...(outside.files > 0 ? [`${plural(outside.files, "file")} outside skills`] : []),
    ...(outside.skills > 0 ? [`${plural(outside.skills, "skill")} in node_modules`] : []),
  ];
  if (left.length > 0)
    lines.push(`  ${outside.isMore ? "at least " : ""}${left.join(" and ")} not scanned; name the folder to scan it`);
  return lines;
}
