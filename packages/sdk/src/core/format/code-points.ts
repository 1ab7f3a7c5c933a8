/** Length of a text in Unicode code points, which is what the specification's limits count. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length--;
      at++;
    }
  }
  return length;
}

/** True if the text has more code points than `limit`. Counts only when it has to. */
export function exceedsCodePoints(text: string, limit: number): boolean {
  return text.length > limit && codePointLength(text) > limit;
}
