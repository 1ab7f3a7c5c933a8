/** 32 bits that tell damaged bytes from whole ones (not a forger's from ours): FNV-1a over four bytes at a time. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length & ~3;
  let hash = 0x811c9dc5 ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let at = whole; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 13)) >>> 0;
}
