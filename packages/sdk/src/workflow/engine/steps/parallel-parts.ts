import { announceWork, workAt } from "../at-work.ts";
import { fault, isConflict, WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import { type Part, splitPart } from "../state/session-state.ts";
import { deepFreeze } from "../values/frozen-json.ts";
import { entriesOf } from "../values/layered-record.ts";
import { positionOf, type Visit, visitAt } from "../visit.ts";
import { isIdempotent } from "./action-of.ts";
import { goOnAfterError } from "./on-error.ts";
import { type ActionCall, runAction } from "./run-action.ts";
import { saveVisit } from "./save-visit.ts";
import { recordAnswer } from "./take-answer.ts";

/** A part of the current step. */
export interface PlacedPart {
  readonly name: string;
  readonly address: string;
  readonly part: Part;
}

/** Parts of the current step, with their addresses. */
export function partsNow(run: SessionRun): readonly PlacedPart[] {
  const { step, parts } = positionOf(run);
  return parts ? entriesOf(parts).map(([name, part]) => ({ name, address: `${step}#${name}`, part })) : [];
}

/** Runs the action of an answered part and keeps its result. */
export async function finishPart(run: SessionRun, visit: Visit, call: ActionCall): Promise<void> {
  try {
    await runAction(run, visit, call);
    // An action saves its part; only if a log was cut right between the two is that left to do.
    if (!(progressOf(run.state, visit.address) as Part).saved) await saveVisit(run, visit);
  } catch (error) {
    return failPart(run, visit, error);
  }
  await run.commit();
}

/** Goes where the author said after a part has failed for good, also when others get on with their parts meanwhile. */
async function failPart(run: SessionRun, visit: Visit, error: unknown): Promise<void> {
  if (!(error instanceof WorkflowFault) || isConflict(error)) throw error;
  await run.commit();
  for (;;) {
    await goOnAfterError(run, visit, error);
    const { sequence } = run;
    try {
      return await run.commit();
    } catch (conflict) {
      if (!isConflict(conflict)) throw conflict;
      await run.refresh();
      if (!isAt(run, visit) || run.sequence === sequence) throw conflict;
    }
  }
}

/**
 * Sees how far the parts have come. `open`: somebody has to answer; `moved`: look again, the session stands elsewhere or the
 * parts are joined. Parts are answered side by side, so that what others did meanwhile is looked at, and waited for.
 */
export async function lookAtParts(run: SessionRun, visit: Visit, call: ActionCall): Promise<"open" | "moved"> {
  const { core, session } = run;
  const pending = partsNow(run).filter(({ part }) => !part.saved);
  if (pending.length === 0) return join(run, visit);
  const answered = pending.filter(({ part }) => part.answer);
  if (answered.length === 0) return "open";
  // Who is at work is asked first: who is not any more has recorded it by then.
  const busy = new Map(answered.map(({ address }) => [address, workAt(core, session, address)]));
  await run.commit();
  await run.refresh();
  if (!isAt(run, visit)) return "moved";
  const left = partsNow(run).filter(({ part }) => !part.saved);
  const idle = left.filter(({ address, part }) => part.answer && busy.get(address) === undefined);
  if (call.resumes && idle[0]) {
    await finishPart(run, await visitAt(run, idle[0].address), call);
    return "moved";
  }
  if (left.some(({ part }) => !part.answer || part.action?.is === "failed")) return "open";
  const [worker] = left.flatMap(({ address }) => busy.get(address) ?? []);
  if (worker) {
    await worker;
    await run.refresh();
    return "moved";
  }
  const [lost] = idle;
  if (lost?.part.action?.is !== "started") return lost ? "open" : "moved";
  const part = await visitAt(run, lost.address);
  if (isIdempotent(part)) await finishPart(run, part, call);
  else await runAction(run, part, call);
  return "moved";
}

/** All parts are done: their results are the step's answer. One call does it, others of this process wait for that. */
async function join(run: SessionRun, visit: Visit): Promise<"moved"> {
  const { core, session } = run;
  // Of this visit alone: one call may come by the same step again.
  const joining = `${visit.address} ${visit.number}`;
  const other = workAt(core, session, joining);
  if (other) {
    await run.commit();
    await other;
    await run.refresh();
    if (!isAt(run, visit)) return "moved";
    if (positionOf(run).answer) return "moved";
  }
  run.endings.push(announceWork(core, session, joining));
  const { parallel } = visit.config;
  if (!parallel) throw fault("step-unknown", visit.address, `"${visit.address}" has no parts any more.`);
  const results = partsNow(run).map(({ name, part }) => [name, part.saved?.result] as const);
  const named = "branches" in parallel;
  const response = deepFreeze(named ? Object.fromEntries(results) : results.map(([, result]) => result));
  recordAnswer(run, visit, { response, auto: true });
  return "moved";
}

function isAt({ state }: SessionRun, { address, number }: Visit): boolean {
  const { position } = state;
  return position?.step === splitPart(address).step && position.visit === number && !position.finished;
}
