import type { SessionRun } from "./session-run.ts";
import type { Frame } from "./state/session-state.ts";
import { storeView } from "./store-view.ts";

/** The params and the store a step's callbacks get: those of its frame, or of the module it came from. */
export interface CallbackScope {
  readonly frame: Frame;
  readonly params: unknown;
}

/** A context for a callback. The store is only put together for those who look at it. */
export function contextFor<Fields extends object>(
  run: SessionRun,
  { frame, params }: CallbackScope,
  fields: Fields,
): Fields & { readonly params: unknown; readonly store: ReturnType<typeof storeView> } {
  const context = { ...fields, params };
  Object.defineProperty(context, "store", { enumerable: true, get: () => storeView(run, frame) });
  return Object.freeze(context) as ReturnType<typeof contextFor<Fields>>;
}

/**
 * Calls something that only computes. If it asks for finished visits that were not read, they are read, and it is called
 * again; what it made of their absence does not count, whether it threw or not.
 */
export async function callPure<Value>(run: SessionRun, callback: () => Value): Promise<Awaited<Value>> {
  for (;;) {
    run.historyWanted = false;
    let outcome: { readonly value: Awaited<Value> } | { readonly error: unknown };
    try {
      outcome = { value: await callback() };
    } catch (error) {
      outcome = { error };
    }
    if (run.historyWanted) await run.loadHistory();
    else if ("error" in outcome) throw outcome.error;
    else return outcome.value;
  }
}

/** Whether a function that acts might look at the store: it cannot be called twice, so the history is read before. */
export function mayReadStore(action: (...args: never[]) => unknown): boolean {
  const text = Function.prototype.toString.call(action);
  const destructures = /^(?:async\s*)?(?:function\b[^(]*|[\w$]+\s*)?\(\s*\{/.test(text);
  return !destructures || /store|\.\.\.|arguments/.test(text);
}
