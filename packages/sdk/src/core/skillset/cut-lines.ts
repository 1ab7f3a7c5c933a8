/** A part of a text by lines, with what is needed to ask for the next part. */
export interface CutText {
  readonly text: string;
  /** 1-based, inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  /** The last line itself is longer than the limit, and was cut. */
  readonly inLine: boolean;
}

export interface CutLinesOptions {
  readonly startLine: number;
  readonly endLine: number;
  readonly maxBytes: number;
}

/** The lines from one to another, as many as fit; at least a part of the first. */
export function cutLines(text: string, { startLine, endLine, maxBytes }: CutLinesOptions): CutText {
  const totalLines = countLines(text);
  const firstLine = Math.min(Math.max(1, Math.floor(startLine)), totalLines);
  const lastWanted = Math.max(firstLine, Math.min(Math.floor(endLine), totalLines));
  const taken: string[] = [];
  let room = maxBytes;
  let inLine = false;
  let number = 0;
  // Line by line, so that what is not asked for is never held twice.
  for (const line of linesOf(text)) {
    number += 1;
    if (number < firstLine) continue;
    if (number > lastWanted) break;
    const size = bytesOf(line) + 1;
    if (size > room && taken.length > 0) break;
    inLine = size > room;
    taken.push(inLine ? cutBytes(line, room) : line);
    room -= size;
  }
  return { text: taken.join("\n"), firstLine, lastLine: firstLine + taken.length - 1, totalLines, inLine };
}

/** `\n`, `\r` and both together end a line; what follows the last of them is a line unless it is empty. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length || start === 0) {
    const end = lineEnd(text, start);
    yield text.slice(start, end);
    if (end >= text.length) return;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
}

function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) break;
    end += 1;
  }
  return end;
}

function countLines(text: string): number {
  let count = 0;
  let start = 0;
  while (start < text.length || start === 0) {
    count += 1;
    const end = lineEnd(text, start);
    if (end >= text.length) break;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return count;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** As much of a text as fits, never half a character. */
function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text.slice(0, most));
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\ufffd+$/, "");
}
