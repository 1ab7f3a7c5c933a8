import { SkillError } from "../../../core/errors.ts";
import { messageOf } from "../../../core/message-of.ts";
import type { WorkflowErrorCode } from "../../results.ts";
import { WorkflowFault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import type { Visit } from "../visit.ts";
import { checkActionResult, isIdempotent, type ReadyAction } from "./action-of.ts";

/** Why an action has no result. */
export interface ActionFailure {
  readonly code: WorkflowErrorCode;
  readonly message: string;
  /** Trying again does not help, or was not asked for. */
  readonly hopeless?: boolean;
  /** Who called gave up; that is not the action's failure. */
  readonly aborted?: boolean;
}

/** It was told to stop and did not: nobody knows what it has done, or will do. */
export interface UncertainAction {
  readonly uncertain: string;
}

/** How long an action that must not be guessed about may take to stop, in milliseconds. */
const grace = 100;

/**
 * Runs an action once, until it ends, its time is over or the call is aborted. One that may be repeated has failed then. Any
 * other is told to stop, and what it does within a short time counts, also a result; if it goes on, it is uncertain.
 */
export async function attemptAction(
  run: SessionRun,
  visit: Visit,
  { timeout, run: act, output }: ReadyAction,
  signal: AbortSignal | undefined,
): Promise<{ readonly result: unknown } | ActionFailure | UncertainAction> {
  if (signal?.aborted) return abortOf(signal);
  const controller = new AbortController();
  const key = `${run.session}:${visit.address}:${visit.number}`;
  const work = settled((async () => act({ signal: controller.signal, key }))());
  const watch = watchLimits(timeout, signal);
  try {
    let outcome = await Promise.race([work, watch.cut]);
    let cut: ActionFailure | undefined;
    if ("code" in outcome) {
      cut = outcome;
      controller.abort(new SkillError("tool-failed", cut.message));
      if (isIdempotent(visit)) return cut;
      const late = await within(work, grace);
      if (!late) return { uncertain: `The action of "${visit.address}" was told to stop, and goes on. ${cut.message}` };
      outcome = late;
    }
    if ("error" in outcome) return cut ?? { code: "action-failed", message: messageOf(outcome.error) };
    return { result: await checkActionResult(visit, output, outcome.value) };
  } catch (error) {
    if (error instanceof WorkflowFault) return { ...error.result, hopeless: true };
    return { code: "action-failed", message: messageOf(error) };
  } finally {
    watch.release();
  }
}

type Settled = { readonly value: unknown } | { readonly error: unknown };

/** How a promise ends, which itself never fails. */
async function settled(work: Promise<unknown>): Promise<Settled> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

/** What a promise gives, if it does so in time. */
async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let clear = (): void => undefined;
  const late = new Promise<undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    clear = () => clearTimeout(timer);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clear();
  }
}

/** Says when the time is over or the call was aborted, whichever is first. */
function watchLimits(
  timeout: number | undefined,
  signal: AbortSignal | undefined,
): { readonly cut: Promise<ActionFailure>; readonly release: () => void } {
  let release = (): void => undefined;
  const cut = new Promise<ActionFailure>((resolve) => {
    const onAbort = (): void => resolve(abortOf(signal));
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer =
      timeout !== undefined && timeout < longestTimer
        ? setTimeout(() => resolve({ code: "action-timeout", message: `It took longer than ${timeout} ms.` }), timeout)
        : undefined;
    release = () => {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    };
  });
  return { cut, release };
}

function abortOf(signal: AbortSignal | undefined): ActionFailure {
  return { code: "action-failed", message: `The call was aborted: ${messageOf(signal?.reason)}`, aborted: true };
}

/** Timers take longer times for none. */
const longestTimer = 2 ** 31;
