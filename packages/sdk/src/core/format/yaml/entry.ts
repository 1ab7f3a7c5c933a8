import type { FrontmatterValue } from "../types.ts";

/** One top-level entry of a frontmatter: what it says and where; offsets into the text that was read. */
export interface FrontmatterEntry {
  readonly key: string;
  readonly value: FrontmatterValue;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Start of the value, or where it would stand. */
  readonly valueStart: number;
  /** Offset past a value that starts on its key's line; -1 for block scalars, and for what stands below the key. */
  readonly valueEnd: number;
  /** Offset past the entry's last line, comments and line break included. */
  readonly end: number;
  /** Where a comment starts that stands behind a plain value on its line; -1 without one. */
  readonly commentAt: number;
  /** True if anchors, aliases or tags are about, so that text cannot be replaced without looking at the whole. */
  readonly marked: boolean;
}

/** The entries as one object; of repeated keys the last counts. */
export function toObject(entries: readonly FrontmatterEntry[]): { [key: string]: FrontmatterValue } {
  const object: { [key: string]: FrontmatterValue } = {};
  for (const { key, value } of entries) setOwn(object, key, value);
  return object;
}

/** Sets a property of any name; a plain assignment to `__proto__` would set the prototype instead. */
export function setOwn(target: { [key: string]: FrontmatterValue }, key: string, value: FrontmatterValue): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** The entry that decides a key's value: the last one. */
export function findEntry(entries: readonly FrontmatterEntry[], key: string): FrontmatterEntry | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (entry !== undefined && entry.key === key) return entry;
  }
  return undefined;
}
