import { textWidth } from "../../text/text-width.ts";
import { wrap } from "../../text/wrap.ts";

/** Safe text with sentences broken between words; lines with colours, or that begin with a space, stay as they are. */
export function wrapPlain(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => (isShaped(line) || textWidth(line) <= columns ? line : wrap(line, columns).join("\n")))
    .join("\n");
}

function isShaped(line: string): boolean {
  return /^\s/.test(line) || line.includes("\u001b");
}
