import type { CliResult } from "../results.ts";
import { workAt } from "./at-work.ts";
import { fault } from "./failure.ts";
import { isDrifted, refuseDrift } from "./session-drift.ts";
import type { SessionRun } from "./session-run.ts";
import { showSession } from "./show-session.ts";
import { proceed } from "./steps/proceed.ts";
import type { ResumeOptions } from "./workflow-engine.ts";

/** Finishes what an interrupted call began, and shows the current step. */
export async function resumeSession(run: SessionRun, call: ResumeOptions, digest: string): Promise<CliResult> {
  const { position, skill } = run.state;
  const step = position?.step ?? "";
  if (call.acceptDrift === true && isDrifted(run, digest) && skill === run.core.definition.name)
    run.record({ type: "adopted", digest, at: run.at() });
  refuseDrift(run, digest, step);
  if (workAt(run.core, run.session, step))
    throw fault("session-conflict", step, `Another call is working on "${step}".`);
  const decisions = [call.decide];
  await proceed(run, { signal: call.signal, decide: () => decisions.pop(), resumes: true });
  await run.commit();
  return showSession(run, { preamble: call.preamble === true });
}
