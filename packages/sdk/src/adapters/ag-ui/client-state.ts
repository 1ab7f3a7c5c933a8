import type { StateSnapshot } from "../../core/code/state/skill-state.ts";

/** What a client must hold once a run has begun: the skills' state, and beside it what other people keep there. */
export function clientState(inbound: unknown, snapshot: StateSnapshot): Record<string, unknown> {
  const foreign = typeof inbound === "object" && inbound !== null && !Array.isArray(inbound) ? inbound : {};
  // Entries, so that a key named `__proto__` stays a key.
  return Object.fromEntries([...Object.entries(foreign), ...Object.entries(snapshot)]);
}

/** Whether a client sent no state at all. */
export function isNoState(inbound: unknown): boolean {
  if (inbound === undefined || inbound === null) return true;
  return typeof inbound === "object" && !Array.isArray(inbound) && Object.keys(inbound).length === 0;
}
