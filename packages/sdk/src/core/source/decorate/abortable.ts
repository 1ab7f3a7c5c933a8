import { waitFor } from "../wait-for.ts";

/** Starts the work unless the signal is aborted, and rejects with the signal's reason as soon as there is one. */
export async function abortable<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
  signal?.throwIfAborted();
  const started = work();
  // The work may abort the signal itself, and then fail with nobody waiting: that must not end the program.
  started.catch(() => {});
  return waitFor(started, signal);
}
