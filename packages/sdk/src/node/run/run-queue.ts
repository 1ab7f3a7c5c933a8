/** Lets so many actions run at a time; the others wait in the order in which they came. */
export class RunQueue {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Runs the action when there is room; rejects with the signal's reason if that comes first. */
  async run<Result>(action: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await action();
    } finally {
      // Handed over, not given back: nobody who comes now overtakes those who wait.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(enter);
    });
  }
}
