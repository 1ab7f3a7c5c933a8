/** Timers take longer times for none. */
export const longestTimer: number = 2 ** 31 - 1;

/** Waits for some work, but no longer than this. True if it was done. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>(
    (resolve) => (timer = setTimeout(() => resolve(false), Math.min(ms, longestTimer))),
  );
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
