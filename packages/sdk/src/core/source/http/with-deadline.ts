/** Runs something that is cut off when its time is up or the caller gives up, even if it does not listen. */
export async function withDeadline<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  options: {
    readonly milliseconds: number;
    readonly late: () => Error;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Result> {
  const { milliseconds, late, signal } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  let release = (): void => {};
  const cut = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = milliseconds <= longest ? setTimeout(() => reject(late()), milliseconds) : undefined;
    release = () => {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    };
  });
  // The work may throw before anybody waits for this.
  cut.catch(() => {});
  try {
    return await Promise.race([run(controller.signal), cut]);
  } catch (error) {
    // Whatever is still under way is of no use any more.
    controller.abort(error);
    throw error;
  } finally {
    release();
  }
}

/** Timers take longer times for none. */
const longest = 2 ** 31 - 1;

/** Waits, unless the caller gives up. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
