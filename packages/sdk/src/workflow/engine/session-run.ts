import { SkillError } from "../../core/errors.ts";
import type { CompletedStep } from "../results.ts";
import type { SessionRecord } from "../session/session-record.ts";
import type { EngineCore } from "./engine-core.ts";
import { conflictFault, fault } from "./failure.ts";
import { frameParams } from "./frame-params.ts";
import { type MakeEvent, observerCalls } from "./observer-calls.ts";
import { fits } from "./rebase-parts.ts";
import type { OpenSession, RunLog, RunMark } from "./run-log.ts";
import { readSession } from "./state/read-session.ts";
import { reduceRecord, restoredState } from "./state/reduce-session.ts";
import type { FinishedVisit } from "./state/reduced.ts";
import type { Frame, SessionState } from "./state/session-state.ts";
import { deepFreeze } from "./values/frozen-json.ts";
import { placeAt, type WorkflowPlace } from "./workflow-map.ts";

/**
 * One call's work on a session. Records change `state` at once and are appended together by `commit`, before anything is
 * told to the outside or done in it.
 */
export class SessionRun {
  readonly core: EngineCore;
  readonly session: string;
  readonly log: RunLog;
  /** To be called when the call is over, however it ends. */
  readonly endings: (() => void)[] = [];
  /** Observers are told nothing. */
  silent = false;
  /** Visits that this run has finished are on record. */
  hasFinished = false;
  /** Changes whenever finished visits come or go: a view of the store holds for one age. */
  age = 0;
  /** Callbacks want finished visits that were not read. */
  historyWanted = false;
  #opened: OpenSession;
  #committed: SessionState | undefined;
  #state: SessionState | undefined;
  #records: SessionRecord[] = [];
  #finished: FinishedVisit[] = [];
  #events: (() => void)[] = [];
  /** Finished visits that this run has committed itself. */
  #own: FinishedVisit[] = [];

  constructor(core: EngineCore, session: string, log: RunLog, opened: OpenSession) {
    this.core = core;
    this.session = session;
    this.log = log;
    this.#opened = opened;
    this.#committed = this.#state = opened.state;
  }

  get state(): SessionState {
    if (!this.#state) throw new SkillError("session-unknown", `There is no session ${this.session}.`);
    return this.#state;
  }

  /** The state without what is not appended yet. */
  get committed(): SessionState | undefined {
    return this.#committed;
  }

  /** How many records the log holds, as far as this run knows. */
  get sequence(): number {
    return this.#committed?.sequence ?? 0;
  }

  at(): string {
    return this.core.now().toISOString();
  }

  record(record: SessionRecord): void {
    const { state, finished } = reduceRecord(this.#state, deepFreeze(record));
    this.#state = state;
    this.#records.push(record);
    if (!finished) return;
    this.#finished.push(finished);
    this.age++;
  }

  /** Tells observers of every workflow that is at work here, once the records are safe. */
  tell(make: MakeEvent, frames: readonly Frame[] = this.state.frames): void {
    if (!this.silent) this.#events.push(...observerCalls(this.core, frames, make));
  }

  mark(): RunMark {
    const { length: records } = this.#records;
    return { records, state: this.#state, finished: this.#finished.length, events: this.#events.length };
  }

  /** Forgets what was recorded since. */
  rollback(mark: RunMark): void {
    this.age++;
    this.#records.length = mark.records;
    this.#finished.length = mark.finished;
    this.#events.length = mark.events;
    this.#state = mark.state;
  }

  /** Appends what was recorded. Throws a fault `session-conflict` if somebody else has gone on with the session. */
  async commit(): Promise<void> {
    if (this.#records.length > 0) {
      const refused = await this.#append();
      if (refused) await this.core.rebases.take(this.session, () => this.#appendBehind(refused));
    }
    for (const event of this.#events.splice(0)) event();
  }

  /** Takes the session back to where its log held so many records. */
  async backTo(to: number): Promise<void> {
    const at = this.at();
    const { state } = readSession(await this.log.records(to));
    this.#state = restoredState(state, this.state, at);
    this.#records.push({ type: "backed", to, at });
    await this.commit();
    this.#adopt(await this.log.rewind());
  }

  /** Takes what was finished so far as known to whoever called. */
  beginAnew(): void {
    this.hasFinished = false;
    const { completed: _, ...rest } = this.state;
    this.#own = [];
    this.#opened = { ...this.#opened, visits: this.#opened.history?.length ?? 0 };
    this.#committed = this.#state = { ...rest, autoAdvanced: [] };
  }

  /** Takes up the session as it is now, when another call has changed it; what this one has not committed is forgotten. */
  async refresh(): Promise<void> {
    this.#adopt(await this.log.reopen());
    this.#events = [];
  }

  /** Finished visits of a frame; undefined, and noted, if they were not read yet. */
  visitsOf(frame: Frame, step?: string): readonly CompletedStep[] | undefined {
    const { history, visits } = this.#opened;
    if (!history) {
      this.historyWanted = true;
      return undefined;
    }
    const own = [...this.#own, ...this.#finished].filter(
      (finished) => finished.frame === frame.id && (step === undefined || finished.visit.step === step),
    );
    return [...history.of(frame.id, visits, step), ...own.map(({ visit }) => visit)];
  }

  /** All finished visits of the session. */
  async allVisits(): Promise<readonly CompletedStep[]> {
    await this.loadHistory();
    const { history, visits } = this.#opened;
    return [
      ...(history?.visits.slice(0, visits) ?? []),
      ...[...this.#own, ...this.#finished].map(({ visit }) => visit),
    ];
  }

  async loadHistory(): Promise<void> {
    this.historyWanted = false;
    if (this.#opened.history || !this.#committed) return;
    const history = await this.log.readHistory(this.#committed);
    this.#opened = { ...this.#opened, history, visits: history.length };
    this.#own = [];
  }

  placeOf(frame: Frame): WorkflowPlace {
    const place = placeAt(this.core.definition, frame.path);
    if (!place) throw fault("step-unknown", frame.path, `There is no sub-skill "${frame.path}".`);
    return place;
  }

  /** The params of a frame, as its schema makes them. */
  paramsOf(frame: Frame): Promise<unknown> {
    const step = this.#state?.position?.step ?? frame.path;
    return frameParams(this.#opened.params, this.placeOf(frame).definition, { frame, step });
  }

  /** Appends what was recorded; gives the conflict if others have appended meanwhile. */
  async #append(): Promise<SkillError | undefined> {
    try {
      await this.log.append(this.#records, { before: this.#committed, after: this.state, finished: this.#finished });
    } catch (error) {
      if (SkillError.is(error, "session-conflict")) return error;
      throw error;
    }
    this.#committed = this.#state;
    this.#own.push(...this.#finished);
    this.hasFinished ||= this.#finished.length > 0;
    this.#records = [];
    this.#finished = [];
    return undefined;
  }

  /** Appends behind what others have appended, for as long as it fits there: each of them has got on, so it comes to an end. */
  async #appendBehind(conflict: SkillError): Promise<void> {
    let refused: SkillError | undefined = conflict;
    for (let idle = 0; refused;) {
      const { sequence } = this;
      const step = this.#committed?.position?.step;
      if (idle > idleTries || !(await this.#rebase())) throw conflictFault(step, refused);
      idle = this.sequence > sequence ? 0 : idle + 1;
      refused = await this.#append();
    }
  }

  /** Tries to fit what was recorded behind what others have appended meanwhile. */
  async #rebase(): Promise<boolean> {
    const records = this.#records;
    if (!this.#committed) return false;
    const opened = await this.log.reopen().catch((error: unknown) => {
      if (SkillError.is(error, "session-unknown")) return undefined;
      throw error;
    });
    if (!opened?.state || !fits(records, this.#committed, opened.state)) return false;
    this.#adopt(opened);
    for (const record of records) this.record(record);
    return true;
  }

  #adopt(opened: OpenSession): void {
    this.age++;
    this.#opened = opened;
    this.#committed = this.#state = opened.state;
    this.#records = [];
    this.#finished = [];
    this.#own = [];
  }
}

/** How often a store may refuse records though nobody has appended any. */
const idleTries = 5;
