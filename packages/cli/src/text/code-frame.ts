import type { Severity } from "@tradecraft/sdk";
import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import type { Colors } from "./colors.ts";
import { visibleCell } from "./visible.ts";

export interface CodeFrameOptions {
  /** Columns the frame may take. */
  readonly width: number;
  readonly colors: Colors;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
}

interface Row {
  readonly text: string;
  /** The severity to underline each column with; empty where there is nothing to mark. */
  readonly marks: readonly (Severity | undefined)[];
  /** UTF-16 offset in the line up to which it is shown. */
  readonly to: number;
}

const context = 1;
const tabStop = 4;
const ellipsis = "…";
const weight = { info: 1, warning: 2, error: 3 } as const;
/** A line is shown in at most so many parts. */
const maxParts = 4;

/**
 * The lines around the line that these diagnostics share, their ranges underlined; empty when it is not in the text. A
 * line too long to show all ranges at once is shown in parts.
 */
export function renderCodeFrame(
  lines: LineIndex,
  diagnostics: readonly ReportedDiagnostic[],
  options: CodeFrameOptions,
): string[] {
  const at = diagnostics[0]?.line;
  if (at === undefined || at < 1 || at > lines.count) return [];
  const first = Math.max(1, at - context);
  const last = Math.min(lines.count, at + context);
  const digits = String(last).length;
  const { colors } = options;
  const width = Math.max(20, options.width - digits - 5);
  const gutter = (mark: string, number: string): string => `${mark} ${number.padStart(digits)} |`;
  const rendered: string[] = [];
  for (let number = first; number <= last; number++) {
    if (number === at) {
      for (const { text, marks } of renderParts(lines.line(at), toSpans(diagnostics), width)) {
        rendered.push(`${colors.bold(gutter(">", String(at)))}${text === "" ? "" : ` ${text}`}`);
        if (marks.length > 0) rendered.push(`${colors.dim(gutter(" ", ""))} ${renderMarks(marks, colors)}`);
      }
    } else {
      const { text } = renderRow(lines.line(number), 0, [], width);
      rendered.push(`${colors.dim(gutter(" ", String(number)))}${text === "" ? "" : ` ${text}`}`);
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

function toSpans(diagnostics: readonly ReportedDiagnostic[]): Span[] {
  return diagnostics
    .flatMap(({ column, length, severity }) => {
      if (column === undefined) return [];
      const start = Math.max(0, column - 1);
      return [{ start, end: start + Math.max(1, length ?? 1), severity }];
    })
    .sort((a, b) => a.start - b.start);
}

function renderParts(line: string, spans: readonly Span[], width: number): Row[] {
  const parts: Row[] = [];
  let left = spans;
  do {
    const from = windowStart(line, left[0]?.start ?? 0, width);
    const row = renderRow(line, from, left, width);
    parts.push(row);
    left = row.to >= line.length ? [] : left.filter(({ start }) => start >= row.to);
  } while (left.length > 0 && parts.length < maxParts);
  return parts;
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

function renderRow(line: string, from: number, spans: readonly Span[], width: number): Row {
  const marks: (Severity | undefined)[] = [];
  let text = from > 0 ? ellipsis : "";
  let column = from > 0 ? 1 : 0;
  let offset = from;
  while (offset < line.length) {
    const character = String.fromCodePoint(line.codePointAt(offset) ?? 0);
    const next = offset + character.length;
    const tab = tabStop - (column % tabStop);
    const cell = character === "\t" ? { text: " ".repeat(tab), width: tab } : visibleCell(character);
    const tooWide = column + cell.width > width - (next < line.length ? 1 : 0);
    // Characters without a width could go on for ever.
    if (tooWide || offset - from > 10 * width) return { text: text + ellipsis, marks, to: offset };
    const mark = worst(spans.filter(({ start, end }) => start <= offset && offset < end));
    if (mark !== undefined) {
      // What has no width sits on the character before it.
      const first = cell.width === 0 ? Math.max(0, column - 1) : column;
      for (let at = first; at < Math.max(first + 1, column + cell.width); at++) marks[at] = mark;
    }
    text += cell.text;
    column += cell.width;
    offset = next;
  }
  // Ranges behind the last character.
  const beyond = worst(spans.filter(({ start }) => start >= line.length));
  if (beyond !== undefined) marks[column] = beyond;
  return { text, marks, to: line.length };
}

function worst(spans: readonly Span[]): Severity | undefined {
  return spans.reduce<Severity | undefined>(
    (severity, span) => (severity === undefined || weight[span.severity] > weight[severity] ? span.severity : severity),
    undefined,
  );
}

function renderMarks(marks: Row["marks"], colors: Colors): string {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  let rendered = "";
  for (let from = 0; from < marks.length;) {
    const severity = marks[from];
    let to = from + 1;
    while (to < marks.length && marks[to] === severity) to++;
    rendered += severity === undefined ? " ".repeat(to - from) : paint[severity]("^".repeat(to - from));
    from = to;
  }
  return rendered;
}

function isLowSurrogate(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
