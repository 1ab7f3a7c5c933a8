import { SkillError } from "../../core/errors.ts";
import type { SessionRecord } from "../session/session-record.ts";
import type { SessionStore } from "../session/session-store.ts";
import type { OpenSession, RunLog } from "./run-log.ts";
import { HistoryLog } from "./state/history-log.ts";
import { readSession } from "./state/read-session.ts";
import { reduceRecord } from "./state/reduce-session.ts";
import { fromSnapshot, toSnapshot } from "./state/session-snapshot.ts";
import type { SessionState } from "./state/session-state.ts";
import { deepFreeze } from "./values/frozen-json.ts";

interface WarmSession extends OpenSession {
  readonly state: SessionState;
  /** How many records the newest snapshot covers. */
  readonly snapshotAt: number;
}

/** How a pool of sessions is made. */
export interface WarmSessionsOptions {
  readonly store: SessionStore;
  readonly snapshotEvery: number;
  readonly onProblem: (where: string, error: unknown) => void;
}

const keptWarm = 100;

/** Sessions of a store, some of them remembered. What is remembered is checked with the store each time. */
export class WarmSessions {
  readonly #store: SessionStore;
  readonly #options: WarmSessionsOptions;
  readonly #warm = new Map<string, WarmSession>();
  #snapshots: Promise<void> = Promise.resolve();

  constructor(options: WarmSessionsOptions) {
    this.#options = options;
    this.#store = options.store;
  }

  /** The session as it is now; undefined if there is none. */
  async open(session: string): Promise<WarmSession | undefined> {
    for (;;) {
      const warm = this.#warm.get(session);
      if (!warm) return this.#openCold(session);
      const part = await this.#store.read(session, { from: warm.state.sequence });
      if (this.#warm.get(session) !== warm) continue;
      this.#warm.delete(session);
      if (!part) return undefined;
      if (part.sequence < warm.state.sequence || part.records.some(isBacked)) continue;
      return this.#keep(session, part.records.length === 0 ? warm : readOn(warm, part.records));
    }
  }

  /** A log for runs on a session. */
  log(session: string): RunLog {
    return {
      append: async (records, { before, after, finished }) => {
        try {
          await this.#store.append(session, records, before?.sequence ?? 0);
        } catch (error) {
          this.#warm.delete(session);
          throw error;
        }
        const warm = this.#warm.get(session);
        if (before === undefined ? warm === undefined : warm?.state === before) {
          const history = before === undefined ? new HistoryLog() : warm?.history;
          for (const visit of finished) history?.add(visit);
          const base: WarmSession = warm ?? { state: after, history, visits: 0, params: new Map(), snapshotAt: 0 };
          this.#keep(session, { ...base, state: after, visits: history?.length ?? 0 });
          this.#snapshotIfDue(session);
        }
      },
      reopen: () => this.#reopen(session),
      records: (count) => this.#records(session, count),
      rewind: async () => {
        this.#warm.delete(session);
        const opened = await this.#reopen(session);
        this.#snapshot(session);
        return opened;
      },
      readHistory: async (state) => {
        const { history } = readSession(await this.#records(session, state.sequence));
        const warm = this.#warm.get(session);
        if (warm?.state === state) this.#keep(session, { ...warm, history, visits: history.length });
        return history;
      },
    };
  }

  /** One record of a log. */
  async recordAt(session: string, at: number): Promise<SessionRecord | undefined> {
    const part = await this.#store.read(session, { from: at, to: at + 1 });
    return part?.records[0];
  }

  /** When all snapshots are kept. */
  idle(): Promise<void> {
    return this.#snapshots;
  }

  async #reopen(session: string): Promise<WarmSession> {
    const opened = await this.open(session);
    if (!opened) throw new SkillError("session-unknown", `There is no session ${session} any more.`);
    return opened;
  }

  async #records(session: string, count?: number): Promise<readonly SessionRecord[]> {
    const part = await this.#store.read(session, count === undefined ? {} : { to: count });
    if (!part) throw new SkillError("session-unknown", `There is no session ${session}.`);
    return part.records;
  }

  #snapshot(session: string): void {
    const warm = this.#warm.get(session);
    if (!warm) return;
    this.#warm.set(session, { ...warm, snapshotAt: warm.state.sequence });
    this.#snapshots = this.#snapshots.then(async () => {
      try {
        await this.#store.writeSnapshot(session, toSnapshot(warm.state));
      } catch (error) {
        this.#options.onProblem("snapshot", error);
      }
    });
  }

  #snapshotIfDue(session: string): void {
    const { snapshotEvery } = this.#options;
    const warm = this.#warm.get(session);
    if (!warm || snapshotEvery <= 0) return;
    // A snapshot of many steps costs more, and is made less often: its cost per record stays the same.
    const { base, recent } = warm.state.numbers;
    const due = Math.max(snapshotEvery, (base.size + recent.size) / 4);
    if (warm.state.sequence - warm.snapshotAt >= due) this.#snapshot(session);
  }

  async #openCold(session: string): Promise<WarmSession | undefined> {
    const tail = await this.#store.readTail(session);
    if (!tail) return undefined;
    const { snapshot, records } = tail;
    const state = snapshot && fromSnapshot(snapshot);
    const known = { params: new Map(), snapshotAt: snapshot?.sequence ?? 0 };
    if (state && !records.some(isBacked))
      return this.#keep(session, readOn({ ...known, state, history: undefined, visits: 0 }, records));
    const all = readSession(snapshot ? await this.#records(session) : records);
    return this.#keep(session, { ...known, ...all, visits: all.history.length });
  }

  #keep(session: string, warm: WarmSession): WarmSession {
    this.#warm.delete(session);
    this.#warm.set(session, warm);
    for (const oldest of this.#warm.keys()) {
      if (this.#warm.size <= keptWarm) break;
      this.#warm.delete(oldest);
    }
    return warm;
  }
}

function readOn(warm: WarmSession, records: readonly SessionRecord[]): WarmSession {
  let { state } = warm;
  for (const record of records) {
    const reduced = reduceRecord(state, deepFreeze(record));
    state = reduced.state;
    if (reduced.finished) warm.history?.add(reduced.finished);
  }
  return { ...warm, state, visits: warm.history?.length ?? 0 };
}

function isBacked({ type }: SessionRecord): boolean {
  return type === "backed";
}
