import type { Lock } from "./lock.ts";

/** Whether two locks are known to be the same: every source of one is the very one of the other, and so is what is installed. */
export function isSameLock(now: Lock, old: Lock): boolean {
  const names = Object.keys(now.sources);
  return (
    names.length === Object.keys(old.sources).length &&
    names.every((name) => now.sources[name] === old.sources[name]) &&
    JSON.stringify(sortedEntries(now.installed)) === JSON.stringify(sortedEntries(old.installed))
  );
}

function sortedEntries(installed: Lock["installed"]): unknown {
  return Object.entries(installed)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, { mode, skills }]) => [place, mode, skills]);
}
