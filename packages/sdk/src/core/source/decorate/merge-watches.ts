import type { SkillSource, WatchOptions } from "../skill-source.ts";
import { abortable } from "./abortable.ts";

/** One watch over several sources. If one cannot be watched none is, and the call rejects: silence would look like peace. */
export async function mergeWatches(
  sources: readonly SkillSource[],
  onChange: () => void,
  options: WatchOptions = {},
): Promise<() => void> {
  const stops: (() => void)[] = [];
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    for (const stopOne of stops.splice(0)) stopOne();
  };
  const start = async (source: SkillSource): Promise<void> => {
    const stopOne = await source.watch?.(() => {
      if (!stopped) onChange();
    }, options);
    if (stopOne === undefined) return;
    // It may come up after another failed, or after the caller gave up.
    if (stopped) stopOne();
    else stops.push(stopOne);
  };
  try {
    await abortable(options.signal, () => Promise.all(sources.map(start)));
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
