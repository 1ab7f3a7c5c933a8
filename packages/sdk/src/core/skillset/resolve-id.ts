import { escapeAttribute, escapeLine } from "./escape.ts";

/** The id that a model means. Ids with special characters are escaped in prompts, so it may give one back as it saw it. */
export function resolveId(given: string, ids: readonly string[]): string {
  const id = given.trim();
  if (ids.includes(id)) return id;
  const seen = ids.filter((each) => escapeAttribute(each) === id || escapeLine(each) === id);
  const [only, ...others] = seen;
  return only !== undefined && others.length === 0 ? only : id;
}
