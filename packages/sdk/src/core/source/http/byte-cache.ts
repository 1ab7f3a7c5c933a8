/** Answers by address, the ones used last, up to a number of bytes. */
export interface ByteCache<Item extends { readonly bytes: Uint8Array }> {
  get(key: string): Item | undefined;
  set(key: string, item: Item): void;
  delete(key: string): void;
}

/** What an item costs beyond its bytes. */
const overhead = 512;

/** Forgets what was used longest ago; what is larger than the whole cache is never kept. */
export function createByteCache<Item extends { readonly bytes: Uint8Array }>(maxBytes: number): ByteCache<Item> {
  const items = new Map<string, Item>();
  let used = 0;
  const cost = (key: string, item: Item): number => item.bytes.byteLength + key.length * 2 + overhead;

  function remove(key: string): void {
    const item = items.get(key);
    if (item === undefined) return;
    used -= cost(key, item);
    items.delete(key);
  }

  return {
    get(key) {
      const item = items.get(key);
      if (item === undefined) return undefined;
      // A Map keeps the order of insertion: what was used last goes last.
      items.delete(key);
      items.set(key, item);
      return item;
    },
    set(key, item) {
      remove(key);
      if (cost(key, item) > maxBytes) return;
      items.set(key, item);
      used += cost(key, item);
      for (const oldest of items.keys()) {
        if (used <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
