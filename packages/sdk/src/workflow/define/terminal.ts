import type { Terminal } from "./workflow-definition.ts";

/** The end of a run, as a `next`. */
export const terminal: Terminal = Object.freeze({ terminal: true });

/** Whether a `next` is the end. */
export function isTerminal(next: unknown): next is Terminal {
  return typeof next === "object" && next !== null && "terminal" in next && next.terminal === true;
}
