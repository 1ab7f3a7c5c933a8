/** What stands before an offset on its line, at most so much of it: a line can be as long as a file. */
export function lineBefore(text: string, offset: number, most: number): string {
  const piece = text.slice(Math.max(0, offset - most), offset);
  return piece.slice(piece.lastIndexOf("\n") + 1);
}

/** What stands from an offset on to the end of its line, at most so much of it. */
export function lineAfter(text: string, offset: number, most: number): string {
  const piece = text.slice(offset, offset + most);
  const newline = piece.indexOf("\n");
  return newline < 0 ? piece : piece.slice(0, newline);
}

/** Where the line ends that an offset stands on. */
export function endOfLineAt(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline;
}
