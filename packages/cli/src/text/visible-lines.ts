import { visible } from "./visible.ts";

/** A text of many lines, each made safe to print; tabs stay, and so do line ends of either kind. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.split("\t").map(visible).join("\t"));
}
