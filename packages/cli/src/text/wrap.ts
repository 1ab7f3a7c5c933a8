import { fit } from "./fit.ts";
import { textWidth } from "./text-width.ts";
import { visible } from "./visible.ts";

/** Longer text is not looked at: nobody reads that many lines of a terminal. */
const most = 20_000;

/** Text from a skill as lines of at most so many columns, safe to print; what is beyond `maxLines` is cut. */
export function wrap(text: string, columns: number, maxLines: number = Infinity): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  // A pile of accents has no width, and would be printed all over the lines above.
  const pieces = visible(text.slice(0, most))
    .replace(/(\p{M}{8})\p{M}+/gu, "$1")
    .split(" ")
    .flatMap((word) => breakUp(word, columns));
  for (const [at, { piece, joins }] of pieces.entries()) {
    const pieceWidth = textWidth(piece);
    const gap = joins || line === "" ? 0 : 1;
    if (line !== "" && width + gap + pieceWidth > columns) {
      if (lines.length === maxLines - 1) {
        const rest = pieces.slice(at).reduce((all, next) => `${all}${next.joins ? "" : " "}${next.piece}`, line);
        return [...lines, fit(rest, columns)];
      }
      lines.push(line);
      line = piece;
      width = pieceWidth;
    } else {
      line += (gap === 1 ? " " : "") + piece;
      width += gap + pieceWidth;
    }
  }
  return line === "" ? lines : [...lines, line];
}

interface Piece {
  readonly piece: string;
  /** Belongs to the piece before it, without a space. */
  readonly joins: boolean;
}

/** Words longer than a line, and texts in scripts without spaces, are broken where the line ends. */
function breakUp(word: string, columns: number): Piece[] {
  if (textWidth(word) <= columns && !/[\u3040-\u30ff\u3400-\u9fff]/u.test(word)) return [{ piece: word, joins: false }];
  const characters = word.match(/\P{M}\p{M}{0,8}|\p{M}/gu) ?? [];
  return characters.map((piece, at) => ({ piece, joins: at > 0 }));
}
