const COUNT_BYTES = 4;

/** Snapshots one after another, each behind its length; undefined if there are none. */
export function joinSnapshots(parts: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  if (parts.every((part) => part === undefined)) return undefined;
  const size = parts.reduce((sum, part) => sum + COUNT_BYTES + (part?.length ?? 0), 0);
  const joined = new Uint8Array(size);
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part?.length ?? 0);
    if (part !== undefined) joined.set(part, at + COUNT_BYTES);
    at += COUNT_BYTES + (part?.length ?? 0);
  }
  return joined;
}

/** The snapshots that were joined, empty where there was none; an empty list if they were not `count`, or are damaged. */
export function splitSnapshots(joined: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at + COUNT_BYTES <= joined.length && parts.length < count) {
    const end = at + COUNT_BYTES + view.getUint32(at);
    if (end > joined.length) return [];
    parts.push(joined.subarray(at + COUNT_BYTES, end));
    at = end;
  }
  return parts.length === count && at === joined.length ? parts : [];
}
