import { UsageError } from "../../usage-error.ts";

/** A text that names no source, and what would. */
export function sourceTextError(text: string, reason: string): UsageError {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return new UsageError("source-invalid", `"${withoutPassword(shown)}" is no source: ${reason}`);
}

/** A password in an address must not come back in a message, a log or a picture of the screen. */
function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1…@");
}
