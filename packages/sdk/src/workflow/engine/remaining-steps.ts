import type { AnyNext, WorkflowDefinition } from "../define/workflow-definition.ts";
import type { SessionRun } from "./session-run.ts";
import { localName } from "./state/session-state.ts";

/** A shortest way to an end. `sure` is false if a function decides on it, and the way may be another one. */
interface Length {
  readonly steps: number;
  readonly sure: boolean;
}

const one: Length = { steps: 1, sure: true };
const never: Length = { steps: Number.POSITIVE_INFINITY, sure: true };

/** Steps on the shortest way from here to an end, this one included; undefined where functions decide. */
export function remainingSteps(run: SessionRun): number | undefined {
  const { frames, position } = run.state;
  if (!position) return undefined;
  let total: Length = { steps: 0, sure: true };
  for (const [above, frame] of [...frames].reverse().entries()) {
    const { definition, registration } = run.placeOf(frame);
    const lengths = lengthsIn(definition);
    if (above === 0) {
      const name = localName(frame, position.step);
      const next = position.returned ? definition.subskills[name]?.next : undefined;
      total = next === undefined ? (lengths.get(name) ?? never) : lengthAfter(next, name, lengths);
    }
    const index = frames.length - 1 - above;
    const parent = frames[index - 1];
    if (!parent || registration?.next === undefined) continue;
    const outer = run.placeOf(parent).definition;
    total = plus(total, lengthAfter(registration.next, localName(parent, frame.path), lengthsIn(outer)));
  }
  return total.sure && Number.isFinite(total.steps) ? total.steps : undefined;
}

const known = new WeakMap<WorkflowDefinition, ReadonlyMap<string, Length>>();

/** The shortest way to the end from each step. */
function lengthsIn(definition: WorkflowDefinition): ReadonlyMap<string, Length> {
  const cached = known.get(definition);
  if (cached) return cached;
  const lengths = new Map<string, Length>();
  known.set(definition, lengths);
  // From the last step to the first, because most graphs are written from the first to the last; again until nothing changes.
  const steps = Object.entries(definition.steps).reverse();
  const nodes: readonly (readonly [string, () => Length])[] = [
    ...Object.entries(definition.subskills).map(
      ([name, { definition: inner, next }]) =>
        [
          `subskill:${name}`,
          () => {
            const inside = lengthsIn(inner).get(inner.entry) ?? never;
            return next === undefined ? inside : plus(inside, lengthAfter(next, name, lengths));
          },
        ] as const,
    ),
    ...steps.map(([name, { next }]) => [name, () => plus(one, lengthAfter(next, name, lengths))] as const),
  ];
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, measure] of nodes) {
      const length = measure();
      if (!isShorter(length, lengths.get(name) ?? never)) continue;
      lengths.set(name, length);
      changed = true;
    }
  }
  return lengths;
}

function lengthAfter(next: AnyNext, from: string, lengths: ReadonlyMap<string, Length>): Length {
  if (typeof next === "function") return { steps: 0, sure: false };
  const targets = Array.isArray(next) ? next.map(({ to }: { readonly to: unknown }) => to) : [next];
  return targets
    .map((target): Length => {
      if (typeof target !== "string" || target.startsWith("topic:")) return { steps: 0, sure: true };
      return lengths.get(target === "self" ? from : target) ?? never;
    })
    .reduce((best, length) => (isShorter(length, best) ? length : best), never);
}

function plus(left: Length, right: Length): Length {
  return { steps: left.steps + right.steps, sure: left.sure && right.sure };
}

function isShorter(left: Length, right: Length): boolean {
  return left.steps < right.steps || (left.steps === right.steps && left.sure && !right.sure);
}
