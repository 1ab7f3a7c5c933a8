import type { SessionRecord } from "../../session/session-record.ts";
import type { OpenSession, RunLog } from "../run-log.ts";
import { HistoryLog } from "../state/history-log.ts";
import { readSession } from "../state/read-session.ts";
import type { SessionState } from "../state/session-state.ts";

/** A log of one call, which nobody keeps. */
export function privateLog(): { readonly log: RunLog; readonly opened: OpenSession } {
  const all: SessionRecord[] = [];
  const params: OpenSession["params"] = new Map();
  let history = new HistoryLog();
  let state: SessionState | undefined;
  const opened = (): OpenSession => ({ state, history, visits: history.length, params });
  const log: RunLog = {
    append: async (records, { after, finished }) => {
      state = after;
      all.push(...records);
      for (const visit of finished) history.add(visit);
    },
    reopen: async () => opened(),
    records: async (count) => all.slice(0, count),
    rewind: async () => {
      ({ state, history } = readSession(all));
      return opened();
    },
    readHistory: async () => history,
  };
  return { log, opened: opened() };
}
