import type { CliResult } from "../../results.ts";
import { advanceSession } from "../advance-session.ts";
import { conclude } from "../conclude.ts";
import { digestOfDefinition } from "../digest-of-definition.ts";
import type { EngineCore } from "../engine-core.ts";
import { WorkflowFault } from "../failure.ts";
import { SessionRun } from "../session-run.ts";
import { showSession } from "../show-session.ts";
import { recordStart } from "../start-session.ts";
import { finishPart } from "../steps/parallel-parts.ts";
import { proceed } from "../steps/proceed.ts";
import { NothingRecorded, type RecordedAction } from "../steps/run-action.ts";
import { checkAnswer, recordAnswer } from "../steps/take-answer.ts";
import { type Visit, visitAt } from "../visit.ts";
import type { ReplayOptions } from "../workflow-engine.ts";
import { readHistory, type ToldHistory, type ToldVisit, wrongEntry } from "./history-entries.ts";
import { privateLog } from "./private-log.ts";
import { mayBeOutput } from "./may-be-output.ts";

/** The stateless mode: goes again through what a client tells, without acting, and takes its answer. */
export async function replayHistory(core: EngineCore, call: ReplayOptions): Promise<CliResult> {
  call.signal?.throwIfAborted();
  const { log, opened } = privateLog();
  const run = new SessionRun(core, crypto.randomUUID(), log, opened);
  const { result } = await conclude(run, async () => {
    const digest = await digestOfDefinition(core.definition);
    run.silent = true;
    await recordStart(run, call, digest);
    const told = readHistory(core.definition, call.history ?? []);
    const missing = await retrace(run, told);
    await run.commit();
    // What passed by itself before anything was told is news, as on start.
    if (told.answered.length + told.passed.length > 0) run.beginAnew();
    run.silent = false;
    const { answer, signal } = call;
    if (answer) {
      if (missing) throw wrongEntry(told.answered.length + told.passed.length, missing, `"${missing}" is missing`);
      return advanceSession(run, { ...answer, ...(signal && { signal }) }, digest);
    }
    await proceed(run, { signal });
    await run.commit();
    return showSession(run, { preamble: call.preamble === true });
  });
  return result;
}

/** Goes through a history; gives the step with an action that the history does not tell of, if it stops there. */
async function retrace(run: SessionRun, { answered, passed }: ToldHistory): Promise<string | undefined> {
  const left = [...passed];
  let now: ToldVisit | undefined;
  const recorded = (visit: Visit): RecordedAction | undefined => {
    if (now?.step === visit.address) return now;
    const at = left.findIndex(({ step }) => step === visit.address);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  let missing = await goOn(run, recorded);
  for (const entry of answered) {
    if (missing !== undefined) throw wrongEntry(entry.index, entry.step, `"${missing}" should come before it`);
    now = entry;
    await answerAgain(run, entry, recorded);
    missing = await goOn(run, recorded);
    now = undefined;
  }
  await refuseSurplus(run, passed);
  return missing;
}

async function goOn(
  run: SessionRun,
  recorded: (visit: Visit) => RecordedAction | undefined,
): Promise<string | undefined> {
  try {
    await proceed(run, { signal: undefined, recorded });
    return undefined;
  } catch (error) {
    if (error instanceof NothingRecorded) return error.step;
    throw error;
  }
}

async function answerAgain(
  run: SessionRun,
  entry: ToldVisit,
  recorded: (visit: Visit) => RecordedAction | undefined,
): Promise<void> {
  const { position, ended } = run.state;
  const parts = position?.parts;
  const [step] = entry.step.split("#");
  if (ended) throw wrongEntry(entry.index, entry.step, "the run is over before it");
  if (position?.step !== step || (entry.step !== step) !== (parts !== undefined))
    throw wrongEntry(entry.index, entry.step, `"${entry.step}" is not the current step, "${position?.step}" is`);
  try {
    const visit = await visitAt(run, entry.step);
    recordAnswer(run, visit, { response: await responseOf(visit, entry) });
    if (visit.part !== undefined) await finishPart(run, visit, { signal: undefined, recorded });
  } catch (error) {
    if (error instanceof WorkflowFault && error.result.code === "answer-invalid")
      throw wrongEntry(entry.index, entry.step, error.message);
    throw error;
  }
}

async function responseOf(visit: Visit, { response }: ToldVisit): Promise<unknown> {
  try {
    return await checkAnswer(visit, response);
  } catch (error) {
    // What a schema has made of an answer need not be an answer.
    if (visit.unit.response && (await mayBeOutput(visit.unit.response, response))) return response;
    throw error;
  }
}

/** Refuses what is told of steps that were not passed, or not so often. */
async function refuseSurplus(run: SessionRun, passed: readonly ToldVisit[]): Promise<void> {
  if (passed.length === 0) return;
  const counts = new Map<string, number>();
  for (const { step } of await run.allVisits()) counts.set(step, (counts.get(step) ?? 0) + 1);
  for (const { step, index } of passed) {
    const count = counts.get(step) ?? 0;
    if (count === 0) throw wrongEntry(index, step, `"${step}" was not passed so often`);
    counts.set(step, count - 1);
  }
}
