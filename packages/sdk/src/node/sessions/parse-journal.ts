import type { SessionRecord } from "../../workflow/session/session-record.ts";
import { isCommitOf, type JournalCommit, parseCommit } from "./journal-commit.ts";

/** What a part of a journal holds. */
export interface ParsedJournal {
  readonly records: readonly SessionRecord[];
  /** The last commit that is whole. */
  readonly last: JournalCommit;
  /** There is more behind a place that cannot be read, which no crash leaves. */
  readonly damaged: boolean;
}

const newline = 10;
const bracket = 91;

/** Reads the bytes of a journal that follow a commit. An append that was cut off at the end is left out. */
export function parseJournal(bytes: Buffer, after: JournalCommit): ParsedJournal {
  const records: SessionRecord[] = [];
  let last = after;
  let start = 0;
  let lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(newline, at) + 1;
    if (end === 0) break;
    if (bytes[at] === bracket) {
      const commit = parseCommit(bytes.toString("latin1", at, end), after.end + end);
      const batch = parseAppend(commit, bytes.subarray(start, at), lines, last);
      if (commit === undefined || batch === undefined) return { records, last, damaged: end < bytes.length };
      for (const record of batch) records.push(record);
      last = commit;
      start = end;
      lines = [];
    } else lines.push(bytes.subarray(at, end));
    at = end;
  }
  return { records, last, damaged: false };
}

function parseAppend(
  commit: JournalCommit | undefined,
  body: Buffer,
  lines: readonly Buffer[],
  last: JournalCommit,
): SessionRecord[] | undefined {
  if (commit === undefined || commit.count !== lines.length || !isCommitOf(commit, body, last)) return undefined;
  return lines.map((line) => JSON.parse(line.toString()) as SessionRecord);
}
