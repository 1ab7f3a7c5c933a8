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
 * first blank line or heading that no further key follows, or at the end of the file, and what stands above it names the
 * skill.
 */
export function closeFrontmatter(raw: string, start: number, read: ReadEntries): ClosedFrontmatter | null {
  const newline = newlineAt(raw, start);
  const limit = Math.min(raw.length, start + FARTHEST_END);
  for (let lineStart = start; lineStart < limit;) {
    const line = lineAt(raw, lineStart);
    if (NEAR_FENCE.test(line.text)) {
      const edit = { start: lineStart, end: lineStart + line.text.length, text: "---" };
      return confirmed(read, start, { end: lineStart, bodyStart: line.next, edit });
    }
    if (lineStart > start && isBreak(line.text)) {
      const next = nextText(raw, line.text === "" ? lineStart : line.next, limit);
      if (!KEY_LINE.test(next.text)) {
        const edit = { start: lineStart, end: lineStart, text: `---${newline}` };
        return confirmed(read, start, { end: lineStart, bodyStart: lineStart, edit });
      }
      lineStart = next.start;
    } else lineStart = line.next;
  }
  if (limit < raw.length) return null;
  const lead = raw.endsWith("\n") ? "" : newline;
  const end = raw.length;
  return confirmed(read, start, { end, bodyStart: end, edit: { start: end, end, text: `${lead}---${newline}` } });
}

/** A blank line, or what Markdown takes for a heading and YAML for a comment. */
function isBreak(text: string): boolean {
  return text === "" || /^#{1,6}[ \t]/.test(text);
}

function confirmed(read: ReadEntries, start: number, closed: ClosedFrontmatter): ClosedFrontmatter | null {
  const entries = read(start, closed.end);
  return entries?.some(({ key }) => key === "name" || key === "description") === true ? closed : null;
}

/** Longer lines are cut: what is looked for stands at their start. */
const LONGEST_LOOK = 200;

function lineAt(raw: string, start: number): { text: string; next: number } {
  const newline = raw.indexOf("\n", start);
  const end = newline < 0 ? raw.length : newline;
  return { text: raw.slice(start, Math.min(end, start + LONGEST_LOOK)).trimEnd(), next: Math.min(end + 1, raw.length) };
}

/** The first line from `start` on that is not blank; an empty one at the end. */
function nextText(raw: string, start: number, limit: number): { text: string; start: number } {
  for (let at = start; at < limit;) {
    const line = lineAt(raw, at);
    if (line.text !== "") return { text: line.text, start: at };
    at = line.next;
  }
  return { text: "", start: limit };
}

function newlineAt(raw: string, lineStart: number): string {
  return raw.charAt(lineStart - 2) === "\r" ? "\r\n" : "\n";
}
