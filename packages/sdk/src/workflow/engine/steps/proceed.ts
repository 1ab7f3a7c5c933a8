import { fault, type WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { topFrame } from "../state/session-state.ts";
import { positionOf, type Visit, visitAt } from "../visit.ts";
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
    if (answer) await finishVisit(run, visit, call);
    else if (parts) {
      if ((await lookAtParts(run, visit, call)) === "open") return;
    } else if (isPromptless(visit.config)) {
      if (passed++ >= run.core.maxAutoAdvance) throw tooMany(run, step);
      recordAnswer(run, visit, { response: Object.freeze({}), auto: true });
    } else return;
  }
}

/** Runs the action of an answered visit, saves what it gave, and goes on. */
async function finishVisit(run: SessionRun, visit: Visit, call: ActionCall): Promise<void> {
  try {
    await runAction(run, visit, call);
  } catch (error) {
    return goOnAfterError(run, visit, error);
  }
  const mark = run.mark();
  try {
    await saveVisit(run, visit);
    await leaveVisit(run);
  } catch (error) {
    // The visit is not over as long as it leads nowhere: it is saved again, from what is on record.
    run.rollback(mark);
    throw error;
  }
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
