import type { SessionRecord } from "../../workflow/session/session-record.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";
import { expectEqual } from "../source-contract/expect.ts";

/** What a case works with. */
export interface SessionCaseContext {
  readonly store: SessionStore;
  /** Another store of the same sessions, if there can be one; else the same. */
  readonly other: SessionStore;
}

/** The body of a case, before it is bound to a factory. */
export type SessionCaseBody = readonly [name: string, body: (context: SessionCaseContext) => Promise<void>];

/** A record that can be told from others. */
export function recordOf(label: unknown): SessionRecord {
  return { type: "answered", step: "ask", visit: 1, response: label, at: "2026-01-01T00:00:00.000Z" };
}

/** Records with these numbers, up to the second. */
export function recordsFrom(from: number, to: number): SessionRecord[] {
  return Array.from({ length: to - from }, (_, at) => recordOf(from + at));
}

/** Throws unless both stores give exactly these records, whole and as the tail of a session without a snapshot. */
export async function expectLog(
  { store, other }: SessionCaseContext,
  session: string,
  records: readonly SessionRecord[],
  what: string,
): Promise<void> {
  const whole = { records, sequence: records.length };
  for (const each of [store, other]) {
    const part = await each.read(session);
    expectEqual({ records: part?.records, sequence: part?.sequence }, whole, what);
    const tail = await each.readTail(session);
    expectEqual({ records: tail?.records, sequence: tail?.sequence }, whole, `${what} (the tail)`);
  }
}
