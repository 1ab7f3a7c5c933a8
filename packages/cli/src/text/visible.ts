import { displayWidth } from "./display-width.ts";

/** One code point as a terminal shows it. */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

// Everything that moves the cursor, changes colours or direction, or shows nothing at all.
const dangerous = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const dangerousAll = new RegExp(dangerous.source, "gu");

/** The safe form of one code point: control pictures for controls, `<U+202E>` for what is invisible or reorders text. */
export function visibleCell(character: string): Cell {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return { text: character, width: 1 };
  if (code < 0x20) return { text: String.fromCharCode(0x2400 + code), width: 1 };
  if (code === 0x7f) return { text: "\u2421", width: 1 };
  // Variation selectors: they choose the look of the emoji before them.
  if (code >= 0xfe00 && code <= 0xfe0f) return { text: character, width: 0 };
  if (!dangerous.test(character)) return { text: character, width: displayWidth(character) };
  const text = `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  return { text, width: text.length };
}

/** Text from a skill, made safe to print on one line of a terminal. */
export function visible(text: string): string {
  return text.replace(dangerousAll, (character) => visibleCell(character).text);
}
