// Blocks that terminals show two columns wide (East Asian Width W and F), as pairs of first and last code point.
const wide = [
  0x1100, 0x115f, 0x2329, 0x232a, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f,
  0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18cff,
  0x1aff0, 0x1b2ff, 0x1f200, 0x1f265, 0x20000, 0x3fffd,
];

const zeroWidth = /^[\p{Mn}\p{Me}\u1160-\u11ff]$/u;
const emoji = /^\p{Emoji_Presentation}$/u;

/** Columns that one printable code point takes in a terminal. */
export function displayWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (zeroWidth.test(character)) return 0;
  for (let at = 0; at < wide.length; at += 2) {
    if (code < (wide[at] ?? 0)) break;
    if (code <= (wide[at + 1] ?? 0)) return 2;
  }
  return emoji.test(character) ? 2 : 1;
}
