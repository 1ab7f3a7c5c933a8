const decoder = new TextDecoder();

/** Names in the central directory of a zip; those that could be read. */
export function zipNames(bytes: Uint8Array): string[] {
  const word = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const double = (at: number): number => word(at) + word(at + 2) * 65_536;
  const isAt = (at: number, kind: number, sub: number): boolean =>
    bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === kind && bytes[at + 3] === sub;
  // The end record stands in the last 64 KiB.
  let end = bytes.length - 22;
  const floor = Math.max(0, end - 65_535);
  while (end >= floor && !isAt(end, 5, 6)) end--;
  if (end < floor) return [];
  const names: string[] = [];
  for (let at = double(end + 16); isAt(at, 1, 2);) {
    const length = word(at + 28);
    names.push(decoder.decode(bytes.subarray(at + 46, at + 46 + length)));
    at += 46 + length + word(at + 30) + word(at + 32);
  }
  return names;
}
