import { messageOf } from "../../../core/message-of.ts";
import type { AnyParallel } from "../../define/workflow-definition.ts";
import type { SessionRecord } from "../../session/session-record.ts";
import { callPure, contextFor } from "../callbacks.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { type Frame, outwardName } from "../state/session-state.ts";
import { frozenJson } from "../values/frozen-json.ts";
import { valueOf } from "../values/layered-record.ts";
import { scopedParams } from "../visit.ts";

/** Why a step becomes current. */
export type EntryReason = Extract<SessionRecord, { type: "entered" }>["reason"];

/** Records that a step is current. A frame that is not at work yet begins with it. */
export async function enterStep(
  run: SessionRun,
  frame: Frame,
  name: string,
  { from, reason, to }: { readonly from: string | undefined; readonly reason: EntryReason; readonly to?: string },
): Promise<void> {
  const step = outwardName(frame, name);
  const { steps } = run.placeOf(frame).definition;
  const config = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (!config) throw fault("next-unknown", from ?? step, `There is no step "${step}".`);
  const params = await scopedParams(run, config, frame, step);
  const parts = config.parallel && (await partsOf(run, config.parallel, { frame, params, step }));
  const visit = (valueOf(run.state.numbers, step) ?? 0) + 1;
  const before = run.state.frames;
  run.record({
    type: "entered",
    step,
    visit,
    reason,
    ...(reason === "subskill" && { params: frame.params }),
    ...(parts && { parts }),
  });
  if (from !== undefined) {
    const kind = reason === "subskill" ? "redirect" : "next";
    run.tell(
      (nameIn) => ({ name: "onTransition", event: { from: nameIn(from), to: to ?? nameIn(step), reason: kind } }),
      before,
    );
  }
  run.tell((nameIn) => ({ name: "onStepStart", event: { step: nameIn(step), params } }));
}

async function partsOf(
  run: SessionRun,
  parallel: AnyParallel,
  scope: { readonly frame: Frame; readonly params: unknown; readonly step: string },
): Promise<Readonly<Record<string, unknown>>> {
  if ("branches" in parallel) return Object.fromEntries(Object.keys(parallel.branches).map((name) => [name, null]));
  try {
    const items = frozenJson(await callPure(run, () => parallel.over(contextFor(run, scope, {}))));
    if (!Array.isArray(items)) throw new TypeError("`over` must return a list.");
    return Object.fromEntries((items as unknown[]).map((item, index) => [String(index), item]));
  } catch (error) {
    throw fault("next-failed", scope.step, `The parts of "${scope.step}" cannot be told: ${messageOf(error)}`);
  }
}
