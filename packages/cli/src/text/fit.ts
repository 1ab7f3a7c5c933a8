import { visibleCell } from "./visible.ts";

/** Text from a skill, made safe to print and cut to a number of columns. */
export function fit(text: string, columns: number): string {
  let fitted = "";
  let column = 0;
  // Where to cut if the text turns out too long: before the ellipsis.
  let cut = "";
  for (const character of text) {
    const cell = visibleCell(character);
    if (column + cell.width > columns || fitted.length > 10 * columns) return `${cut}…`;
    fitted += cell.text;
    column += cell.width;
    if (column < columns) cut = fitted;
  }
  return fitted;
}
