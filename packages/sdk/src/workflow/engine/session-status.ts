import { workAt } from "./at-work.ts";
import { remainingSteps } from "./remaining-steps.ts";
import { isDrifted } from "./session-drift.ts";
import type { SessionRun } from "./session-run.ts";
import { outwardName, type Progress } from "./state/session-state.ts";
import { isIdempotent } from "./steps/action-of.ts";
import { partsNow } from "./steps/parallel-parts.ts";
import { entriesOf } from "./values/layered-record.ts";
import { findStep, isPromptless } from "./workflow-map.ts";
import type { SessionStatus } from "./workflow-engine.ts";

/** Where a session stands. */
export function sessionStatus(run: SessionRun, digest: string): SessionStatus {
  const { state } = run;
  const { position, ended } = state;
  const parts = position?.parts ? partsNow(run) : undefined;
  const drifted = isDrifted(run, digest);
  const remaining = ended || drifted ? undefined : remainingSteps(run);
  return {
    session: run.session,
    skill: state.skill,
    sequence: state.sequence,
    state: stateOf(run),
    ...(position && { step: position.step }),
    ...(parts && { open: parts.filter(({ part }) => !part.saved).map(({ address }) => address) }),
    visits: Object.fromEntries(
      state.frames.flatMap((frame) =>
        entriesOf(frame.visits).map(([name, count]) => [outwardName(frame, name), count]),
      ),
    ),
    ...(remaining !== undefined && { remaining }),
    ...(ended && { finalOutput: ended.finalOutput }),
    startedAt: state.startedAt,
    drifted,
  };
}

function stateOf(run: SessionRun): SessionStatus["state"] {
  const { position, ended } = run.state;
  if (ended) return "ended";
  if (!position || position.finished) return "working";
  const units: readonly { readonly address: string; readonly part: Progress }[] =
    position.parts && !position.answer ? partsNow(run) : [{ address: position.step, part: position }];
  const started = units.filter(({ part }) => part.action?.is === "started");
  const uncertain = started.some(({ address }) => {
    const placed = findStep(run.core.definition, address);
    return !workAt(run.core, run.session, address) && placed !== undefined && !isIdempotent(placed);
  });
  if (uncertain) return "uncertain";
  const placed = findStep(run.core.definition, position.step);
  const waits = units.some(({ part }) => !part.answer || part.action?.is === "failed");
  return waits && (placed === undefined || !isPromptless(placed.config)) ? "waiting" : "working";
}
