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
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "" && lines.length > 1) lines.pop();
  const totalLines = lines.length;
  const firstLine = Math.min(Math.max(1, Math.floor(startLine)), totalLines);
  const wanted = lines.slice(firstLine - 1, Math.max(firstLine, Math.min(Math.floor(endLine), totalLines)));
  const taken: string[] = [];
  let room = maxBytes;
  let inLine = false;
  for (const line of wanted) {
    const size = bytesOf(line) + 1;
    if (size > room && taken.length > 0) break;
    inLine = size > room;
    taken.push(inLine ? cutBytes(line, room) : line);
    room -= size;
  }
  return { text: taken.join("\n"), firstLine, lastLine: firstLine + taken.length - 1, totalLines, inLine };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** As much of a text as fits, never half a character. */
function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text.slice(0, most));
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\ufffd+$/, "");
}
