import type { Reporter } from "./reporter.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";
import { quoteScalar } from "./yaml/quote.ts";

/** Fields that hold prose: there `#12` is a number of an issue and not a comment. */
const PROSE_FIELDS: ReadonlySet<string> = new Set([
  "description",
  "compatibility",
  "license",
  "argument-hint",
  "when_to_use",
]);

/** Gives back to prose values what YAML took for a comment because a ` #` stood before it. */
export function restoreHashes(
  entries: readonly FrontmatterEntry[],
  raw: string,
  repair: boolean,
  reporter: Reporter,
): readonly FrontmatterEntry[] {
  if (!hasComment(entries)) return entries;
  return entries.map((entry) => {
    const { key, valueStart, commentAt } = entry;
    if (commentAt < 0 || !PROSE_FIELDS.has(key) || /^#(?:[#\s!]|$)/.test(raw.slice(commentAt, commentAt + 2)))
      return entry;
    const value = raw.slice(valueStart, endOfLine(raw, commentAt)).trimEnd();
    const end = valueStart + value.length;
    reporter.report("yaml-hash-in-value", {
      message: `YAML reads ${JSON.stringify(raw.slice(commentAt, end))} as a comment; quote the value of \`${key}\` to keep it.`,
      field: key,
      start: commentAt,
      end,
      fix: { title: "Quote the value", edits: [{ start: valueStart, end, text: quoteScalar(value) }] },
    });
    return repair ? { ...entry, commentAt: -1, valueEnd: end, value } : entry;
  });
}

function hasComment(entries: readonly FrontmatterEntry[]): boolean {
  for (const entry of entries) if (entry.commentAt >= 0) return true;
  return false;
}

function endOfLine(raw: string, from: number): number {
  const at = raw.indexOf("\n", from);
  return at < 0 ? raw.length : at;
}
