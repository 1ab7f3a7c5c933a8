import type { Change } from "./change.ts";
import { stateOf } from "./state-of.ts";

/** The changes, each with what is at its place now: they are made only if that is so when they are made. */
export async function withStates(changes: readonly Change[]): Promise<Change[]> {
  const known: Change[] = [];
  for (const change of changes) known.push({ ...change, was: await stateOf(change.path) });
  return known;
}
