const SLICE_MILLISECONDS = 12;

/** Lets others have their turn during long work, and stops it when it is aborted. */
export class Pacer {
  readonly #signal: AbortSignal | undefined;
  #until: number = performance.now() + SLICE_MILLISECONDS;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** True when `pause` should be awaited before anything else is done. */
  due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Comes back after everything else that waits; throws if aborted. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#signal?.throwIfAborted();
    this.#until = performance.now() + SLICE_MILLISECONDS;
  }
}
