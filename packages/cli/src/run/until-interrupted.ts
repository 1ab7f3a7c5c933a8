const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs an action that is told when this process is asked to end, so that it can end what it started. */
export async function untilInterrupted<Result>(action: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Interrupted());
  for (const name of signals) process.on(name, stop);
  try {
    return await action(controller.signal);
  } finally {
    for (const name of signals) process.off(name, stop);
  }
}

/** Somebody pressed Ctrl-C, or the system asked this process to end. */
export class Interrupted extends Error {
  override readonly name: string = "Interrupted";
}
