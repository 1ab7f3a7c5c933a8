const encoder = new TextEncoder();

/** What a source gave of a file, as bytes. */
export function toBytes(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof content === "string") return encoder.encode(content);
  return content.buffer instanceof ArrayBuffer ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content);
}
