import type { FrontmatterValue } from "../types.ts";
import { resolvePlainScalar } from "./plain-scalar.ts";
import {
  AT_SIGN,
  BACKTICK,
  BRACE_OPEN,
  BRACKET_OPEN,
  BROKEN_LINE,
  BROKEN_VALUE,
  CARRIAGE_RETURN,
  COLON,
  COMMA,
  type Cursor,
  DASH,
  Declined,
  DECLINED,
  DOUBLE_QUOTE,
  endOfComment,
  finishLine,
  GREATER,
  HASH,
  LINE_FEED,
  MOST_NESTED_KEYS,
  nextContentLine,
  pastLineBreak,
  PIPE,
  SIMPLE_DEPTH,
  SINGLE_QUOTE,
  skipSpaces,
  SPACE,
} from "./simple-cursor.ts";
import { readFlow } from "./simple-flow.ts";
import { readBlockScalar } from "./simple-block-scalar.ts";
import { endOfMatch, readPlain, readQuoted, startsPlain } from "./simple-scalar.ts";
import { findEntry, type FrontmatterEntry } from "./entry.ts";

/** The simple reader is not sure. */
export const UNSURE = "unsure";

/** The simple reader is sure that the entry or line at `start` is not YAML. */
export interface BrokenEntry {
  readonly reason: "value" | "line";
  readonly start: number;
}

/** More keys than this are left to the full reader: repeated ones are looked for one by one here. */
const MOST_KEYS = 64;

/**
 * Reads the block mappings that nearly every frontmatter consists of, several times faster than a full YAML parser and
 * with the same result; declines whatever it is not sure of. `start` and `end` bound the YAML inside `text`; it ends with
 * a line break or with the text.
 */
export function readSimpleYaml(
  text: string,
  start: number,
  end: number,
): FrontmatterEntry[] | BrokenEntry | typeof UNSURE {
  const cursor: Cursor = { text, end, at: start, depth: 1, flows: 0, commentAt: -1, valueEnd: -1, entryAt: start };
  try {
    const entries = readEntries(cursor);
    return cursor.at >= end ? entries : UNSURE;
  } catch (error) {
    if (error === BROKEN_VALUE) return { reason: "value", start: cursor.entryAt };
    if (error === BROKEN_LINE) return { reason: "line", start: cursor.entryAt };
    if (error !== DECLINED) throw error;
    return UNSURE;
  }
}

/** As `readSimpleYaml`, up to a line that starts with a hyphen; also tells where that is. Null if it is not sure. */
export function readSimpleYamlToHyphen(
  text: string,
  start: number,
): { entries: FrontmatterEntry[]; end: number } | null {
  const cursor: Cursor = {
    text,
    end: text.length,
    at: start,
    depth: 1,
    flows: 0,
    commentAt: -1,
    valueEnd: -1,
    entryAt: start,
  };
  try {
    return { entries: readEntries(cursor), end: cursor.at };
  } catch (error) {
    if (error instanceof Declined) return null;
    throw error;
  }
}

/** Reads the top-level mapping up to the end, or up to a line that starts with a hyphen. */
function readEntries(cursor: Cursor): FrontmatterEntry[] {
  const entries: FrontmatterEntry[] = [];
  let width = nextContentLine(cursor);
  while (width === 0 && cursor.text.charCodeAt(cursor.at) !== DASH) {
    const keyStart = cursor.at;
    cursor.entryAt = keyStart;
    const colon = endOfKey(cursor.text, keyStart, cursor.end);
    if (colon < 0) throw entries.length > 0 && isStrayLine(cursor) ? BROKEN_LINE : DECLINED;
    const key = readKey(cursor, colon);
    if (entries.length === MOST_KEYS || findEntry(entries, key) !== undefined) throw DECLINED;
    const keyEnd = cursor.at;
    cursor.at++;
    skipSpaces(cursor);
    const valueStart = cursor.at;
    cursor.commentAt = -1;
    const value = readBlockValue(cursor, 0, BROKEN_VALUE);
    const { at: end, valueEnd, commentAt } = cursor;
    entries.push({ key, value, keyStart, keyEnd, valueStart, valueEnd, end, commentAt, marked: false });
    width = nextContentLine(cursor);
  }
  if (width > 0 || entries.length === 0) throw DECLINED;
  return entries;
}

/** A line in the first column that has no colon, nor one below it, can be no entry, and nothing else may stand there. */
function isStrayLine({ text, at, end }: Cursor): boolean {
  // `...` ends a document.
  if (!startsPlain(text, at, end) || text.startsWith("...", at)) return false;
  const stop = endOfMatch(STRAY_TEXT, text, at);
  if (stop < end && text.charCodeAt(stop) !== LINE_FEED) return false;
  COLON_BELOW.lastIndex = stop;
  return !COLON_BELOW.test(text);
}

// oxlint-disable-next-line no-control-regex -- leaving them out is the point
const STRAY_TEXT = /[^:#\0-\x1f\x7f-\x9f\ufeff]*/y;
const COLON_BELOW = /\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*:/y;

/** Reads a nested block mapping whose first key stands at the cursor, in column `indent`. */
function readBlockMap(cursor: Cursor, indent: number): { [key: string]: FrontmatterValue } {
  if (++cursor.depth > SIMPLE_DEPTH) throw DECLINED;
  const map: { [key: string]: FrontmatterValue } = {};
  let count = 0;
  for (;;) {
    const key = readKey(cursor, endOfKey(cursor.text, cursor.at, cursor.end));
    if (Object.hasOwn(map, key) || ++count > MOST_NESTED_KEYS) throw DECLINED;
    cursor.at++;
    skipSpaces(cursor);
    map[key] = readBlockValue(cursor, indent, BROKEN_VALUE);
    const width = nextContentLine(cursor);
    if (width < indent) break;
    if (width > indent) throw DECLINED;
    cursor.at += indent;
  }
  cursor.depth--;
  return map;
}

/** Reads the key that ends at `colon`, and moves there. */
function readKey(cursor: Cursor, colon: number): string {
  if (colon < 0) throw DECLINED;
  const key = cursor.text.slice(cursor.at, colon);
  if (key === "__proto__" || typeof resolvePlainScalar(key) !== "string") throw DECLINED;
  cursor.at = colon;
  return key;
}

/** Keys are letters, digits, `_`, `-` and `.`; anything else is left to the full reader. */
const KEY_CHARACTER = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") {
  KEY_CHARACTER[character.charCodeAt(0)] = 1;
}
const LONGEST_KEY = 256;

/** Offset of the colon that ends a simple key starting at `start`, a space or the line's end behind it; -1 if there is none. */
function endOfKey(text: string, start: number, end: number): number {
  let at = start;
  if (at < end && text.charCodeAt(at) === DASH) return -1;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code >= 128 || KEY_CHARACTER[code] === 0) break;
    at++;
  }
  if (at === start || at >= end || at - start > LONGEST_KEY || text.charCodeAt(at) !== COLON) return -1;
  if (at + 1 >= end) return at;
  const next = text.charCodeAt(at + 1);
  return next === SPACE || next === LINE_FEED || next === CARRIAGE_RETURN ? at : -1;
}

/** Reads the value after a key's colon or a list item's dash, and moves past its last line; `broken` as in `readPlain`. */
function readBlockValue(cursor: Cursor, indent: number, broken: Declined): FrontmatterValue {
  const { text, end } = cursor;
  const code = cursor.at < end ? text.charCodeAt(cursor.at) : LINE_FEED;
  switch (code) {
    case LINE_FEED:
    case CARRIAGE_RETURN:
    case HASH: {
      const value = readNestedValue(cursor, indent);
      cursor.valueEnd = -1;
      return value;
    }
    case DOUBLE_QUOTE:
    case SINGLE_QUOTE: {
      const value = readQuoted(cursor);
      cursor.valueEnd = cursor.at;
      finishLine(cursor, broken);
      return value;
    }
    case PIPE:
    case GREATER:
      cursor.valueEnd = -1;
      return readBlockScalar(cursor, indent);
    case BRACKET_OPEN:
    case BRACE_OPEN: {
      const value = readFlow(cursor, indent);
      cursor.valueEnd = cursor.at;
      finishLine(cursor, broken);
      return value;
    }
    case COMMA:
    case AT_SIGN:
    case BACKTICK:
      throw broken;
    default:
      if (!startsPlain(text, cursor.at, end)) throw DECLINED;
      return readPlain(cursor, indent, broken);
  }
}

/** Reads what stands below a key: a deeper value, a list at the key's own indentation, or nothing. */
function readNestedValue(cursor: Cursor, indent: number): FrontmatterValue {
  const { text, end } = cursor;
  cursor.at = pastLineBreak(text, endOfComment(text, cursor.at, end), end);
  const width = nextContentLine(cursor);
  if (width < indent) return null;
  const first = cursor.at + width;
  if (isListItem(text, first, end)) return readBlockList(cursor, width);
  if (width === indent) return null;
  cursor.at = first;
  if (endOfKey(text, first, end) >= 0) return readBlockMap(cursor, width);
  const code = text.charCodeAt(first);
  if (code !== BRACKET_OPEN && code !== BRACE_OPEN && !startsPlain(text, first, end)) throw DECLINED;
  return readBlockValue(cursor, indent, DECLINED);
}

function isListItem(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === DASH && at + 1 < end && text.charCodeAt(at + 1) === SPACE;
}

/** Reads a block list whose items have their dash in column `indent`; the cursor is at the start of the first line. */
function readBlockList(cursor: Cursor, indent: number): FrontmatterValue[] {
  if (++cursor.depth > SIMPLE_DEPTH) throw DECLINED;
  const { text, end } = cursor;
  const items: FrontmatterValue[] = [];
  for (;;) {
    const lineStart = cursor.at;
    cursor.at = lineStart + indent + 1;
    skipSpaces(cursor);
    if (endOfKey(text, cursor.at, end) >= 0) {
      items.push(readBlockMap(cursor, cursor.at - lineStart));
    } else {
      items.push(readListScalar(cursor, indent));
    }
    const width = nextContentLine(cursor);
    if (width < indent) break;
    if (width > indent) throw DECLINED;
    if (!isListItem(text, cursor.at + indent, end)) break;
  }
  cursor.depth--;
  return items;
}

function readListScalar(cursor: Cursor, indent: number): FrontmatterValue {
  const code = cursor.at < cursor.end ? cursor.text.charCodeAt(cursor.at) : LINE_FEED;
  // Empty items, block scalars and lists inside a list item are rare; the full reader takes them.
  if (code === LINE_FEED || code === CARRIAGE_RETURN || code === HASH || code === PIPE || code === GREATER)
    throw DECLINED;
  // `- a b: c` is a map with a key that has a space in it.
  return readBlockValue(cursor, indent, DECLINED);
}
