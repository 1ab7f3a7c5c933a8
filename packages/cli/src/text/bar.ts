import type { CliIo } from "../io.ts";

/** Draws a share (0 to 1) of a number of columns; not filled up. */
export type DrawBar = (share: number, columns: number) => string;

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Bars of block characters, or of `#` where the terminal may not have them. */
export function createBar(env: CliIo["env"]): DrawBar {
  return isPlain(env) ? asciiBar : blockBar;
}

function blockBar(share: number, columns: number): string {
  // Something is never nothing: a small share still leaves a mark.
  const parts = Math.max(share > 0 ? 1 : 0, Math.round(clamp(share) * columns * 8));
  return "█".repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? "");
}

function asciiBar(share: number, columns: number): string {
  return "#".repeat(Math.max(share > 0 ? 1 : 0, Math.round(clamp(share) * columns)));
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** POSIX: the first of these that is set and not empty decides on the character set. */
function isPlain(env: CliIo["env"]): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"];
  return env["TERM"] === "dumb" || (locale !== undefined && locale !== "" && !/utf-?8/i.test(locale));
}
