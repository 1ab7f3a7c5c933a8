import { SkillError } from "../../../core/errors.ts";
import type { SessionRecord } from "../../session/session-record.ts";
import { deepFreeze } from "../values/frozen-json.ts";
import { HistoryLog } from "./history-log.ts";
import type { FinishedVisit } from "./reduced.ts";
import { reduceRecord, restoredState } from "./reduce-session.ts";
import type { SessionState } from "./session-state.ts";

/** What a whole log says: the state, and every finished visit that was not undone. */
export interface ReadSession {
  readonly state: SessionState;
  readonly history: HistoryLog;
}

/** Reads a whole log, steps back included. */
export function readSession(log: readonly SessionRecord[]): ReadSession {
  const returns = new Set(log.flatMap((record) => (record.type === "backed" ? [record.to] : [])));
  const points = new Map<number, { readonly state: SessionState; readonly visits: readonly FinishedVisit[] }>();
  let state: SessionState | undefined;
  let visits: FinishedVisit[] = [];
  for (const [index, record] of log.entries()) {
    if (record.type === "backed") {
      const point = points.get(record.to);
      if (!point || !state) throw new SkillError("session-invalid", `Record ${index} leads back to nothing.`);
      state = restoredState(point.state, state, record.at);
      visits = [...point.visits];
    } else {
      const reduced = reduceRecord(state, deepFreeze(record));
      state = reduced.state;
      if (reduced.finished) visits.push(reduced.finished);
    }
    if (returns.has(index + 1)) points.set(index + 1, { state, visits: [...visits] });
  }
  if (!state) throw new SkillError("session-invalid", "The session's log is empty.");
  const history = new HistoryLog();
  for (const visit of visits) history.add(visit);
  return { state, history };
}
