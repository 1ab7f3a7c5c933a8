import { UsageError } from "../../usage-error.ts";

/** A text that names no source, and what would. */
export function sourceTextError(text: string, reason: string): UsageError {
  return new UsageError("source-invalid", `"${shownText(text)}" is no source: ${reason}`);
}

/** A text as it may come back in a message, a log or a picture of the screen: without passwords, and not too long. */
export function shownText(text: string): string {
  const plain = text.replaceAll(/(:[\\/]{1,2})[^/?#\s]*@/g, "$1…@").replace(/(?<=:[\\/]{1,2}[^?#]*)\?[^#]*/, "?…");
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
}
