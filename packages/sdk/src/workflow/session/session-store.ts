import type { SessionRecord, SessionSnapshot } from "./session-record.ts";

/** A part of a session's log. */
export interface SessionPart {
  /** Records from `from` on, in order. */
  readonly records: readonly SessionRecord[];
  /** How many records the log holds. */
  readonly sequence: number;
}

/** What a store gives to go on with a session. */
export interface SessionTail extends SessionPart {
  /** The newest snapshot; `records` are those after it. */
  readonly snapshot?: SessionSnapshot;
}

/** Where sessions live: append-only logs with snapshots. Ids match `/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/`. */
export interface SessionStore {
  /**
   * Appends all records or none, if the log holds exactly `expected` records (0 makes a new session). Otherwise throws a
   * `SkillError` with the code `session-conflict`. They are safe on the medium when it resolves.
   */
  append(session: string, records: readonly SessionRecord[], expected: number): Promise<number>;
  /** The newest snapshot and what came after it; undefined for a session that does not exist. */
  readTail(session: string): Promise<SessionTail | undefined>;
  /** Records `from` (inclusive) to `to` (exclusive); all by default. */
  read(session: string, range?: { readonly from?: number; readonly to?: number }): Promise<SessionPart | undefined>;
  /** Keeps a snapshot; an older one than the store has is ignored. */
  writeSnapshot(session: string, snapshot: SessionSnapshot): Promise<void>;
  /** Forgets a session; false if there was none. */
  remove(session: string): Promise<boolean>;
  /** Ids of sessions, in any order. */
  list?(): Promise<readonly string[]>;
}
