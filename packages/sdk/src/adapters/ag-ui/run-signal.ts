/** The end of a run from outside. */
export interface RunSignal {
  /** Aborted when the run is cancelled, and when its client is gone. */
  readonly signal: AbortSignal;
  /** The outcome of work, unless the run is over: the client is gone, or a cancelled run had all the time it may have. */
  readonly over: <Value>(work: PromiseLike<Value> | Value) => Promise<Value>;
  /** Listens no more. */
  readonly stop: () => void;
}

/** Watches what can end a run. */
export function watchRun(cancel: AbortSignal | undefined, gone: AbortSignal, grace: number): RunSignal {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (reason: unknown) => void = () => undefined;
  const given = new Promise<never>((_, reject) => (giveUp = reject));
  // Nobody may be waiting when it happens.
  given.catch(() => undefined);

  const onCancel = (): void => {
    controller.abort(cancel?.reason);
    timer = setTimeout(() => giveUp(cancel?.reason), grace);
  };
  const onGone = (): void => {
    controller.abort(gone.reason);
    giveUp(gone.reason);
  };
  const watch = (signal: AbortSignal | undefined, listener: () => void): void => {
    if (signal?.aborted === true) listener();
    else signal?.addEventListener("abort", listener, { once: true });
  };
  watch(cancel, onCancel);
  watch(gone, onGone);
  return {
    signal: controller.signal,
    over: (work) => Promise.race([given, work]),
    stop: () => {
      clearTimeout(timer);
      cancel?.removeEventListener("abort", onCancel);
      gone.removeEventListener("abort", onGone);
    },
  };
}
