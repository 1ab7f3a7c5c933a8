import { cutText } from "../skillset/cut-text.ts";
import { quoteText } from "../skillset/escape.ts";

/** Characters of a result that a model gets. */
const most = 256 * 1024;

/** What a tool returned, as text for a model: it can neither open nor close a tag of ours, and has an end. */
export function renderToolOutput(output: unknown): string {
  const text = quoteText(asText(output));
  if (text.length <= most) return text;
  return `${cutText(text, most)}\n[The result is ${text.length} characters long; the rest was left out.]`;
}

function asText(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === undefined) return "Done.";
  try {
    const text = JSON.stringify(output, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    return (text as string | undefined) ?? `A ${typeof output}, which cannot be shown.`;
  } catch {
    return "A result that cannot be written as JSON.";
  }
}
