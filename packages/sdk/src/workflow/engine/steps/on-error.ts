import { WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { progressOf } from "../state/progress.ts";
import { positionOf, type Visit } from "../visit.ts";
import { goTo } from "./go-to.ts";

/** Goes where the author said if the visit's action has failed for good; throws the error otherwise. */
export async function goOnAfterError(run: SessionRun, visit: Visit, error: unknown): Promise<void> {
  const { onError } = visit.config;
  const { action, answer } = progressOf(run.state, visit.address);
  const forGood = error instanceof WorkflowFault && action?.is === "failed" && action.final;
  if (!forGood || onError === undefined) throw error;
  await goTo(run, onError, { from: positionOf(run).step, response: answer?.response, reason: "error" });
}
