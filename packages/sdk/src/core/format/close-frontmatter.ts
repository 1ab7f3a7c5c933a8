import type { TextEdit } from "../diagnostic.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";

/** Where an unclosed frontmatter ends, and the edit that closes it. */
export interface ClosedFrontmatter {
  readonly end: number;
  readonly bodyStart: number;
  readonly edit: TextEdit;
}

/** Reads the YAML between two offsets; null if it is none. */
export type ReadEntries = (start: number, end: number) => readonly FrontmatterEntry[] | null;

/** Nobody can tell any more where a frontmatter ends that seems longer than this. */
const FARTHEST_END = 64 * 1024;

/** A line that was meant as a fence. */
const NEAR_FENCE = /^(?:--|-{4,}|\.{3}|[—–]+|_{3,}|\*{3,}|={3,})[ \t]*$/;
const KEY_LINE = /^[A-Za-z][\w-]*:(?:[ \t]|$)/;

/**
 * Finds where a frontmatter without a closing fence ends, if that is unambiguous: at a line meant as a fence, at the
 * first blank line that no further key follows, or at the end of the file, and what stands above it names the skill.
 */
export function closeFrontmatter(raw: string, start: number, read: ReadEntries): ClosedFrontmatter | null {
  const newline = raw.charAt(start - 2) === "\r" ? "\r\n" : "\n";
  const limit = Math.min(raw.length, start + FARTHEST_END);
  for (let lineStart = start; lineStart < limit;) {
    const lineEnd = endOfLine(raw, lineStart);
    const line = raw.slice(lineStart, lineEnd).trimEnd();
    const next = Math.min(lineEnd + 1, raw.length);
    if (NEAR_FENCE.test(line)) {
      return confirmed(read, start, {
        end: lineStart,
        bodyStart: next,
        edit: { start: lineStart, end: lineStart + line.length, text: "---" },
      });
    }
    if (line === "" && lineStart > start && !keyFollows(raw, next)) {
      return confirmed(read, start, {
        end: lineStart,
        bodyStart: lineStart,
        edit: { start: lineStart, end: lineStart, text: `---${newline}` },
      });
    }
    lineStart = next;
  }
  if (limit < raw.length) return null;
  const lead = raw.endsWith("\n") ? "" : newline;
  const end = raw.length;
  return confirmed(read, start, { end, bodyStart: end, edit: { start: end, end, text: `${lead}---${newline}` } });
}

function confirmed(read: ReadEntries, start: number, closed: ClosedFrontmatter): ClosedFrontmatter | null {
  const entries = read(start, closed.end);
  return entries?.some(({ key }) => key === "name" || key === "description") === true ? closed : null;
}

function keyFollows(raw: string, from: number): boolean {
  for (let lineStart = from; lineStart < raw.length;) {
    const lineEnd = endOfLine(raw, lineStart);
    const line = raw.slice(lineStart, Math.min(lineEnd, lineStart + 200)).trimEnd();
    if (line !== "") return KEY_LINE.test(line);
    lineStart = lineEnd + 1;
  }
  return false;
}

function endOfLine(raw: string, from: number): number {
  const at = raw.indexOf("\n", from);
  return at < 0 ? raw.length : at;
}
