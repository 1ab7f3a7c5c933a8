import type { SessionRecord } from "../../../workflow/session/session-record.ts";
import type { SessionStore } from "../../../workflow/session/session-store.ts";

/** A store that also shows what is appended to it. */
export interface RecordingStore {
  readonly store: SessionStore;
  /** Of all sessions, in the order of their appending. */
  readonly records: readonly SessionRecord[];
}

/** Shows what is appended to a store. */
export function recordingStore(inner: SessionStore): RecordingStore {
  const records: SessionRecord[] = [];
  return {
    records,
    store: {
      append: async (session, added, expected) => {
        const sequence = await inner.append(session, added, expected);
        records.push(...added);
        return sequence;
      },
      readTail: (session) => inner.readTail(session),
      read: (session, range) => inner.read(session, range),
      writeSnapshot: (session, snapshot) => inner.writeSnapshot(session, snapshot),
      remove: (session) => inner.remove(session),
      ...(inner.list && { list: async () => (await inner.list?.()) ?? [] }),
    },
  };
}
