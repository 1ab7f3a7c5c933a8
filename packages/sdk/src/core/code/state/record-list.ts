import { alignLists } from "./align-lists.ts";
import { ownJson } from "./own-json.ts";
import { pushOperation } from "./recorder.ts";
import type { Recorder } from "./recorder.ts";

/** A part of the list before and the part of the list after that took its place. */
interface Gap {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/**
 * Records what became of a list. Elements that stayed are found wherever they are now, so that one taken out at the front
 * is one operation and not one for each that moved up. Operations go from front to back: when one is applied, all before it
 * is already as it will be, so an index in the new list is right.
 */
export function recordList(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  recorder: Recorder,
): unknown[] {
  const result: unknown[] = [...after];
  const from = recorder.foreign ? before.map(elementKey) : before;
  const to = recorder.foreign ? result.map(elementKey) : result;
  for (const gap of findGaps(from, to)) recordGap(gap, before, result, path, recorder);
  return result;
}

function recordGap(gap: Gap, before: readonly unknown[], result: unknown[], path: string, recorder: Recorder): void {
  const [start, end] = gap.before;
  const [first, last] = gap.after;
  const common = Math.min(end - start, last - first);
  for (let offset = 0; offset < common; offset++) {
    const index = first + offset;
    const where = `${path}/${index}`;
    // A hole or undefined is refused where it is.
    result[index] =
      result[index] === undefined
        ? ownJson(undefined, where)
        : recorder.change(before[start + offset], result[index], where);
  }
  for (let index = start + common; index < end; index++) {
    pushOperation(recorder, { op: "remove", path: `${path}/${first + common}` });
  }
  for (let index = first + common; index < last; index++) {
    const where = `${path}/${index}`;
    const value = ownJson(result[index], where, recorder);
    result[index] = value;
    pushOperation(recorder, { op: "add", path: where, value });
  }
}

/** The parts in which the lists differ, front to back. */
function findGaps(before: readonly unknown[], after: readonly unknown[]): Gap[] {
  const whole = trim({ before: [0, before.length], after: [0, after.length] }, before, after);
  const [start, end] = whole.before;
  const [first, last] = whole.after;
  if (start === end || first === last || fewDiffer(whole, before, after)) return [whole];

  const gaps: Gap[] = [];
  let [fromBefore, fromAfter] = [start, first];
  const pairs = alignLists(before.slice(start, end), after.slice(first, last));
  for (const [inBefore, inAfter] of [...pairs, [end - start, last - first]] as const) {
    const gap: Gap = { before: [fromBefore, start + inBefore], after: [fromAfter, first + inAfter] };
    if (gap.before[0] < gap.before[1] || gap.after[0] < gap.after[1]) gaps.push(trim(gap, before, after));
    [fromBefore, fromAfter] = [start + inBefore + 1, first + inAfter + 1];
  }
  return gaps;
}

/** Leaves out what is the same at both ends. */
function trim(gap: Gap, before: readonly unknown[], after: readonly unknown[]): Gap {
  let [start, end] = gap.before;
  let [first, last] = gap.after;
  while (start < end && first < last && Object.is(before[start], after[first])) {
    start++;
    first++;
  }
  while (start < end && first < last && Object.is(before[end - 1], after[last - 1])) {
    end--;
    last--;
  }
  return { before: [start, end], after: [first, last] };
}

/** Whether elements were changed where they are, rather than moved. */
function fewDiffer(
  { before: [start, end], after: [first, last] }: Gap,
  before: readonly unknown[],
  after: readonly unknown[],
): boolean {
  const length = end - start;
  if (length !== last - first) return false;
  const few = Math.max(4, length / 8);
  let differing = 0;
  for (let offset = 0; offset < length; offset++) {
    if (Object.is(before[start + offset], after[first + offset])) continue;
    differing++;
    if (differing > few) return false;
  }
  return true;
}

/** Something that is the same for equal elements. */
function elementKey(element: unknown): unknown {
  if (typeof element === "string") return `"${element}`;
  return typeof element === "object" && element !== null ? JSON.stringify(element) : element;
}
