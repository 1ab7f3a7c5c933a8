import { visibleText } from "../../core/skillset/escape.ts";

/** Returns a text that shows something; throws a `TypeError` for anything else. */
export function checkText(value: unknown, what: string): string {
  if (typeof value !== "string") throw new TypeError(`${what} must be text.`);
  if (visibleText(value).trim() === "") throw new TypeError(`${what} must not be empty.`);
  return value;
}

/** Returns a list with something in it; throws a `TypeError` for anything else. */
export function checkList<Item>(value: readonly Item[], what: string): readonly Item[] {
  if (!Array.isArray(value)) throw new TypeError(`${what} must be a list.`);
  if (value.length === 0) throw new TypeError(`${what} must not be empty.`);
  return value;
}

/** Returns a yes or no, or nothing; throws a `TypeError` for anything else. */
export function checkFlag(value: unknown, what: string): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  throw new TypeError(`${what} must be true or false.`);
}

/** Throws a `TypeError` when a text occurs twice. */
export function checkUnique(texts: readonly string[], what: string): void {
  const seen = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) throw new TypeError(`${what} must be unique; "${text}" occurs twice.`);
    seen.add(text);
  }
}
