/** Numbers that are the same for the same seed. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  shuffle<Value>(values: readonly Value[]): Value[];
}

/** Mulberry32: small, quick and good enough to choose by. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] as (typeof values)[number],
    shuffle: (values) => {
      const mixed = [...values];
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = int(0, at);
        [mixed[at], mixed[other]] = [mixed[other] as (typeof values)[number], mixed[at] as (typeof values)[number]];
      }
      return mixed;
    },
  };
}
