import { resolvePlainScalar } from "./plain-scalar.ts";
import {
  CARRIAGE_RETURN,
  CLASS_OF,
  COLON,
  type Cursor,
  DASH,
  type Declined,
  DECLINED,
  DOUBLE_QUOTE,
  endOfComment,
  HASH,
  isControl,
  LINE_FEED,
  ORDINARY,
  pastLineBreak,
  SINGLE_QUOTE,
  SPACE,
} from "./simple-cursor.ts";

/**
 * Scanning with patterns is several times faster than with a loop. None of them matches a line break, and what is read
 * ends with one or with the text, so that none runs past the cursor's end.
 */
// oxlint-disable no-control-regex -- leaving them out is the point
export const LINE_TEXT: RegExp = /[^\0-\x1f\x7f-\x9f\ufeff]*/y;
const DOUBLE_QUOTED_TEXT =
  /[^"\\\0-\x1f\x7f-\x9f\ufeff]*(?:\\[^\0-\x1f\x7f-\x9f\ufeff][^"\\\0-\x1f\x7f-\x9f\ufeff]*)*/y;
const SINGLE_QUOTED_TEXT = /[^'\0-\x1f\x7f-\x9f\ufeff]*(?:''[^'\0-\x1f\x7f-\x9f\ufeff]*)*/y;
/** Up to a colon that ends a key, a hash that starts a comment, or the line's end. */
const PLAIN_TEXT =
  /[^:#\0-\x1f\x7f-\x9f\ufeff]*(?:(?::(?=[^\0- \x7f-\x9f\ufeff])|(?<! )#)[^:#\0-\x1f\x7f-\x9f\ufeff]*)*/y;

/** Offset past what a sticky pattern, which may match nothing, matches at `at`. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/** True if a plain scalar that the simple reader takes can start with the character at `at`. */
export function startsPlain(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 128) return !isControl(code);
  if (CLASS_OF[code] === ORDINARY) return code !== SPACE;
  // `-5` and `-v` are text, `- x` is a list item; the rest is left to the full reader.
  return code === DASH && at + 1 < end && isWordCharacter(text.charCodeAt(at + 1));
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * Reads a plain scalar in block context that starts at the cursor, over as many lines as are indented deeper than
 * `indent`, and moves past its last line. Throws `broken` where a colon on its first line looks like a key's.
 */
export function readPlain(cursor: Cursor, indent: number, broken: Declined): string | number | boolean | null {
  const { text, end } = cursor;
  const start = cursor.at;
  let at = endOfMatch(PLAIN_TEXT, text, start);
  let lastText = at;
  while (text.charCodeAt(lastText - 1) === SPACE) lastText--;
  cursor.commentAt = -1;
  const stop = at < end ? text.charCodeAt(at) : LINE_FEED;
  if (stop === HASH) {
    cursor.commentAt = at;
    at = endOfComment(text, at, end);
  } else if (stop === COLON) {
    const after = at + 1 < end ? text.charCodeAt(at + 1) : LINE_FEED;
    throw after === SPACE || after === LINE_FEED ? broken : DECLINED;
  }
  const first = text.slice(start, lastText);
  cursor.valueEnd = lastText;
  cursor.at = pastLineBreak(text, at, end);
  // Most values end here: the next line starts a key or is the end.
  if (cursor.at >= end) return resolvePlainScalar(first);
  const next = text.charCodeAt(cursor.at);
  if (next !== SPACE && next !== LINE_FEED && next !== CARRIAGE_RETURN) return resolvePlainScalar(first);
  const rest = readPlainContinuation(cursor, indent);
  if (rest === null) return resolvePlainScalar(first);
  if (cursor.commentAt >= 0) throw DECLINED;
  return first + rest;
}

/** Further lines of a plain scalar, folded; null when there are none. The cursor moves only when there are some. */
function readPlainContinuation(cursor: Cursor, indent: number): string | null {
  const { text, end } = cursor;
  let folded: string | null = null;
  let lineStart = cursor.at;
  let blanks = 0;
  for (;;) {
    let at = lineStart;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end) return folded;
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      blanks++;
      lineStart = pastLineBreak(text, at, end);
      continue;
    }
    if (at - lineStart <= indent) return folded;
    if (!startsPlain(text, at, end) || code === DASH) throw DECLINED;
    // A key or a comment on such a line stops the match early, and the line break is then not there.
    const lineEnd = endOfMatch(PLAIN_TEXT, text, at);
    let lastText = lineEnd;
    while (text.charCodeAt(lastText - 1) === SPACE) lastText--;
    folded = (folded ?? "") + (blanks === 0 ? " " : "\n".repeat(blanks)) + text.slice(at, lastText);
    blanks = 0;
    lineStart = pastLineBreak(text, lineEnd, end);
    cursor.at = lineStart;
    cursor.valueEnd = lastText;
  }
}

/** Reads a quoted scalar that lies on one line; the cursor moves from its opening quote past its closing one. */
export function readQuoted(cursor: Cursor): string {
  return cursor.text.charCodeAt(cursor.at) === DOUBLE_QUOTE ? readDoubleQuoted(cursor) : readSingleQuoted(cursor);
}

function readDoubleQuoted(cursor: Cursor): string {
  const { text, end } = cursor;
  const start = cursor.at + 1;
  const close = endOfMatch(DOUBLE_QUOTED_TEXT, text, start);
  if (close >= end || text.charCodeAt(close) !== DOUBLE_QUOTE) throw DECLINED;
  cursor.at = close + 1;
  const inside = text.slice(start, close);
  return inside.includes("\\") ? unescapeDoubleQuoted(inside) : inside;
}

/** JSON's escapes mean in YAML what they mean in JSON; YAML's others are left to the full reader. */
function unescapeDoubleQuoted(inside: string): string {
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    throw DECLINED;
  }
}

function readSingleQuoted(cursor: Cursor): string {
  const { text, end } = cursor;
  const start = cursor.at + 1;
  const close = endOfMatch(SINGLE_QUOTED_TEXT, text, start);
  if (close >= end || text.charCodeAt(close) !== SINGLE_QUOTE) throw DECLINED;
  cursor.at = close + 1;
  const inside = text.slice(start, close);
  return inside.includes("''") ? inside.split("''").join("'") : inside;
}
