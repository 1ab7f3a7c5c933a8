import type { CliResult } from "../results.ts";
import type { SessionRecord } from "../session/session-record.ts";
import { workAt } from "./at-work.ts";
import { fault } from "./failure.ts";
import { refuseDrift } from "./session-drift.ts";
import type { SessionRun } from "./session-run.ts";
import { showSession } from "./show-session.ts";
import { effectiveRecords, type PlacedRecord } from "./state/effective-records.ts";
import { findStep, isPromptless } from "./workflow-map.ts";
import type { BackOptions } from "./workflow-engine.ts";

/** Takes the session back to a step that was answered before, and shows it. What its log says is kept. */
export async function goBack(run: SessionRun, call: BackOptions, digest: string): Promise<CliResult> {
  const here = run.state.position?.step ?? "";
  refuseDrift(run, digest, here);
  if (workAt(run.core, run.session, here))
    throw fault("session-conflict", here, `Another call is working on "${here}".`);
  const records = effectiveRecords(await run.log.records(run.sequence));
  const target = targetOf(run, records, call.to);
  const undone = records.filter(({ index }) => index > target.index);
  if (undone.length > 0) {
    if (call.force !== true) refuseActions(undone, target.record.step);
    await run.backTo(target.index + 1);
  }
  return showSession(run, { preamble: false });
}

type Entered = PlacedRecord & { readonly record: Extract<SessionRecord, { type: "entered" }> };

function targetOf(run: SessionRun, records: readonly PlacedRecord[], to: string | undefined): Entered {
  const { definition } = run.core;
  const { position } = run.state;
  const prompted = records.filter((placed): placed is Entered => {
    if (placed.record.type !== "entered" || hasNoParts(placed.record)) return false;
    const found = findStep(definition, placed.record.step);
    return found !== undefined && !isPromptless(found.config);
  });
  if (to !== undefined) {
    const target = prompted.findLast(({ record }) => record.step === to);
    if (target) return target;
    throw fault("back-refused", to, `"${to}" was not visited, or takes no answer.`);
  }
  // A step that was answered but led nowhere is itself the one to go back to.
  const waits = position !== undefined && !position.answer && !position.finished;
  const current = waits ? records.findLast(({ record }) => record.type === "entered") : undefined;
  const target = prompted.findLast((placed) => placed !== current);
  if (target) return target;
  throw fault("back-refused", position?.step ?? "", "There is no step before this one.");
}

/** A list without elements asked nobody. */
function hasNoParts({ parts }: Entered["record"]): boolean {
  return parts !== undefined && Object.keys(parts).length === 0;
}

function refuseActions(undone: readonly PlacedRecord[], to: string): void {
  for (const [place, { record }] of undone.entries()) {
    const next = undone[place + 1]?.record;
    const uncertain = record.type === "action-started" && (next === undefined || next.type !== "action-failed");
    if (record.type !== "action-ended" && !uncertain) continue;
    throw fault("back-refused", to, `The action of "${record.step}" has run, and is not undone by going back.`, {
      hint: "Undo it yourself and use force; it runs again when its step is answered again.",
    });
  }
}
