/** Where the part of a word `likeThis` that begins at `start` ends; what is SHOUTED is one part, but for `HTMLText`. */
export function camelPartEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isCapital(text.charCodeAt(at))) at++;
  if (at > start) {
    const small = at < end && text.charCodeAt(at) >= 97 && text.charCodeAt(at) <= 122;
    if (!small) return at;
    if (at - start > 1) return at - 1;
  }
  while (at < end && !isCapital(text.charCodeAt(at))) at++;
  return at;
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}
