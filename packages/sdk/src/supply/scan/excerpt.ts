// Everything that moves the cursor, changes colours or direction, or shows nothing at all.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const longest = 160;
const before = 40;

/** Text from a skill, safe to print: characters that do not show are spelt out. */
export function spellOut(text: string): string {
  return text.replace(unseen, (character) => {
    if (character === "\t" || character === "\n" || character === "\r") return " ";
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** A text on one line, safe to print, and not longer than anybody reads. */
export function cut(text: string, most: number = longest): string {
  const shown = spellOut(text.slice(0, most)).trim();
  return shown.length > most || text.length > most ? `${shown.slice(0, most)}…` : shown;
}

/** The line that something stands on, cut around it. */
export function excerptAt(text: string, offset: number): string {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const lineEnd = newline < 0 ? text.length : newline;
  const from = lineEnd - lineStart <= longest ? lineStart : Math.max(lineStart, offset - before);
  const piece = text.slice(from, Math.min(lineEnd, from + longest));
  return `${from > lineStart ? "…" : ""}${cut(piece)}${from + longest < lineEnd ? "…" : ""}`;
}
