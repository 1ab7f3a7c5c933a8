import type { CliResult } from "../results.ts";
import { workAt } from "./at-work.ts";
import type { EngineCore } from "./engine-core.ts";
import { fault, isConflict, WorkflowFault } from "./failure.ts";
import type { SessionRun } from "./session-run.ts";
import { refuseDrift } from "./session-drift.ts";
import { showSession } from "./show-session.ts";
import { effectiveRecords } from "./state/effective-records.ts";
import { splitPart } from "./state/session-state.ts";
import { finishPart, partsNow } from "./steps/parallel-parts.ts";
import { proceed } from "./steps/proceed.ts";
import { checkAnswer, takeAnswer } from "./steps/take-answer.ts";
import { entriesOf } from "./values/layered-record.ts";
import { type Visit, visitAt } from "./visit.ts";
import { findStep, isPromptless } from "./workflow-map.ts";
import type { AdvanceOptions } from "./workflow-engine.ts";

/** Takes an answer and goes on. */
export async function advanceSession(
  run: SessionRun,
  call: Pick<AdvanceOptions, "step" | "output" | "key" | "signal">,
  digest: string,
): Promise<CliResult> {
  refuseDrift(run, digest, call.step);
  const { key, signal } = call;
  // The call was made before, and its end was cut off.
  const again = key !== undefined && key === run.state.openKey;
  if (!again) await answer(run, call);
  try {
    await proceed(run, { signal, resumes: again });
    await run.commit();
  } catch (error) {
    if (!(await wasJoined(run, error))) throw error;
  }
  return showSession(run, { preamble: false });
}

/** Whether all that went wrong is that another engine has joined the parts, and has gone on to where the session waits. */
async function wasJoined(run: SessionRun, error: unknown): Promise<boolean> {
  const joined = run.committed?.position;
  if (!isConflict(error) || !joined?.parts || joined.answer) return false;
  if (!entriesOf(joined.parts).every(([, part]) => part.saved)) return false;
  await run.refresh();
  const { position, ended } = run.state;
  if (ended) return true;
  if (!position || position.answer || position.finished) return false;
  const found = findStep(run.core.definition, position.step);
  if (!found || isPromptless(found.config)) return false;
  return !position.parts || partsNow(run).some(({ part }) => !part.saved);
}

async function answer(run: SessionRun, { step, output, key, signal }: Omit<AdvanceOptions, "session">): Promise<void> {
  refuseWrongStep(run, step);
  const visit = await visitAt(run, step);
  if (isPromptless(visit.config) || run.state.position?.returned) return;
  if (run.state.position?.finished) return answerAgain(run, visit, { output, key });
  const { action } = visit.part === undefined ? (run.state.position ?? {}) : partOf(run, step);
  // Whether it ran is to be found out first; another answer does not change it.
  if (action?.is !== "started") await takeChecked(run, visit, { output, key });
  if (visit.part !== undefined) await finishPart(run, await visitAt(run, step), { signal });
}

/** The visit was over but led nowhere: another answer takes the place of the first. The action has run, and does not again. */
async function answerAgain(
  run: SessionRun,
  visit: Visit,
  answered: { readonly output: unknown; readonly key: string | undefined },
): Promise<void> {
  const response = await checkAnswer(visit, answered.output);
  if (JSON.stringify(response) === JSON.stringify(run.state.position?.answer?.response)) return;
  if (run.state.position?.parts) return;
  const records = effectiveRecords(await run.log.records(run.sequence));
  const saved = records.findLast(({ record }) => record.type === "saved" && record.step === visit.address);
  if (!saved) return;
  await run.backTo(saved.index);
  await takeChecked(run, await visitAt(run, visit.address), answered);
}

async function takeChecked(
  run: SessionRun,
  visit: Visit,
  answered: { readonly output: unknown; readonly key: string | undefined },
): Promise<void> {
  try {
    await takeAnswer(run, visit, answered);
  } catch (error) {
    if (error instanceof WorkflowFault && error.result.code === "answer-invalid") {
      const attempt = countRefusal(run.core, `${run.session} ${visit.address} ${visit.number}`);
      run.tell((nameIn) => ({
        name: "onStepValidationFailed",
        event: { step: nameIn(visit.address), raw: answered.output, error: error.message, attempt },
      }));
    }
    throw error;
  }
}

/** How often answers of one visit were refused, as far as this process knows. */
function countRefusal({ refusals }: EngineCore, visit: string): number {
  if (refusals.size >= 1_000) refusals.clear();
  const count = (refusals.get(visit) ?? 0) + 1;
  refusals.set(visit, count);
  return count;
}

function refuseWrongStep(run: SessionRun, step: string): void {
  const { position, ended } = run.state;
  if (typeof step !== "string" || !findStep(run.core.definition, step))
    throw fault("step-unknown", String(step), `Unknown step "${String(step)}"`);
  if (ended) throw fault("session-ended", step, "The run is over: no step takes an answer.");
  const { step: name, part } = splitPart(step);
  if (!position || position.step !== name) {
    throw fault(
      "step-not-current",
      step,
      `"${step}" is not the current step${position ? `; "${position.step}" is` : ""}.`,
      {
        hint: "Resume the session to see the current step again.",
      },
    );
  }
  if (workAt(run.core, run.session, step))
    throw fault("session-conflict", step, `Another call is working on "${step}".`);
  if (part === undefined) {
    if (!position.parts) return;
    if (position.answer) return;
    const open = partsNow(run).filter((each) => !each.part.saved);
    throw fault("step-not-current", step, `"${step}" is answered part by part.`, {
      hint: `Open: ${open.map(({ address }) => address).join(", ")}`,
    });
  }
  const found = partsNow(run).find(({ address }) => address === step);
  if (!found) throw fault("step-unknown", step, `"${name}" has no part "${part}".`);
  if (found.part.saved) throw fault("step-not-current", step, `"${step}" was answered already.`);
}

function partOf(run: SessionRun, step: string): ReturnType<typeof partsNow>[number]["part"] | Record<string, never> {
  return partsNow(run).find(({ address }) => address === step)?.part ?? {};
}
