import { contextFor } from "../callbacks.ts";
import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { localName, topFrame } from "../state/session-state.ts";
import { valueOf } from "../values/layered-record.ts";
import { positionOf, stepContext, visitAt } from "../visit.ts";
import { chooseNext } from "./choose-next.ts";
import { goTo } from "./go-to.ts";

/** Goes on from a finished visit. */
export async function leaveVisit(run: SessionRun): Promise<void> {
  const { step, returned, finished } = positionOf(run);
  if (returned) return leaveSubskill(run, step, finished?.response);
  const visit = await visitAt(run, step);
  const target = await chooseNext(run, { address: step, next: visit.config.next }, () => stepContext(run, visit));
  await goTo(run, target, { from: step, response: finished?.response, reason: "next" });
}

/** Goes on where the author said, from a sub-skill that has come back. */
async function leaveSubskill(run: SessionRun, step: string, response: unknown): Promise<void> {
  const frame = topFrame(run.state);
  const name = localName(frame, step);
  const next = run.placeOf(frame).definition.subskills[name]?.next;
  if (next === undefined) throw fault("next-unknown", step, `Nobody said where to go on after "${step}".`);
  const params = await run.paramsOf(frame);
  const attempts = valueOf(frame.visits, name) ?? 0;
  const target = await chooseNext(run, { address: step, next }, () =>
    contextFor(run, { frame: topFrame(run.state), params }, { response, actionResult: undefined, attempts }),
  );
  await goTo(run, target, { from: step, response, reason: "return" });
}
