import type { SessionPart } from "./session-store.ts";
import type { SessionRecord } from "./session-record.ts";

/** The part of a whole log that a range asks for. Ends outside the log are moved to its ends. */
export function selectRecords(
  records: readonly SessionRecord[],
  range: { readonly from?: number; readonly to?: number } = {},
): SessionPart {
  const { from = 0, to = records.length } = range;
  return { records: records.slice(Math.max(0, from), Math.max(0, to)), sequence: records.length };
}
