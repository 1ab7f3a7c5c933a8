import { SkillError } from "../../core/errors.ts";
import type { WorkflowDefinition, WorkflowTypes } from "../define/workflow-definition.ts";
import { isSessionId } from "../session/assert-session-id.ts";
import { memorySessionStore } from "../session/memory-session-store.ts";
import { advanceSession } from "./advance-session.ts";
import { conclude } from "./conclude.ts";
import { currentPrompt } from "./current-prompt.ts";
import { digestOfDefinition } from "./digest-of-definition.ts";
import type { EngineCore } from "./engine-core.ts";
import { errorResult } from "./failure.ts";
import { goBack } from "./go-back.ts";
import { noReferences } from "./no-references.ts";
import { ObserverQueue } from "./observer-queue.ts";
import { replayHistory } from "./replay/replay-history.ts";
import { repliedResult, withReply } from "./replied-result.ts";
import { resumeSession } from "./resume-session.ts";
import { SessionRun } from "./session-run.ts";
import { sessionStatus } from "./session-status.ts";
import { HistoryLog } from "./state/history-log.ts";
import { startSession } from "./start-session.ts";
import { Turns } from "./turns.ts";
import { WarmSessions } from "./warm-sessions.ts";
import type { AdvanceOptions, EngineReply, WorkflowEngine, WorkflowEngineOptions } from "./workflow-engine.ts";
import type { CliResult } from "../results.ts";

/** Makes an engine for one workflow. Sessions live in the store; the engine remembers some, and believes the store. */
export function createWorkflowEngine<Types extends WorkflowTypes>(
  definition: WorkflowDefinition<Types>,
  options: WorkflowEngineOptions = {},
): WorkflowEngine<Types["params"]> {
  const onProblem = (where: string, error: unknown): void => {
    try {
      options.onProblem?.({ where, error });
    } catch {
      // There is nobody left to tell.
    }
  };
  const { snapshotEvery = 64, newId = () => crypto.randomUUID() } = options;
  let warm: WarmSessions | undefined;
  /** Made when a call needs it: what replays a history keeps no session. */
  const sessions = (): WarmSessions =>
    (warm ??= new WarmSessions({ store: options.store ?? memorySessionStore(), snapshotEvery, onProblem }));
  const core: EngineCore = {
    definition: definition as WorkflowDefinition,
    refs: options.refs ?? noReferences,
    observers: new ObserverQueue(onProblem),
    maxAutoAdvance: options.maxAutoAdvance ?? 20,
    now: options.now ?? (() => new Date()),
    refusals: new Map(),
    atWork: new Map(),
    rebases: new Turns(),
  };
  const digest = (): Promise<string> => digestOfDefinition(core.definition);

  /** Does a call's work on a session that exists. */
  const onSession = async (session: string, work: (run: SessionRun) => Promise<CliResult>): Promise<EngineReply> => {
    const opened = await openSession(session);
    if (!opened) return unknownSession(session);
    const run = new SessionRun(core, session, sessions().log(session), opened);
    return conclude(run, () => work(run));
  };

  const openSession = async (session: string): ReturnType<WarmSessions["open"]> => {
    try {
      return await sessions().open(session);
    } catch (error) {
      // What cannot be an id is the id of no session.
      if (SkillError.is(error, "session-invalid") && !isSessionId(session)) return undefined;
      throw error;
    }
  };

  const existing = async (session: string): Promise<SessionRun> => {
    const opened = await openSession(session);
    if (!opened) throw new SkillError("session-unknown", `There is no session ${session}.`, { facts: { session } });
    return new SessionRun(core, session, sessions().log(session), opened);
  };

  /** Calls with a key that are under way: the same key joins them. */
  const underWay = new Map<string, Promise<EngineReply>>();

  const advance = (call: AdvanceOptions): Promise<EngineReply> =>
    onSession(call.session, async (run) => advanceSession(run, call, await digest()));

  const advanceOnce = async (call: AdvanceOptions, key: string): Promise<EngineReply> => {
    const told = await repliedResult(sessions(), await openSession(call.session), call.session, key);
    if (told) return told;
    const reply = await onSession(call.session, (run) =>
      withReply(run, key, async () => advanceSession(run, call, await digest())),
    );
    if (reply.result.kind !== "error" || reply.result.code !== "session-conflict") return reply;
    // Somebody was faster; perhaps with the same call.
    return (await repliedResult(sessions(), await openSession(call.session), call.session, key)) ?? reply;
  };

  return {
    start: async (start = {}) => {
      start.signal?.throwIfAborted();
      const session = start.session ?? newId();
      if (!isSessionId(session)) {
        const message = `"${String(session).slice(0, 80)}" cannot be the id of a session.`;
        return { session, sequence: 0, result: errorResult("usage", "", message) };
      }
      const opened = { state: undefined, history: new HistoryLog(), visits: 0, params: new Map() };
      const run = new SessionRun(core, session, sessions().log(session), opened);
      return conclude(run, async () => startSession(run, start, await digest()));
    },
    advance: async (call) => {
      call.signal?.throwIfAborted();
      const { key, session } = call;
      if (key === undefined) return advance(call);
      const name = `${session} ${key}`;
      const other = underWay.get(name);
      if (other) return other;
      const reply = advanceOnce(call, key).finally(() => underWay.delete(name));
      underWay.set(name, reply);
      return reply;
    },
    resume: async (call) => {
      call.signal?.throwIfAborted();
      return onSession(call.session, async (run) => resumeSession(run, call, await digest()));
    },
    back: (call) => onSession(call.session, async (run) => goBack(run, call, await digest())),
    status: async ({ session }) => sessionStatus(await existing(session), await digest()),
    prompt: async ({ session }) => currentPrompt(await existing(session)),
    history: async ({ session }) => (await existing(session)).allVisits(),
    replay: (call) => replayHistory(core, call),
    flush: async () => {
      await core.observers.idle();
      await warm?.idle();
    },
  };
}

function unknownSession(session: string): EngineReply {
  const message = `There is no session "${String(session).slice(0, 80)}".`;
  return { session, sequence: 0, result: errorResult("session-unknown", "", message) };
}
