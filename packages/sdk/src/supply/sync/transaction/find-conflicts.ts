import { dirname } from "node:path";
import { realOf } from "../../install/real-path.ts";
import { exists } from "./apply-step.ts";
import type { Step } from "./journal.ts";
import { NOTHING, stateOf } from "./state-of.ts";

/** The steps yet to be made whose places somebody changed since the journal was written: they hold neither the old thing nor the new one. */
export async function findConflicts(steps: readonly Step[]): Promise<Step[]> {
  const conflicts: Step[] = [];
  for (const step of steps) if (!(await isMade(step)) && (await isChanged(step))) conflicts.push(step);
  return conflicts;
}

async function isMade({ kind, staged, old }: Step): Promise<boolean> {
  return kind === "remove" ? exists(old) : !(await exists(staged));
}

/** The steps yet to be made whose folder is another by now: a link that came since may lead anywhere. */
export async function findMoved(steps: readonly Step[]): Promise<Step[]> {
  const moved: Step[] = [];
  for (const step of steps) {
    const { target, parent } = step;
    if (parent !== undefined && !(await isMade(step)) && (await realOf(dirname(target))) !== parent) moved.push(step);
  }
  return moved;
}

async function isChanged({ kind, target, staged, was }: Step): Promise<boolean> {
  if (was === undefined) return false;
  const now = await stateOf(target);
  if (now === NOTHING || now === was) return false;
  return kind === "remove" || now !== (await stateOf(staged));
}
