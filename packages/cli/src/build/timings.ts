/** How long a step took, in milliseconds. */
export interface Timing {
  readonly step: string;
  readonly ms: number;
}

/** Times the steps of a build. */
export interface Timings {
  readonly time: <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;
  readonly timings: () => readonly Timing[];
}

/** Begins to time a build; `onStep` is told of each step. */
export function createTimings(onStep: (step: string) => void): Timings {
  const done: Timing[] = [];
  return {
    time: async (step, work) => {
      onStep(step);
      const started = performance.now();
      try {
        return await work();
      } finally {
        done.push({ step, ms: Math.round(performance.now() - started) });
      }
    },
    timings: () => done,
  };
}
