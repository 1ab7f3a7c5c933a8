import {
  CARRIAGE_RETURN,
  type Cursor,
  DASH,
  DECLINED,
  finishLine,
  isControl,
  LINE_FEED,
  pastLineBreak,
  PIPE,
  SPACE,
} from "./simple-cursor.ts";
import { endOfMatch, LINE_TEXT } from "./simple-scalar.ts";

/** Reads a literal (`|`) or folded (`>`) block scalar from its indicator on; `indent` is that of the collection around it. */
export function readBlockScalar(cursor: Cursor, indent: number): string {
  const { text, end } = cursor;
  const folded = text.charCodeAt(cursor.at) !== PIPE;
  let at = cursor.at + 1;
  const strip = at < end && text.charCodeAt(at) === DASH;
  if (strip) at++;
  cursor.at = at;
  finishLine(cursor, DECLINED);
  return folded ? readFolded(cursor, indent, strip) : readLiteral(cursor, indent, strip);
}

/** Indentation of the first line of a block scalar; declines one that starts with a blank line or has no text. */
function contentIndent(cursor: Cursor, indent: number): number {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  const width = at - cursor.at;
  if (at >= end || width <= indent || isControl(text.charCodeAt(at))) throw DECLINED;
  return width;
}

/** One line of a block scalar, as `readBlockLine` leaves it. */
interface BlockLine {
  /** -1: the scalar has ended; 0: an empty line; 1: text. */
  kind: -1 | 0 | 1;
  text: string;
}

/** Reads a line of a block scalar; the cursor moves past it unless the scalar ended before it. */
function readBlockLine(cursor: Cursor, width: number, indent: number, line: BlockLine): void {
  const { text, end } = cursor;
  const lineStart = cursor.at;
  let at = lineStart;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  const code = at < end ? text.charCodeAt(at) : LINE_FEED;
  if (code === LINE_FEED || code === CARRIAGE_RETURN) {
    // Spaces past the indentation are text of a kind that only the full reader handles.
    if (at - lineStart > width) throw DECLINED;
    cursor.at = at < end ? pastLineBreak(text, at, end) : end;
    line.kind = 0;
    return;
  }
  if (isControl(code)) throw DECLINED;
  if (at - lineStart < width) {
    if (at - lineStart > indent) throw DECLINED;
    line.kind = -1;
    return;
  }
  const lineEnd = endOfMatch(LINE_TEXT, text, at);
  line.kind = 1;
  line.text = text.slice(lineStart + width, lineEnd);
  cursor.at = pastLineBreak(text, lineEnd, end);
}

function readLiteral(cursor: Cursor, indent: number, strip: boolean): string {
  const width = contentIndent(cursor, indent);
  const line: BlockLine = { kind: 0, text: "" };
  let value = "";
  let breaks = 0;
  let atFirst = true;
  while (cursor.at < cursor.end) {
    readBlockLine(cursor, width, indent, line);
    if (line.kind < 0) break;
    if (!atFirst) breaks++;
    atFirst = false;
    if (line.kind === 0) continue;
    value += "\n".repeat(breaks) + line.text;
    breaks = 0;
  }
  return strip ? value : `${value}\n`;
}

function readFolded(cursor: Cursor, indent: number, strip: boolean): string {
  const width = contentIndent(cursor, indent);
  const line: BlockLine = { kind: 0, text: "" };
  let value = "";
  let blanks = 0;
  let afterDeeper = false;
  let atFirst = true;
  while (cursor.at < cursor.end) {
    readBlockLine(cursor, width, indent, line);
    if (line.kind < 0) break;
    if (line.kind === 0) {
      blanks++;
      continue;
    }
    const deeper = line.text.charCodeAt(0) === SPACE;
    if (atFirst) value = line.text;
    else if (deeper || afterDeeper) value += "\n".repeat(blanks + 1) + line.text;
    else value += (blanks === 0 ? " " : "\n".repeat(blanks)) + line.text;
    atFirst = false;
    blanks = 0;
    afterDeeper = deeper;
  }
  return strip ? value : `${value}\n`;
}
