import type { FrontmatterValue } from "../types.ts";
import { resolvePlainScalar } from "./plain-scalar.ts";
import {
  AT_SIGN,
  BACKTICK,
  BRACE_OPEN,
  BRACKET_OPEN,
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
  nextContentLine,
  pastLineBreak,
  PIPE,
  SIMPLE_DEPTH,
  SINGLE_QUOTE,
  skipSpaces,
  SPACE,
} from "./simple-cursor.ts";
import { readFlow } from "./simple-flow.ts";
import { readBlockScalar, readPlain, readQuoted, startsPlain } from "./simple-scalar.ts";
import { findEntry, type FrontmatterEntry } from "./entry.ts";

/** Why the simple reader stopped: it is not sure, or it is sure that an entry has something that is not a value. */
export type SimpleYamlRefusal = "declined" | "broken-value";

/** More keys than this are left to the full reader: repeated ones are looked for one by one here. */
const MOST_KEYS = 64;

/**
 * Reads the block mappings that nearly every frontmatter consists of, several times faster than a full YAML parser and
 * with the same result; declines whatever it is not sure of. `start` and `end` bound the YAML inside `text`; it ends with
 * a line break or with the text.
 */
export function readSimpleYaml(text: string, start: number, end: number): FrontmatterEntry[] | SimpleYamlRefusal {
  const cursor: Cursor = { text, end, at: start, depth: 1, commentAt: -1 };
  try {
    return readEntries(cursor);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    return error === BROKEN_VALUE ? "broken-value" : "declined";
  }
}

/** Reads the top-level mapping. */
function readEntries(cursor: Cursor): FrontmatterEntry[] {
  const entries: FrontmatterEntry[] = [];
  if (nextContentLine(cursor) !== 0) throw DECLINED;
  for (;;) {
    const keyStart = cursor.at;
    const key = readBlockKey(cursor);
    if (entries.length === MOST_KEYS || findEntry(entries, key) !== undefined) throw DECLINED;
    const keyEnd = cursor.at;
    cursor.at++;
    skipSpaces(cursor);
    const valueStart = cursor.at;
    cursor.commentAt = -1;
    const value = readBlockValue(cursor, 0, BROKEN_VALUE);
    entries.push({ key, value, keyStart, keyEnd, valueStart, end: cursor.at, commentAt: cursor.commentAt });
    const width = nextContentLine(cursor);
    if (width < 0) return entries;
    if (width > 0) throw DECLINED;
  }
}

/** Reads a nested block mapping whose first key stands at the cursor, in column `indent`. */
function readBlockMap(cursor: Cursor, indent: number): { [key: string]: FrontmatterValue } {
  if (++cursor.depth > SIMPLE_DEPTH) throw DECLINED;
  const map: { [key: string]: FrontmatterValue } = {};
  for (;;) {
    const key = readBlockKey(cursor);
    if (Object.hasOwn(map, key)) throw DECLINED;
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

/** Reads a plain key up to its colon, which must be followed by a space or the line's end. */
function readBlockKey(cursor: Cursor): string {
  const { text, end } = cursor;
  const start = cursor.at;
  const colon = endOfKey(text, start, end);
  if (colon < 0) throw DECLINED;
  const key = readWord(text, start, colon);
  if (key === "__proto__" || typeof resolvePlainScalar(key) !== "string") throw DECLINED;
  cursor.at = colon;
  return key;
}

/** Keys that most files have, by length. Taking them from here saves making, and later comparing, the same texts anew. */
const COMMON_KEYS: string[][] = [];
for (const key of [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "version",
  "author",
  "tags",
  "homepage",
]) {
  (COMMON_KEYS[key.length] ??= []).push(key);
}

function readWord(text: string, start: number, end: number): string {
  const common = COMMON_KEYS[end - start];
  if (common !== undefined) {
    for (const key of common) if (text.startsWith(key, start)) return key;
  }
  return text.slice(start, end);
}

/** Keys are letters, digits, `_`, `-` and `.`; anything else is left to the full reader. */
const KEY_CHARACTER = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") {
  KEY_CHARACTER[character.charCodeAt(0)] = 1;
}
const LONGEST_KEY = 256;

/** Offset of the colon that ends a simple key starting at `start`; -1 if there is none. */
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
    case HASH:
      return readNestedValue(cursor, indent);
    case DOUBLE_QUOTE:
    case SINGLE_QUOTE: {
      const value = readQuoted(cursor);
      finishLine(cursor, broken);
      return value;
    }
    case PIPE:
    case GREATER:
      return readBlockScalar(cursor, indent);
    case BRACKET_OPEN:
    case BRACE_OPEN: {
      const value = readFlow(cursor, indent);
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
