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
  readonly maxLength: number;
}

/** The lines from one to another, as many as fit; at least a part of the first. */
export function cutLines(text: string, { startLine, endLine, maxLength }: CutLinesOptions): CutText {
  const lines = text.split("\n");
  if (lines.at(-1) === "" && lines.length > 1) lines.pop();
  const totalLines = lines.length;
  const firstLine = Math.min(Math.max(1, Math.floor(startLine)), totalLines);
  const wanted = lines.slice(firstLine - 1, Math.max(firstLine, Math.min(Math.floor(endLine), totalLines)));
  const taken: string[] = [];
  let length = 0;
  for (const line of wanted) {
    if (taken.length > 0 && length + line.length + 1 > maxLength) break;
    taken.push(line.slice(0, maxLength));
    length += line.length + 1;
  }
  const inLine = (wanted[taken.length - 1]?.length ?? 0) > maxLength;
  return { text: taken.join("\n"), firstLine, lastLine: firstLine + taken.length - 1, totalLines, inLine };
}
