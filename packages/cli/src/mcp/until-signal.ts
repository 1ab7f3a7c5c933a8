const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves when this process is asked to end. Asked a second time, it ends at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const name of signals) process.off(name, stop);
      resolve();
    };
    for (const name of signals) process.on(name, stop);
  });
}
