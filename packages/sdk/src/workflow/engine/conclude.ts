import type { CliResult } from "../results.ts";
import { WorkflowFault } from "./failure.ts";
import type { SessionRun } from "./session-run.ts";
import { finishedOf } from "./show-session.ts";
import type { EngineReply } from "./workflow-engine.ts";

/** Does a call's work to its end: whatever it recorded is kept, and a fault is the answer. */
export async function conclude(run: SessionRun, work: () => Promise<CliResult>): Promise<EngineReply> {
  try {
    return replyOf(run, await concluded(run, work));
  } finally {
    for (const end of run.endings) end();
  }
}

async function concluded(run: SessionRun, work: () => Promise<CliResult>): Promise<CliResult> {
  try {
    const result = await work();
    await run.commit();
    if (result.kind === "done") await run.core.observers.settle();
    return result;
  } catch (error) {
    if (!(error instanceof WorkflowFault)) throw error;
    if (error.result.code === "session-conflict") return error.result;
    try {
      await run.commit();
    } catch (conflict) {
      if (conflict instanceof WorkflowFault) return conflict.result;
      throw conflict;
    }
    return run.hasFinished ? { ...error.result, ...finishedOf(run.state) } : error.result;
  }
}

function replyOf(run: SessionRun, result: CliResult): EngineReply {
  return { session: run.session, sequence: run.sequence, result };
}
