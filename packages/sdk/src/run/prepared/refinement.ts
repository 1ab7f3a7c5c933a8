import type { Refinement } from "./check.ts";
import { printable } from "./printable.ts";

const patterns = new WeakMap<Refinement, RegExp>();

/** Whether a number or a text, or the length of a list, is as it must be. The basis has been checked before. */
export function isRefined(refinement: Refinement, data: unknown): boolean {
  const [kind, rule] = refinement;
  switch (kind) {
    case "<":
      return (data as number) < (rule as number);
    case "<=":
      return (data as number) <= (rule as number);
    case ">":
      return (data as number) > (rule as number);
    case ">=":
      return (data as number) >= (rule as number);
    case "%":
      return (data as number) % (rule as number) === 0;
    case "shortest":
      return (data as string).length >= (rule as number);
    case "longest":
      return (data as string).length <= (rule as number);
    case "length":
      return (data as string).length === rule;
    case "pattern":
      return patternOf(refinement).test(data as string);
    case "url":
      return URL.canParse(data as string);
  }
}

function patternOf(refinement: Refinement): RegExp {
  let pattern = patterns.get(refinement);
  if (!pattern) patterns.set(refinement, (pattern = new RegExp(refinement[1] as string, refinement[3])));
  return pattern;
}

/** What a value was, to one who expected a refinement. */
export function actualOf([kind]: Refinement, data: unknown): string {
  const { length } = data as string;
  if (kind === "shortest") return length === 0 ? "" : `${length}`;
  return kind === "longest" || kind === "length" ? `${length}` : printable(data);
}
