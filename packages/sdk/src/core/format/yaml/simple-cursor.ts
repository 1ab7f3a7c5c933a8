/** Thrown, once made, where the simple reader is not sure: the full reader decides then. Carries no stack on purpose. */
export class Declined extends Error {
  override readonly name: string = "Declined";
}

/** The simple reader is not sure. */
export const DECLINED: Declined = new Declined("the simple reader does not cover this YAML");

/** The simple reader is sure that this is not YAML: what stands behind a key on its line cannot be a value. */
export const BROKEN_VALUE: Declined = new Declined("not a value");

/** The simple reader is sure that this is not YAML: a line that is neither an entry nor part of one. */
export const BROKEN_LINE: Declined = new Declined("not an entry");

/** A place in the text that is being read. */
export interface Cursor {
  readonly text: string;
  /** Where reading stops, exclusive. */
  readonly end: number;
  /** Where reading is. */
  at: number;
  /** Collections that are open around `at`. */
  depth: number;
  /** Flow collections that are open around `at`. */
  flows: number;
  /** Where the comment behind the last plain value starts; -1 without one. */
  commentAt: number;
  /** Offset past the last value, if it started on its key's line; -1 otherwise. */
  valueEnd: number;
  /** Where the top-level entry starts that is being read. */
  entryAt: number;
}

/** Nesting past this goes to the full reader, which knows the real limit. */
export const SIMPLE_DEPTH = 24;

/** A nested map with more keys goes to the full reader too, which refuses what takes too long. */
export const MOST_NESTED_KEYS = 1_000;

export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const HASH = 35;
export const COLON = 58;
export const DASH = 45;
export const COMMA = 44;
export const DOUBLE_QUOTE = 34;
export const SINGLE_QUOTE = 39;
export const BRACKET_OPEN = 91;
export const BRACKET_CLOSE = 93;
export const BRACE_OPEN = 123;
export const BRACE_CLOSE = 125;
export const PIPE = 124;
export const GREATER = 62;
export const AT_SIGN = 64;
export const BACKTICK = 96;

/** Classes of ASCII characters; see `CLASS_OF`. */
export const ORDINARY = 0;
/** May not start a plain scalar that the simple reader takes. */
export const INDICATOR = 1;
/** Never inside what the simple reader takes: controls, tab included. */
export const CONTROL = 2;

/** Class of each character below 128. */
export const CLASS_OF: Uint8Array = new Uint8Array(128);
for (let code = 0; code < 32; code++) CLASS_OF[code] = CONTROL;
CLASS_OF[127] = CONTROL;
for (const character of "-?:,[]{}#&*!|>'\"%@`") CLASS_OF[character.charCodeAt(0)] = INDICATOR;

/** True for characters that the simple reader leaves to the full one: controls, C1 controls, byte order marks. */
export function isControl(code: number): boolean {
  if (code < 128) return CLASS_OF[code] === CONTROL;
  return code < 160 || code === 0xfeff;
}

/** Moves past spaces. */
export function skipSpaces(cursor: Cursor): void {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  cursor.at = at;
}

/**
 * Moves past what may follow a value on its line (spaces, a comment) and past the line's end. Throws `otherwise` if
 * anything else does, unless a colon makes the value a key. A comment must have a space before it.
 */
export function finishLine(cursor: Cursor, otherwise: Declined): void {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  if (at < end) {
    const code = text.charCodeAt(at);
    if (code === HASH) {
      if (at === cursor.at) throw DECLINED;
      at = endOfComment(text, at, end);
    } else if (code > SPACE && code < 127) throw code === COLON ? DECLINED : otherwise;
  }
  cursor.at = pastLineBreak(text, at, end);
}

/** Offset past the line break at `at`; declines when there is something else. */
export function pastLineBreak(text: string, at: number, end: number): number {
  if (at >= end) return end;
  const code = text.charCodeAt(at);
  if (code === LINE_FEED) return at + 1;
  if (code === CARRIAGE_RETURN && at + 1 < end && text.charCodeAt(at + 1) === LINE_FEED) return at + 2;
  throw DECLINED;
}

/** Offset of the line break (or the end) that ends a comment. */
export function endOfComment(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) return at;
    if (isControl(code)) {
      if (code === CARRIAGE_RETURN && at + 1 < end && text.charCodeAt(at + 1) === LINE_FEED) return at;
      throw DECLINED;
    }
    at++;
  }
  return at;
}

/**
 * Moves to the first line at or after `at` (a line's start) that holds something else than blanks and comments, and
 * returns its indentation; -1 at the end. The cursor stays at the start of that line.
 */
export function nextContentLine(cursor: Cursor): number {
  const { text, end } = cursor;
  let lineStart = cursor.at;
  for (;;) {
    let at = lineStart;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end) {
      cursor.at = end;
      return -1;
    }
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) lineStart = at + 1;
    else if (code === CARRIAGE_RETURN) lineStart = pastLineBreak(text, at, end);
    else if (code === HASH) lineStart = pastLineBreak(text, endOfComment(text, at, end), end);
    else if (isControl(code)) throw DECLINED;
    else {
      cursor.at = lineStart;
      return at - lineStart;
    }
  }
}
