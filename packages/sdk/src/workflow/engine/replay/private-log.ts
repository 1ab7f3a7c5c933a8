import type { OpenSession, RunLog } from "../run-log.ts";
import { HistoryLog } from "../state/history-log.ts";
import type { SessionState } from "../state/session-state.ts";

/** A log of one call, which nobody keeps. */
export function privateLog(): { readonly log: RunLog; readonly opened: OpenSession } {
  const history = new HistoryLog();
  const params: OpenSession["params"] = new Map();
  let state: SessionState | undefined;
  const log: RunLog = {
    append: async (_records, { after, finished }) => {
      state = after;
      for (const visit of finished) history.add(visit);
    },
    reopen: async () => ({ state, history, visits: history.length, params }),
    readHistory: async () => history,
  };
  return { log, opened: { state, history, visits: 0, params } };
}
