import { waitFor } from "../source/wait-for.ts";

interface Run {
  readonly key: unknown;
  readonly promise: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work of which one piece runs at a time, and which all who want the same piece wait for together. */
export class SharedRun {
  #run: Run | undefined;

  get busy(): boolean {
    return this.#run !== undefined;
  }

  /** Starts the work for `key`, or joins it. It is aborted only when nobody waits for it any more. */
  async join(
    key: unknown,
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const run = this.#run ?? this.#start(key, work);
      if (run.key === key && !run.controller.signal.aborted) return this.#wait(run, signal);
      await waitFor(
        run.promise.catch(() => undefined),
        signal,
      );
      // Those who waited for that run use its result before the next one may change it.
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }

  #start(key: unknown, work: (signal: AbortSignal) => Promise<void>): Run {
    const controller = new AbortController();
    const promise = work(controller.signal).finally(() => {
      this.#run = undefined;
    });
    promise.catch(() => undefined);
    return (this.#run = { key, promise, controller, waiting: 0 });
  }

  async #wait(run: Run, signal: AbortSignal | undefined): Promise<void> {
    run.waiting++;
    try {
      await waitFor(run.promise, signal);
    } finally {
      if (--run.waiting === 0) run.controller.abort(signal?.reason);
    }
  }
}
