import { fault, type WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { topFrame } from "../state/session-state.ts";
import { positionOf, type Visit, visitAt } from "../visit.ts";
import { entriesOf } from "../values/layered-record.ts";
import { isPromptless } from "../workflow-map.ts";
import { enterStep } from "./enter-step.ts";
import { leaveVisit } from "./leave-visit.ts";
import { goOnAfterError } from "./on-error.ts";
import { lookAtParts } from "./parallel-parts.ts";
import { type ActionCall, runAction } from "./run-action.ts";
import { saveVisit } from "./save-visit.ts";
import { recordAnswer } from "./take-answer.ts";

/** Goes on until the session waits for an answer, or has ended. */
export async function proceed(run: SessionRun, call: ActionCall): Promise<void> {
  for (let passed = 0; !run.state.ended;) {
    if (!run.state.position) {
      await enterEntry(run);
      continue;
    }
    const { step, finished, answer, parts } = positionOf(run);
    if (finished) {
      await leaveVisit(run);
      continue;
    }
    const visit = await visitAt(run, step);
    const alone = isPromptless(visit.config) || (parts && entriesOf(parts).length === 0);
    if (!answer && alone && passed++ >= run.core.maxAutoAdvance) throw tooMany(run, step);
    if (answer) await finishVisit(run, visit, call);
    else if (parts) {
      if ((await lookAtParts(run, visit, call)) === "open") return;
    } else if (alone) recordAnswer(run, visit, { response: Object.freeze({}), auto: true });
    else return;
  }
}

/** Runs the action of an answered visit, saves what it gave, and goes on. */
async function finishVisit(run: SessionRun, visit: Visit, call: ActionCall): Promise<void> {
  try {
    await runAction(run, visit, call);
  } catch (error) {
    return goOnAfterError(run, visit, error);
  }
  await saveVisit(run, visit);
  const { next, action } = visit.config;
  // What was done is on record before anybody decides from it; where nothing was, or nobody does, all is recorded at once.
  if (action !== undefined && (typeof next === "function" || Array.isArray(next))) await run.commit();
}

async function enterEntry(run: SessionRun): Promise<void> {
  const frame = topFrame(run.state);
  await enterStep(run, frame, run.placeOf(frame).definition.entry, { from: undefined, reason: "entry" });
}

function tooMany(run: SessionRun, step: string): WorkflowFault {
  const { maxAutoAdvance } = run.core;
  return fault("auto-advance-limit", step, `More than ${maxAutoAdvance} steps without a prompt followed one another.`, {
    hint: "Resume to go on with as many more, or raise maxAutoAdvance.",
  });
}
