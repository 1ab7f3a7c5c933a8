import { setImmediate } from "node:timers/promises";

/** Milliseconds that work may hold the thread in one go. */
const longest = 8;

/** Cuts long work that does not wait for anything into short pieces, so that others get their turn. */
export class TimeSlices {
  #started = performance.now();
  readonly #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** True when it is others' turn: then await `pause`. */
  get over(): boolean {
    return performance.now() - this.#started > longest;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#started = performance.now();
  }
}
