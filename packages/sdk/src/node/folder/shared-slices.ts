import { setImmediate } from "node:timers/promises";

/** Milliseconds that calls in place may hold the thread in one go, whoever makes them. */
const longest = 8;

let started = 0;
let others: Promise<void> | undefined;

/** As `TimeSlices`, for many who work side by side: if each counted for itself, together they would hold the thread for long. */
export const sharedSlices = {
  /** True when it is others' turn: then await `pause`. */
  get over(): boolean {
    if (others !== undefined) return performance.now() - started > longest;
    started = performance.now();
    others = setImmediate().then(() => {
      others = undefined;
    });
    return false;
  },

  async pause(): Promise<void> {
    do await others;
    while (sharedSlices.over);
  },
};
