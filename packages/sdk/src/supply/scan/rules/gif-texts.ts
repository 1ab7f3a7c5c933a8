/** Comments and application data of a GIF, block by block, and whether it could be read to its end. */
export function gifTexts(
  bytes: Uint8Array,
  latin: (bytes: Uint8Array) => string,
): { readonly texts: string[]; readonly isWhole: boolean } {
  const texts: string[] = [];
  const palette = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + palette(bytes[10] ?? 0);
  const readBlocks = (keep: boolean): void => {
    let text = "";
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
      if (keep) text += latin(bytes.subarray(at + 1, at + 1 + length));
      at += 1 + length;
    }
    at++;
    if (text !== "") texts.push(text);
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return { texts, isWhole: true };
    if (kind === 0x21) {
      const label = bytes[at + 1];
      at += 2;
      readBlocks(label === 0xfe || label === 0xff || label === 0x01);
    } else if (kind === 0x2c) {
      at += 10 + palette(bytes[at + 9] ?? 0) + 1;
      readBlocks(false);
    } else return { texts, isWhole: false };
  }
  return { texts, isWhole: at === bytes.length };
}
