import type { CliStream } from "../io.ts";

const narrowest = 20;
const widest = 200;
const withoutTerminal = 120;

/** Columns to write in: the terminal's, within reason; some pretend to have none. */
export function terminalWidth({ columns }: CliStream): number {
  return columns === undefined || columns < narrowest ? withoutTerminal : Math.min(columns, widest);
}
