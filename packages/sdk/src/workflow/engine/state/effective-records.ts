import type { SessionRecord } from "../../session/session-record.ts";

/** A record, and where it is in the log. */
export interface PlacedRecord {
  readonly record: SessionRecord;
  readonly index: number;
}

/** The records of a whole log that count: without those that a step back has undone, and without the steps back. */
export function effectiveRecords(log: readonly SessionRecord[]): readonly PlacedRecord[] {
  const stretches: PlacedRecord[][] = [];
  let end = log.length;
  for (let index = end - 1; index >= 0; index--) {
    const record = log[index];
    if (record?.type !== "backed") continue;
    stretches.unshift(placed(log, index + 1, end));
    end = Math.min(record.to, index);
    index = end;
  }
  stretches.unshift(placed(log, 0, end));
  return stretches.flat();
}

function placed(log: readonly SessionRecord[], from: number, to: number): PlacedRecord[] {
  return log.slice(from, to).map((record, offset) => ({ record, index: from + offset }));
}
