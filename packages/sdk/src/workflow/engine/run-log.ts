import type { SessionRecord } from "../session/session-record.ts";
import type { HistoryLog } from "./state/history-log.ts";
import type { FinishedVisit } from "./state/reduced.ts";
import type { SessionState } from "./state/session-state.ts";

/** A session as it was found. */
export interface OpenSession {
  readonly state: SessionState | undefined;
  /** Finished visits; undefined while nobody has asked for them. */
  readonly history: HistoryLog | undefined;
  /** How many of them belong to the state. */
  readonly visits: number;
  /** Params as they were validated, by frame. */
  readonly params: Map<number, { readonly given: unknown; readonly made: unknown }>;
}

/** Where a run's records go. */
export interface RunLog {
  /** Appends after `before`, which is the state of the whole log; `after` is what it is then. */
  append(
    records: readonly SessionRecord[],
    change: {
      readonly before: SessionState | undefined;
      readonly after: SessionState;
      readonly finished: readonly FinishedVisit[];
    },
  ): Promise<void>;
  /** The session as it is now. */
  reopen(): Promise<OpenSession>;
  /** The first records. */
  records(count: number): Promise<readonly SessionRecord[]>;
  /** The session as it is after a step back. */
  rewind(): Promise<OpenSession>;
  /** All finished visits up to a state. */
  readHistory(state: SessionState): Promise<HistoryLog>;
}

/** Where a run can be taken back to, as long as nothing was appended. */
export interface RunMark {
  readonly records: number;
  readonly state: SessionState | undefined;
  readonly finished: number;
  readonly events: number;
}
