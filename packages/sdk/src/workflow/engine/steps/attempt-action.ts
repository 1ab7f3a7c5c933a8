import { SkillError } from "../../../core/errors.ts";
import { messageOf } from "../../../core/message-of.ts";
import type { WorkflowErrorCode } from "../../results.ts";
import { WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import type { Visit } from "../visit.ts";
import { checkActionResult, type ReadyAction } from "./action-of.ts";

/** Why an action has no result. */
export interface ActionFailure {
  readonly code: WorkflowErrorCode;
  readonly message: string;
  /** Trying again does not help, or was not asked for. */
  readonly hopeless?: boolean;
  /** Who called gave up; that is not the action's failure. */
  readonly aborted?: boolean;
}

/** Runs an action once, until it ends, its time is over or the call is aborted; whichever is first counts. */
export async function attemptAction(
  run: SessionRun,
  visit: Visit,
  { timeout, run: act, output }: ReadyAction,
  signal: AbortSignal | undefined,
): Promise<{ readonly result: unknown } | ActionFailure> {
  const controller = new AbortController();
  const key = `${run.session}:${visit.address}:${visit.number}`;
  let cut: ActionFailure | undefined;
  let release = (): void => undefined;
  const cutOff = new Promise<never>((_resolve, reject) => {
    const stop = (failure: ActionFailure): void => {
      cut = failure;
      reject(new Error(failure.message));
      controller.abort(new SkillError("tool-failed", failure.message));
    };
    const onAbort = (): void =>
      stop({ code: "action-failed", message: `The call was aborted: ${messageOf(signal?.reason)}`, aborted: true });
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer =
      timeout !== undefined && timeout < longestTimer
        ? setTimeout(() => stop({ code: "action-timeout", message: `It took longer than ${timeout} ms.` }), timeout)
        : undefined;
    release = () => {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    };
  });
  cutOff.catch(() => undefined);
  try {
    const result = await Promise.race([(async () => act({ signal: controller.signal, key }))(), cutOff]);
    return { result: await checkActionResult(visit, output, result) };
  } catch (error) {
    if (cut) return cut;
    if (error instanceof WorkflowFault) return { ...error.result, hopeless: true };
    return { code: "action-failed", message: messageOf(error) };
  } finally {
    release();
  }
}

/** Timers take longer times for none. */
const longestTimer = 2 ** 31;
