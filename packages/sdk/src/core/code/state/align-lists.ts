/** A pair of elements, by index, that are the same in both lists. */
export type AlignedPair = readonly [before: number, after: number];

/**
 * Which elements of a list are still there in the next one, in the same order: as many as can be, up to repeated ones.
 * Takes n log n, where the usual table for this takes n².
 */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): AlignedPair[] {
  const matches = matchOccurrences(before, after);
  return longestIncreasing(matches);
}

/** Pairs each element of the next list with one of its occurrences in the first, in order of the next list. */
function matchOccurrences(before: readonly unknown[], after: readonly unknown[]): AlignedPair[] {
  const first = new Map<unknown, number>();
  const nextSame = new Int32Array(before.length);
  for (let index = before.length - 1; index >= 0; index--) {
    nextSame[index] = first.get(before[index]) ?? -1;
    first.set(before[index], index);
  }
  const pairs: AlignedPair[] = [];
  for (let index = 0; index < after.length; index++) {
    const found = first.get(after[index]);
    if (found === undefined || found === -1) continue;
    pairs.push([found, index]);
    first.set(after[index], nextSame[found] ?? -1);
  }
  return pairs;
}

/** The longest run of pairs, not necessarily neighbours, whose first indices rise. */
function longestIncreasing(pairs: readonly AlignedPair[]): AlignedPair[] {
  /** For each length, the pair with the lowest end; and for each pair, the one before it. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  for (const [position, [before]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = pairs[ends[middle] ?? 0]?.[0] ?? 0;
      if (end < before) low = middle + 1;
      else high = middle;
    }
    previous[position] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = position;
  }
  const run: AlignedPair[] = [];
  for (let position = ends.at(-1) ?? -1; position >= 0; position = previous[position] ?? -1) {
    const pair = pairs[position];
    if (pair !== undefined) run.push(pair);
  }
  return run.reverse();
}
