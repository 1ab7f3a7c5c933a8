import { HttpFailure } from "./http-failure.ts";
import { sleep } from "./with-deadline.ts";

/** How often and how soon a question is asked again. */
export interface RetryOptions {
  readonly retries: number;
  /** The first wait; each further one is twice as long. */
  readonly retryDelay: number;
  /** No wait is longer. A server that asks for more is not asked again. */
  readonly maxRetryDelay: number;
}

/** Runs something again while it fails for a reason that may pass. */
export async function retry<Result>(
  run: () => Promise<Result>,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HttpFailure) || !error.transient || attempt >= options.retries) throw error;
      const { retryAfter = 0 } = error;
      if (retryAfter > options.maxRetryDelay) throw error;
      await sleep(Math.max(retryAfter, backoff(attempt, options)), signal);
    }
  }
}

/** Twice as long each time, and never quite the same: clients that failed together must not come back together. */
function backoff(attempt: number, { retryDelay, maxRetryDelay }: RetryOptions): number {
  return Math.min(retryDelay * 2 ** attempt, maxRetryDelay) * (0.5 + Math.random() / 2);
}
