/** What `^` and a letter stand for; `^u` and four hexadecimal digits stand for any other code unit. */
export const LITERAL_ESCAPES = {
  n: "\n",
  r: "\r",
  t: "\t",
  q: '"',
  b: "\\",
  // Before `/` and `!`: a page that the module is put into must not end or change its script there.
  l: "<",
  c: "^",
} as const;

const letters = new Map(Object.entries(LITERAL_ESCAPES).map(([letter, char]) => [char as string, letter]));
const needsEscape = /[^ !#-[\]_-~]|<(?=[/!])/g;

/**
 * A text as the inside of a string literal, of printable ASCII without quotes and backslashes: nothing in it can end the
 * literal, and no character of it is an escape of the language's own, which engines read at half the speed.
 */
export function encodeLiteral(text: string): string {
  return text.replaceAll(needsEscape, (char) => `^${letters.get(char) ?? hexOf(char)}`);
}

/** A text as an expression: a plain literal, or a call of the module's `text`. */
export function textExpression(text: string): string {
  const encoded = encodeLiteral(text);
  return encoded === text ? `"${encoded}"` : `text("${encoded}")`;
}

function hexOf(char: string): string {
  return `u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
