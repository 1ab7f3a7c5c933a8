const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Cleans up when a signal ends this process; the function that it returns takes that back. */
export function cleanOnSignal(clean: () => void): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    // Somebody else ends the process when its work is done, and cleans up on the way.
    if (process.listenerCount(signal) > running) return;
    clean();
    off();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const off = (): void => {
    running--;
    for (const signal of signals) process.off(signal, stop);
  };
  running++;
  for (const signal of signals) process.on(signal, stop);
  return off;
}

/** How many are to be cleaned up after: each listens. */
let running = 0;
