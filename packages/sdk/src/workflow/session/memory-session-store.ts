import { assertSessionId } from "./assert-session-id.ts";
import { encodeSessionJson, encodeSessionRecord } from "./encode-session-json.ts";
import { selectRecords } from "./select-records.ts";
import { sessionConflict, sessionUnknown, snapshotAhead } from "./session-errors.ts";
import type { SessionRecord, SessionSnapshot } from "./session-record.ts";
import type { SessionStore } from "./session-store.ts";

interface Log {
  readonly records: SessionRecord[];
  snapshot?: SessionSnapshot;
}

/** Keeps sessions for as long as the process lives. What it gives is frozen. */
export function memorySessionStore(): SessionStore {
  const logs = new Map<string, Log>();
  return {
    append: async (session, records, expected) => {
      assertSessionId(session);
      // Through JSON, as with a store on a disk: what does not survive it must not seem to.
      const kept = records.map((record) => frozenJson(encodeSessionRecord(record)) as SessionRecord);
      const log: Log = logs.get(session) ?? { records: [] };
      if (log.records.length !== expected) throw sessionConflict(session, expected, log.records.length);
      if (kept.length === 0) return expected;
      for (const record of kept) log.records.push(record);
      logs.set(session, log);
      return log.records.length;
    },
    readTail: async (session) => {
      assertSessionId(session);
      const log = logs.get(session);
      if (log === undefined) return undefined;
      const { records, snapshot } = log;
      const part = selectRecords(records, { from: snapshot?.sequence ?? 0 });
      return snapshot === undefined ? part : { ...part, snapshot };
    },
    read: async (session, range) => {
      assertSessionId(session);
      const log = logs.get(session);
      return log === undefined ? undefined : selectRecords(log.records, range);
    },
    writeSnapshot: async (session, snapshot) => {
      assertSessionId(session);
      const log = logs.get(session);
      if (log === undefined) throw sessionUnknown(session);
      const kept = frozenJson(encodeSessionJson(snapshot, "A snapshot")) as SessionSnapshot;
      if (kept.sequence > log.records.length) throw snapshotAhead(session, kept.sequence, log.records.length);
      if (kept.sequence >= (log.snapshot?.sequence ?? 0)) log.snapshot = kept;
    },
    remove: async (session) => {
      assertSessionId(session);
      return logs.delete(session);
    },
    list: async () => [...logs.keys()],
  };
}

/** Parsed and deep-frozen, without recursion: answers may be nested as deeply as JSON allows. */
function frozenJson(text: string): unknown {
  const root: unknown = JSON.parse(text);
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const part of Object.values(Object.freeze(value))) if (typeof part === "object") open.push(part);
  }
  return root;
}
