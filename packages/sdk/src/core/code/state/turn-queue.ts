/** Lets one at a time through, in the order in which they came. */
export class TurnQueue {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is one's turn, to a function that ends it. Who is called off leaves the queue at once. */
  take(signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        let ended = false;
        resolve(() => {
          if (!ended) this.#next();
          ended = true;
        });
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      if (this.#taken) {
        this.#waiting.push(start);
        signal?.addEventListener("abort", leave, { once: true });
      } else {
        this.#taken = true;
        start();
      }
    });
  }

  #next(): void {
    const start = this.#waiting.shift();
    if (start === undefined) this.#taken = false;
    else start();
  }
}
