import type { Diagnostic } from "@tradecraft/sdk";
import type { Colors } from "./colors.ts";
import { visibleCell } from "./visible.ts";

export interface CodeFrameOptions {
  /** Columns the frame may take. */
  readonly width: number;
  readonly colors: Colors;
}

interface Window {
  readonly line: string;
  /** UTF-16 offset in the line at which the window starts. */
  readonly from: number;
}

const context = 2;
const tabStop = 4;
const ellipsis = "…";

/** The lines around a diagnostic with its range underlined; empty when it has no position in the text. */
export function renderCodeFrame(lines: LineIndex, diagnostic: Diagnostic, options: CodeFrameOptions): string[] {
  const at = diagnostic.line;
  if (at === undefined || at < 1 || at > lines.count) return [];
  const first = Math.max(1, at - context);
  const last = Math.min(lines.count, at + context);
  const digits = String(last).length;
  const { colors } = options;
  const width = Math.max(20, options.width - digits - 5);
  const start = Math.max(0, (diagnostic.column ?? 1) - 1);
  const from = windowStart(lines.line(at), start, width);
  const rendered: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = renderWindow({ line: lines.line(number), from: number === at ? from : 0 }, width);
    const gutter = `${number === at ? ">" : " "} ${String(number).padStart(digits)} |`;
    rendered.push(`${number === at ? colors.bold(gutter) : colors.dim(gutter)}${text === "" ? "" : ` ${text}`}`);
    if (number === at && diagnostic.column !== undefined) {
      const underline = renderUnderline({ line: lines.line(number), from }, start, diagnostic.length ?? 1, width);
      rendered.push(`${colors.dim(`${" ".repeat(digits + 3)}|`)} ${paintFor(diagnostic, colors)(underline)}`);
    }
  }
  return rendered;
}

/** A text's lines by number, without splitting the whole text. */
export interface LineIndex {
  readonly count: number;
  line(number: number): string;
}

/** Indexes a text by line as diagnostics count them: `\n` ends one; a `\r` before it is not shown. */
export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return {
    count: starts.length,
    line: (number) =>
      text.slice(starts[number - 1] ?? text.length, starts[number] ?? text.length).replace(/\r?\n$/, ""),
  };
}

// Where to start so that the marked text is visible: at the line's start if that fits, else with some context before it.
function windowStart(line: string, start: number, width: number): number {
  const end = Math.min(start, line.length);
  if (walkBack(line, end, width - Math.min(20, width / 2)) === 0) return 0;
  return walkBack(line, end, width / 3);
}

function walkBack(line: string, end: number, columns: number): number {
  let from = end;
  for (let left = 0; from > 0;) {
    const previous = from - (from > 1 && isLowSurrogate(line, from - 1) ? 2 : 1);
    const character = String.fromCodePoint(line.codePointAt(previous) ?? 0);
    left += character === "\t" ? tabStop : visibleCell(character).width;
    if (left > columns) break;
    from = previous;
  }
  return from;
}

function renderWindow({ line, from }: Window, width: number): string {
  let text = from > 0 ? ellipsis : "";
  let column = from > 0 ? 1 : 0;
  for (const { cell, more } of cells(line, from, column)) {
    if (column + cell.width > width - (more ? 1 : 0)) return text + ellipsis;
    text += cell.text;
    column += cell.width;
  }
  return text;
}

function renderUnderline({ line, from }: Window, start: number, length: number, width: number): string {
  const end = start + Math.max(1, length);
  let column = from > 0 ? 1 : 0;
  let pad = column;
  let marks = 0;
  for (const { cell, offset, more } of cells(line, from, column)) {
    if (offset >= end || column + cell.width > width - (more ? 1 : 0)) break;
    if (offset < start) pad = column + cell.width;
    else marks += cell.width;
    column += cell.width;
  }
  return " ".repeat(pad) + "^".repeat(Math.max(1, Math.min(marks, width - pad)));
}

function* cells(
  line: string,
  from: number,
  column: number,
): Generator<{ cell: { text: string; width: number }; offset: number; more: boolean }> {
  let at = column;
  for (let offset = from; offset < line.length;) {
    const character = String.fromCodePoint(line.codePointAt(offset) ?? 0);
    const tab = tabStop - (at % tabStop);
    const cell = character === "\t" ? { text: " ".repeat(tab), width: tab } : visibleCell(character);
    const next = offset + character.length;
    yield { cell, offset, more: next < line.length };
    at += cell.width;
    offset = next;
  }
}

function isLowSurrogate(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function paintFor(diagnostic: Diagnostic, colors: Colors): (text: string) => string {
  return diagnostic.severity === "error" ? colors.red : diagnostic.severity === "warning" ? colors.yellow : colors.blue;
}
