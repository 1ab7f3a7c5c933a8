import type { Fix, TextEdit } from "../diagnostic.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";
import { quoteScalar } from "./yaml/quote.ts";

/** A stretch of a file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What to point at for a value: its first line, or its key where the value is empty or stands below. */
export function spanOf(raw: string, entry: FrontmatterEntry | undefined): Span | undefined {
  if (entry === undefined) return undefined;
  const { valueStart, valueEnd, keyStart, keyEnd } = entry;
  if (valueEnd <= valueStart) return { start: keyStart, end: keyEnd };
  const lineEnd = raw.indexOf("\n", valueStart);
  return { start: valueStart, end: lineEnd < 0 ? valueEnd : Math.min(valueEnd, lineEnd) };
}

/** The text of a value that stands on its key's line; empty for any other. */
export function sourceOf(raw: string, entry: FrontmatterEntry | undefined): string {
  if (entry === undefined || entry.valueEnd < 0) return "";
  const source = raw.slice(entry.valueStart, entry.valueEnd);
  return source.includes("\n") ? "" : source;
}

/** Offset past the last line of an entry: blank lines and comments before the next entry are not its own. */
export function endOfEntry(raw: string, entry: FrontmatterEntry): number {
  let end = Math.max(entry.end, entry.keyEnd);
  for (;;) {
    if (end <= entry.keyEnd) return end;
    const lineStart = raw.lastIndexOf("\n", end - 2) + 1;
    if (lineStart <= entry.keyEnd || !/^\s*(?:#|$)/.test(raw.slice(lineStart, end))) return end;
    end = lineStart;
  }
}

/** True if the entry's key starts a line, so that whole lines are its own. */
export function startsLine(raw: string, entry: FrontmatterEntry): boolean {
  return entry.keyEnd > entry.keyStart && raw.charAt(entry.keyStart - 1) === "\n";
}

/** True if whole lines are the entry's own and nothing refers to anything in them. */
export function ownsLines(raw: string, entry: FrontmatterEntry): boolean {
  return !entry.marked && startsLine(raw, entry);
}

/** Offset past the colon behind a key; blanks may stand before it. */
function pastColon(raw: string, entry: FrontmatterEntry): number {
  return raw.indexOf(":", entry.keyEnd) + 1;
}

/** Puts YAML in the place of a value that stands on its key's line, or of none; undefined for any other. */
export function replaceLineValue(
  raw: string,
  entry: FrontmatterEntry | undefined,
  title: string,
  text: string,
): Fix | undefined {
  if (entry === undefined || entry.marked) return undefined;
  if (entry.valueEnd >= 0) return { title, edits: [{ start: entry.valueStart, end: entry.valueEnd, text }] };
  if (entry.value !== null) return undefined;
  return { title, edits: [insertValue(raw, entry, text)] };
}

function insertValue(raw: string, entry: FrontmatterEntry, text: string): TextEdit {
  const start = pastColon(raw, entry);
  return { start, end: start, text: ` ${text}` };
}

/** Puts a text in the place of a value of any shape, quoted if it must be; undefined where a comment would be lost. */
export function replaceValue(
  raw: string,
  entry: FrontmatterEntry | undefined,
  title: string,
  text: string,
): Fix | undefined {
  if (entry === undefined || entry.marked) return undefined;
  const signs = ownsLines(raw, entry) ? /: |:$| #|["'\n]/ : /: |:$| #|["'\n,[\]{}]/;
  const written = /^\w/.test(text) && !signs.test(text) ? text : quoteScalar(text);
  if (entry.valueEnd >= 0) return replaceLineValue(raw, entry, title, written);
  if (!ownsLines(raw, entry)) return undefined;
  const start = pastColon(raw, entry);
  const source = raw.slice(start, endOfEntry(raw, entry));
  if (/(?:^|[ \t])#/m.test(source)) return undefined;
  return { title, edits: [{ start, end: start + source.trimEnd().length, text: ` ${written}` }] };
}

/** Takes an entry out, line break included; undefined if it shares its lines. */
export function removeEntry(raw: string, entry: FrontmatterEntry | undefined, title: string): Fix | undefined {
  if (entry === undefined || !ownsLines(raw, entry)) return undefined;
  return { title, edits: [{ start: entry.keyStart, end: endOfEntry(raw, entry), text: "" }] };
}
