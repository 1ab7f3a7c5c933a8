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
      const found = await this.#look(session);
      if (found) this.#known.set(session, found);
    }
  }

  async #expire(): Promise<void> {
    const isOld = ({ usedAt }: KnownSession): boolean => usedAt < this.#now() - this.#limits.sessionTtl;
    for (const [session, known] of this.#known) if (isOld(known)) await this.#forgetIf(session, isOld);
  }

  async #makeRoom(): Promise<boolean> {
    const { maxSessions } = this.#limits;
    const isFull = (): boolean => this.#known.size + this.#beginning > maxSessions;
    const over = [...this.#known].filter(([, { isOver }]) => isOver);
    for (const [session] of over.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (!isFull()) break;
      await this.#forgetIf(session, ({ isOver }) => isOver);
    }
    return !isFull();
  }

  /** Removes a session if it still is what it was when it was last looked at: another server may have gone on with it. */
  async #forgetIf(session: string, isToGo: (now: KnownSession) => boolean): Promise<void> {
    const found = await this.#look(session);
    const known = this.#known.get(session);
    if (!known) return;
    const now = found && { usedAt: Math.max(found.usedAt, known.usedAt), isOver: found.isOver };
    if (now && !isToGo(now)) {
      this.#known.set(session, now);
      return;
    }
    this.#known.delete(session);
    if (now) await this.#store.remove(session);
  }

  /** What the log says of a session; undefined if it is none of this skill, or gone. */
  async #look(session: string): Promise<KnownSession | undefined> {
    const records = (await this.#store.read(session))?.records ?? [];
    const [first] = records;
    if (first?.type !== "started" || first.skill !== this.#skill) return undefined;
    const last = records.findLast(({ type }) => type === "ended" || type === "backed");
    return { usedAt: Date.parse(lastTime(records) ?? first.at), isOver: last?.type === "ended" };
  }
}

function lastTime(records: readonly SessionRecord[]): string | undefined {
  const last = records.findLast((record) => "at" in record);
  return last && "at" in last ? last.at : undefined;
}
