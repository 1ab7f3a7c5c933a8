import { displayWidth } from "./display-width.ts";

/** Columns that a text takes which is safe to print already. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += displayWidth(character);
  return width;
}

/** A safe text, filled up with spaces to a number of columns. */
export function padText(text: string, columns: number, align: "left" | "right" = "left"): string {
  const spaces = " ".repeat(Math.max(0, columns - textWidth(text)));
  return align === "left" ? text + spaces : spaces + text;
}
