/** A failure that made its callers wait, and for how long nobody is made to wait for the next. */
export interface BackOff<Failure = unknown> {
  readonly error: Failure;
  readonly since: number;
  readonly wait: number;
}

/** A failure that comes sooner costs little, so that asking each time is better: an end of the trouble is seen at once. */
const slow = 1_000;
const firstWait = 30_000;
const longestWait = 300_000;

/** The time to wait after a failure that took so many milliseconds: longer each time, and none after a quick one. */
export function backOffAfter<Failure>(
  error: Failure,
  { took, now, before }: { readonly took: number; readonly now: number; readonly before: BackOff | undefined },
): BackOff<Failure> | undefined {
  if (took < slow) return undefined;
  return { error, since: now, wait: before === undefined ? firstWait : Math.min(2 * before.wait, longestWait) };
}

/** The failure to speak of instead of asking again; undefined when it is time to ask. */
export function standingFailure<Failure>(
  backOff: BackOff<Failure> | undefined,
  now: number,
): BackOff<Failure> | undefined {
  // A clock that was set back makes no wait longer.
  const passed = now - (backOff?.since ?? 0);
  return backOff !== undefined && passed >= 0 && passed < backOff.wait ? backOff : undefined;
}
