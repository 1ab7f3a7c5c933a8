import type { SessionRecord } from "../../workflow/session/session-record.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";

/** How many sessions a server keeps, and for how long. */
export interface SessionLimits {
  readonly maxSessions: number;
  /** Milliseconds without a call. */
  readonly sessionTtl: number;
}

interface KnownSession {
  usedAt: number;
  isOver: boolean;
}

/** Sessions of MCP are told by their ids from those that commands began in the same folder, which are not ours to end. */
const prefix = "mcp-";

/**
 * Keeps count of the sessions that a server began, also before it was restarted, where the store can list them. Those that
 * nobody used for too long are removed; when there are too many, finished ones go first, and no unfinished one ever does.
 */
export class SessionKeeper {
  readonly #store: SessionStore;
  readonly #skill: string;
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownSession>();
  #found: Promise<void> | undefined;
  /** Beginnings that are under way count, too. */
  #beginning = 0;

  constructor(store: SessionStore, skill: string, limits: SessionLimits, now: () => number = Date.now) {
    this.#store = store;
    this.#skill = skill;
    this.#limits = limits;
    this.#now = now;
  }

  newId = (): string => `${prefix}${crypto.randomUUID()}`;

  /** Makes room for one more session and does the work that begins it; undefined, and nothing done, if there is none. */
  async begin<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    this.#beginning++;
    try {
      await this.#findOnce();
      await this.#expire();
      return (await this.#makeRoom()) ? await work() : undefined;
    } finally {
      this.#beginning--;
    }
  }

  /** A session was begun here. */
  add(session: string): void {
    this.#known.set(session, { usedAt: this.#now(), isOver: false });
  }

  /** Somebody has used a session. One that others began, as a command may have, is not ours to end. */
  use(session: string, isOver: boolean): void {
    if (this.#known.has(session)) this.#known.set(session, { usedAt: this.#now(), isOver });
  }

  async #findOnce(): Promise<void> {
    this.#found ??= this.#find();
    try {
      await this.#found;
    } catch (error) {
      this.#found = undefined;
      throw error;
    }
  }

  /** Sessions that an earlier server began. */
  async #find(): Promise<void> {
    for (const session of (await this.#store.list?.()) ?? []) {
      if (!session.startsWith(prefix) || this.#known.has(session)) continue;
      const [first, ...others] = (await this.#store.read(session))?.records ?? [];
      if (first?.type !== "started" || first.skill !== this.#skill) continue;
      const usedAt = Date.parse(lastTime([first, ...others]) ?? first.at);
      this.#known.set(session, { usedAt, isOver: others.some(({ type }) => type === "ended") });
    }
  }

  async #expire(): Promise<void> {
    const oldest = this.#now() - this.#limits.sessionTtl;
    for (const [session, { usedAt }] of this.#known) if (usedAt < oldest) await this.#forget(session);
  }

  async #makeRoom(): Promise<boolean> {
    const { maxSessions } = this.#limits;
    const isFull = (): boolean => this.#known.size + this.#beginning > maxSessions;
    const over = [...this.#known].filter(([, { isOver }]) => isOver);
    for (const [session] of over.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (!isFull()) break;
      await this.#forget(session);
    }
    return !isFull();
  }

  async #forget(session: string): Promise<void> {
    this.#known.delete(session);
    await this.#store.remove(session);
  }
}

function lastTime(records: readonly SessionRecord[]): string | undefined {
  const last = records.findLast((record) => "at" in record);
  return last && "at" in last ? last.at : undefined;
}
