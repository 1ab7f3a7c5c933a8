/** The outcome of work, or the signal's reason as soon as it is aborted, whether the work listens to it or not. */
export async function untilAborted<Value>(signal: AbortSignal | undefined, work: Promise<Value>): Promise<Value> {
  if (signal === undefined) return work;
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever the program gave as a reason
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
