import { messageOf } from "../../../core/message-of.ts";
import { sleep } from "../../../core/source/http/with-deadline.ts";
import { announceWork } from "../at-work.ts";
import { fault, WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import type { Progress } from "../state/session-state.ts";
import type { Visit } from "../visit.ts";
import type { ActionDecision } from "../workflow-engine.ts";
import { attemptAction } from "./attempt-action.ts";
import { saveVisit } from "./save-visit.ts";
import { actionOf, checkActionResult, isIdempotent, type ReadyAction } from "./action-of.ts";

/** What a call says about actions. */
export interface ActionCall {
  readonly signal: AbortSignal | undefined;
  /** Gives the caller's decision, to the first action that needs one. */
  readonly decide?: () => ActionDecision | undefined;
  /** What the action of a visit did, when it must not run: nothing runs then. */
  readonly recorded?: (visit: Visit) => RecordedAction | undefined;
  /** The call takes up what others left, and not only what it was given. */
  readonly resumes?: boolean;
}

/** What an action did, as somebody tells it. */
export interface RecordedAction {
  readonly actionResult: unknown;
  readonly error?: string;
}

/** Nobody tells what an action did that must not run. */
export class NothingRecorded extends Error {
  readonly step: string;

  constructor(step: string) {
    super(`Nothing is known of the action of "${step}".`);
    this.step = step;
  }
}

/**
 * Sees to it that the visit's action has a result on record. Nothing happens if it has none, or has one already. Throws a
 * fault when it failed; it is final when the record of it is.
 */
export async function runAction(run: SessionRun, visit: Visit, call: ActionCall): Promise<void> {
  const { action: progress } = progressOf(run.state, visit.address);
  if (visit.unit.action === undefined || progress?.is === "ended") return;
  if (call.recorded) return retell(run, visit, call.recorded(visit));
  // Recorded, and not followed yet: the process died before it could go where the author said.
  if (progress?.is === "failed" && progress.final && visit.config.onError !== undefined)
    throw fault("action-failed", visit.address, progress.message);
  if (progress?.is === "started" && !isIdempotent(visit)) {
    const decision = call.decide?.();
    if (decision !== "run-again") return decided(run, visit, decision);
  }
  let action: ReadyAction | undefined;
  try {
    action = await actionOf(run, visit);
  } catch (error) {
    if (!(error instanceof WorkflowFault)) throw error;
    recordFailure(run, visit, visit.name, { attempt: 0, message: error.message, final: true });
    throw error;
  }
  if (action) await attempts(run, visit, action, call.signal);
}

async function retell(run: SessionRun, visit: Visit, told: RecordedAction | undefined): Promise<void> {
  if (!told) throw new NothingRecorded(visit.address);
  const { actionResult: result, error } = told;
  if (error !== undefined) {
    recordFailure(run, visit, visit.name, { attempt: 1, message: error, final: true });
    throw fault("action-failed", visit.address, error);
  }
  run.record({ type: "action-ended", step: visit.address, visit: visit.number, result, at: run.at() });
  await keepPart(run, visit);
}

const decideHint = 'Find out whether it ran, then resume with a decision: "run-again", "failed", or its result.';

async function decided(
  run: SessionRun,
  visit: Visit,
  decision: Exclude<ActionDecision, "run-again"> | undefined,
): Promise<void> {
  const message = `Nobody knows whether the action of "${visit.address}" ran: the process that ran it did not live to say.`;
  if (decision === undefined) {
    throw fault("action-uncertain", visit.address, message, {
      hint: decideHint,
    });
  }
  if (decision === "failed") {
    recordFailure(run, visit, visit.name, { attempt: 1, message: "It was decided that it failed.", final: true });
    throw fault("action-failed", visit.address, `It was decided that the action of "${visit.address}" failed.`);
  }
  const { action } = visit.unit;
  const output = typeof action === "object" ? action.run.output : undefined;
  const result = await checkActionResult(visit, output, decision.result);
  run.record({ type: "action-ended", step: visit.address, visit: visit.number, result, at: run.at() });
  await keepPart(run, visit);
  await run.commit();
}

/** A part is done with its action, in the same breath: whoever looks at the parts sees it working or done. */
async function keepPart(run: SessionRun, visit: Visit): Promise<void> {
  if (visit.part !== undefined) await saveVisit(run, visit);
}

async function attempts(
  run: SessionRun,
  visit: Visit,
  action: ReadyAction,
  signal: AbortSignal | undefined,
): Promise<void> {
  let over: (() => void) | undefined;
  try {
    await tryUntilFinal(run, visit, action, {
      signal,
      begun: () => (over ??= announceWork(run.core, run.session, visit.address)),
    });
  } finally {
    over?.();
  }
}

async function tryUntilFinal(
  run: SessionRun,
  visit: Visit,
  action: ReadyAction,
  { signal, begun }: { readonly signal: AbortSignal | undefined; readonly begun: () => void },
): Promise<void> {
  const { address: step, number } = visit;
  for (let attempt = firstAttempt(progressOf(run.state, step)); ; attempt++) {
    if (signal?.aborted) throw abortedFault(step, signal);
    run.record({ type: "action-started", step, visit: number, attempt, at: run.at() });
    run.tell((nameIn) => ({ name: "onActionStart", event: { step: nameIn(step), action: action.name, attempt } }));
    await run.commit();
    begun();
    const began = run.core.now().getTime();
    const outcome = await attemptAction(run, visit, action, signal);
    // The log says that it was started, and that is all anybody knows.
    if ("uncertain" in outcome) throw fault("action-uncertain", step, outcome.uncertain, { hint: decideHint });
    if ("result" in outcome) {
      const { result } = outcome;
      run.record({ type: "action-ended", step, visit: number, result, at: run.at() });
      const durationMs = run.core.now().getTime() - began;
      run.tell((nameIn) => ({
        name: "onActionEnd",
        event: { step: nameIn(step), action: action.name, result, durationMs },
      }));
      await keepPart(run, visit);
      return run.commit();
    }
    const { code, message, hopeless = false, aborted = false } = outcome;
    const final = !aborted && (hopeless || attempt > action.retries);
    recordFailure(run, visit, action.name, { attempt, message, final });
    await run.commit();
    if (final || aborted) throw fault(code, step, message);
    await sleep(Math.min(50 * 2 ** (attempt - 1), 2_000), signal).catch(() => {
      throw abortedFault(step, signal);
    });
  }
}

/** Attempts are counted over the end of a process; when the last one has failed for good, they begin anew. */
function firstAttempt({ action }: Progress): number {
  if (action?.is === "started") return action.attempt;
  return action?.is === "failed" && !action.final ? action.attempt + 1 : 1;
}

function abortedFault(step: string, signal: AbortSignal | undefined): WorkflowFault {
  return fault("action-failed", step, `The call was aborted: ${messageOf(signal?.reason)}`);
}

function recordFailure(
  run: SessionRun,
  visit: Visit,
  action: string,
  failure: { readonly attempt: number; readonly message: string; readonly final: boolean },
): void {
  const { address: step, number } = visit;
  run.record({ type: "action-failed", step, visit: number, ...failure, at: run.at() });
  run.tell((nameIn) => ({
    name: "onActionFailed",
    event: { step: nameIn(step), action, attempt: failure.attempt, error: failure.message, final: failure.final },
  }));
}
