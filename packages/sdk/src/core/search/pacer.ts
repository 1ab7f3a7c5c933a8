const SLICE_MILLISECONDS = 8;

/** Lets others have their turn during long work, and stops it when it is aborted. */
export class Pacer {
  readonly #signal: AbortSignal | undefined;
  #until: number = performance.now() + SLICE_MILLISECONDS;
  #turn: Promise<void> | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** True when `pause` should be awaited before anything else is done. */
  due(): boolean {
    return performance.now() >= this.#until;
  }

  /** Comes back after everything else that waits; throws if aborted. */
  async pause(): Promise<void> {
    await (this.#turn ?? nextTurn());
    this.#signal?.throwIfAborted();
    // Platforms make timers wait for 1 to 4 ms. This one does so while the next slice runs.
    this.#turn = nextTurn();
    this.#until = performance.now() + SLICE_MILLISECONDS;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
