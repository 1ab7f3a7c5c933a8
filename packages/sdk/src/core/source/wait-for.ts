/** The promise, or the signal's reason if that comes first; the work itself goes on for others who wait for it. */
export function waitFor<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    // Nobody waits for it any more; its failure must not count as unhandled.
    work.catch(() => undefined);
    return Promise.reject(toError(signal.reason));
  }
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(toError(signal.reason));
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

// A reason can be anything; it is passed on as it is.
function toError(reason: unknown): Error {
  return reason as Error;
}
