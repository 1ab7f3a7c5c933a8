import { textWidth } from "../../src/text/text-width.ts";

/** The widest line of an output, in columns of a terminal; colours take none. */
export function widestLine(output: string): number {
  // oxlint-disable-next-line no-control-regex -- colours are what it takes out
  return Math.max(...output.split("\n").map((line) => textWidth(line.replace(/\u001b\[\d+m/g, ""))));
}
