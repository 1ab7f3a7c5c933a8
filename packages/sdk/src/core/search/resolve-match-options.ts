import type { SkillMatchOptions } from "./skill-matcher.ts";

/** Most matches and lowest score, checked: a RangeError for what is no count and no score. */
export function resolveMatchOptions({ topK = Infinity, threshold = 0 }: SkillMatchOptions): {
  readonly topK: number;
  readonly threshold: number;
} {
  if (!(topK >= 0)) throw new RangeError(`topK must be 0 or more, and is ${topK}.`);
  if (Number.isNaN(threshold)) throw new RangeError("threshold must be a number, and is NaN.");
  return { topK: Math.floor(topK), threshold };
}
