// Measures one contestant in a process of its own: warm-up until the compiler has settled, then timed passes.
//
//   node bench/measure-child.mjs <contestant>   prints { fileCount, best, median } in milliseconds per pass

import { contestants, fileCount } from "./format-contestants.mjs";

const WARM_UP_MILLISECONDS = 1_500;
const FEWEST_WARM_UPS = 10;
const PASSES = 40;

const pass = await contestants[process.argv[2]]();
const warmUntil = performance.now() + WARM_UP_MILLISECONDS;
for (let done = 0; done < FEWEST_WARM_UPS || performance.now() < warmUntil; done++) pass();
const times = Array.from({ length: PASSES }, () => {
  const start = performance.now();
  pass();
  return performance.now() - start;
}).sort((a, b) => a - b);
console.log(JSON.stringify({ fileCount, best: times[0], median: times[PASSES / 2] }));
