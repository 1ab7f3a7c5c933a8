const LONGEST = 200;

/** A text from the input as a message shows it: not longer than anybody reads. */
export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
