import type { SkillEntry } from "../source/skill-source.ts";

/** Which skills an agent may use: ids, patterns with `*`, or a decision per skill and request. */
export type AllowSkills<Context = unknown> =
  | readonly string[]
  | ((entry: SkillEntry, context: Context | undefined) => boolean);

/** The entries that may be used; without a rule all of them. */
export function allowSkills<Context>(
  entries: readonly SkillEntry[],
  allow: AllowSkills<Context> | undefined,
  context: Context | undefined,
): SkillEntry[] {
  if (allow === undefined) return [...entries];
  if (typeof allow === "function") return entries.filter((entry) => allow(entry, context) === true);
  const exact = new Set(allow.filter((pattern) => !pattern.includes("*")));
  const patterns = allow.filter((pattern) => pattern.includes("*"));
  return entries.filter(({ id }) => exact.has(id) || patterns.some((pattern) => matchesPattern(pattern, id)));
}

/** `*` stands for any run of characters. One pass over the text, whatever the pattern. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
