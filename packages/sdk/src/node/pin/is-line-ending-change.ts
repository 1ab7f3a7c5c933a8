import { createHash } from "node:crypto";

const carriageReturn = 13;
const lineFeed = 10;

/** Whether the content has this digest once all its lines end in LF, or all in CRLF. */
export function isLineEndingChange(content: Uint8Array, sha256: string): boolean {
  const unix = toLf(content);
  return hash(unix) === sha256 || hash(toCrlf(unix)) === sha256;
}

function toLf(content: Uint8Array): Uint8Array {
  const out = new Uint8Array(content.length);
  let length = 0;
  for (const [at, byte] of content.entries()) {
    if (byte !== carriageReturn || content[at + 1] !== lineFeed) out[length++] = byte;
  }
  return out.subarray(0, length);
}

function toCrlf(unix: Uint8Array): Uint8Array {
  const lines = unix.reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
  const out = new Uint8Array(unix.length + lines);
  let length = 0;
  for (const byte of unix) {
    if (byte === lineFeed) out[length++] = carriageReturn;
    out[length++] = byte;
  }
  return out;
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
