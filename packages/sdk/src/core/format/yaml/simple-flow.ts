import type { FrontmatterValue } from "../types.ts";
import { resolvePlainScalar } from "./plain-scalar.ts";
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  BROKEN_VALUE,
  CARRIAGE_RETURN,
  COLON,
  COMMA,
  type Cursor,
  DECLINED,
  DOUBLE_QUOTE,
  HASH,
  LINE_FEED,
  MOST_NESTED_KEYS,
  pastLineBreak,
  SIMPLE_DEPTH,
  SINGLE_QUOTE,
  SPACE,
} from "./simple-cursor.ts";
import { endOfMatch, readQuoted, startsPlain } from "./simple-scalar.ts";

/** YAML limits an implicit key to 1,024 characters; the simple reader stays well below. */
const LONGEST_KEY = 256;

/** Reads a flow list or map from its opening bracket past its closing one; `indent` is that of the block around it. */
export function readFlow(cursor: Cursor, indent: number): FrontmatterValue {
  if (++cursor.depth > SIMPLE_DEPTH) throw DECLINED;
  cursor.flows++;
  const value =
    cursor.text.charCodeAt(cursor.at) === BRACKET_OPEN ? readFlowList(cursor, indent) : readFlowMap(cursor, indent);
  cursor.flows--;
  cursor.depth--;
  return value;
}

function readFlowList(cursor: Cursor, indent: number): FrontmatterValue[] {
  const items: FrontmatterValue[] = [];
  cursor.at++;
  for (;;) {
    if (skipFlowSpace(cursor, indent) === BRACKET_CLOSE) break;
    items.push(readFlowValue(cursor, indent));
    const next = skipFlowSpace(cursor, indent);
    if (next === BRACKET_CLOSE) break;
    if (next !== COMMA) throw DECLINED;
    cursor.at++;
  }
  cursor.at++;
  return items;
}

function readFlowMap(cursor: Cursor, indent: number): { [key: string]: FrontmatterValue } {
  const map: { [key: string]: FrontmatterValue } = {};
  let count = 0;
  cursor.at++;
  for (;;) {
    if (skipFlowSpace(cursor, indent) === BRACE_CLOSE) break;
    const key = readFlowKey(cursor);
    if (key === "__proto__" || Object.hasOwn(map, key) || ++count > MOST_NESTED_KEYS) throw DECLINED;
    const next = skipFlowSpace(cursor, indent);
    if (next === COMMA || next === BRACE_CLOSE) throw DECLINED;
    map[key] = readFlowValue(cursor, indent);
    const after = skipFlowSpace(cursor, indent);
    if (after === BRACE_CLOSE) break;
    if (after !== COMMA) throw DECLINED;
    cursor.at++;
  }
  cursor.at++;
  return map;
}

/** Reads `"key":` or `key: `, colon included. A quoted key may touch what follows its colon, as in JSON. */
function readFlowKey(cursor: Cursor): string {
  const { text, end } = cursor;
  const start = cursor.at;
  const first = text.charCodeAt(start);
  if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
    const key = readQuoted(cursor);
    if (cursor.at - start > LONGEST_KEY || cursor.at >= end || text.charCodeAt(cursor.at) !== COLON) throw DECLINED;
    cursor.at++;
    return key;
  }
  const key = readFlowPlain(cursor);
  const afterColon = cursor.at + 1 < end ? text.charCodeAt(cursor.at + 1) : 0;
  if (typeof key !== "string" || cursor.at - start > LONGEST_KEY) throw DECLINED;
  if (text.charCodeAt(cursor.at) !== COLON || afterColon !== SPACE) throw DECLINED;
  cursor.at++;
  return key;
}

function readFlowValue(cursor: Cursor, indent: number): FrontmatterValue {
  const code = cursor.at < cursor.end ? cursor.text.charCodeAt(cursor.at) : 0;
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(cursor);
  if (code === BRACKET_OPEN || code === BRACE_OPEN) return readFlow(cursor, indent);
  return readFlowPlain(cursor);
}

/** Up to what ends a plain scalar in flow context: a comma, a bracket, `: `, ` #` or the line's end. */
const FLOW_PLAIN_TEXT =
  // oxlint-disable-next-line no-control-regex -- leaving them out is the point
  /[^:#,[\]{}\0-\x1f\x7f-\x9f\ufeff]*(?:(?::(?=[^\0- \x7f-\x9f\ufeff,[\]{}])|(?<! )#)[^:#,[\]{}\0-\x1f\x7f-\x9f\ufeff]*)*/y;

/** Reads a plain scalar in flow context that lies on one line; stops before `,`, a bracket, `: ` or the line's end. */
function readFlowPlain(cursor: Cursor): string | number | boolean | null {
  const { text, end } = cursor;
  const start = cursor.at;
  if (start >= end || !startsPlain(text, start, end)) throw DECLINED;
  const at = endOfMatch(FLOW_PLAIN_TEXT, text, start);
  let lastText = at;
  while (text.charCodeAt(lastText - 1) === SPACE) lastText--;
  const stop = at < end ? text.charCodeAt(at) : 0;
  if (stop === BRACKET_OPEN || stop === BRACE_OPEN) throw BROKEN_VALUE;
  // A comment, or a space before the colon, is allowed in YAML and rare; the full reader takes it.
  if (stop === HASH) throw DECLINED;
  if (stop === COLON && (at !== lastText || text.charCodeAt(at + 1) !== SPACE)) throw DECLINED;
  cursor.at = at;
  return resolvePlainScalar(text.slice(start, lastText));
}

function isCloser(code: number): boolean {
  return code === BRACKET_CLOSE || code === BRACE_CLOSE;
}

/** Moves past spaces and line breaks inside a flow collection; returns the next character. */
function skipFlowSpace(cursor: Cursor, indent: number): number {
  const { text, end } = cursor;
  let at = cursor.at;
  for (;;) {
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end) throw DECLINED;
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) {
      if (code === HASH) throw DECLINED;
      cursor.at = at;
      return code;
    }
    at = pastLineBreak(text, at, end);
    const lineStart = at;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    const width = at - lineStart;
    // Lines of a flow collection are indented deeper than the block around it; only the end of the outermost one need not.
    const endsOutermost = cursor.flows === 1 && width === indent && at < end && isCloser(text.charCodeAt(at));
    if (at < end && width <= indent && !endsOutermost) throw DECLINED;
  }
}
