import type { SessionStore, SessionTail } from "../../workflow/session/session-store.ts";

/**
 * A store for one command, which holds the session's lock: it reads the end of a log once, and nothing before it unless
 * that is asked for. Should somebody without the lock have gone on meanwhile, an append says so: it is made only if the log
 * is as long as believed.
 */
export function tailFirstStore<Store extends SessionStore>(store: Store): Store {
  const tails = new Map<string, SessionTail>();
  const lengths = new Map<string, number>();
  const readTail: SessionStore["readTail"] = async (session) => {
    const tail = tails.get(session) ?? (await store.readTail(session));
    if (tail) tails.set(session, tail);
    return tail;
  };
  return {
    ...store,
    readTail,
    read: async (session, range = {}) => {
      const { from = 0, to } = range;
      if (from > 0 && to === undefined && lengths.get(session) === from) return { records: [], sequence: from };
      const tail = from > 0 ? await readTail(session) : undefined;
      const start = tail ? tail.sequence - tail.records.length : 0;
      if (!tail || from < start) return store.read(session, range);
      return { records: tail.records.slice(from - start, to && Math.max(0, to - start)), sequence: tail.sequence };
    },
    append: async (session, records, expected) => {
      tails.delete(session);
      lengths.delete(session);
      const sequence = await store.append(session, records, expected);
      lengths.set(session, sequence);
      return sequence;
    },
    remove: (session) => {
      tails.delete(session);
      lengths.delete(session);
      return store.remove(session);
    },
  };
}
