import type { BackOff } from "../http/back-off.ts";
import { createSingleFlight, type SingleFlight } from "../single-flight.ts";

/** One cached answer. */
export interface CacheItem {
  readonly value: unknown;
  /** When it was asked for. */
  readonly time: number;
  readonly bytes: number;
  /** There while the source is too slow to fail for being asked each time. */
  readonly backOff?: BackOff | undefined;
}

/** What is kept for one isolation key; no other key ever sees it. */
export interface CachePartition {
  /** In the order of use, the longest unused first. */
  readonly items: Map<string, CacheItem>;
  readonly flights: SingleFlight<CacheItem>;
  /** Revisions by id, as last listed. */
  revisions?: ReadonlyMap<string, string>;
}

export interface CacheStore {
  /** The partition of a key, made when there is none. */
  partition(key: string): CachePartition;
  get(partition: CachePartition, name: string): CacheItem | undefined;
  set(partition: CachePartition, name: string, item: CacheItem): void;
  remove(partition: CachePartition, name: string): void;
  clear(): void;
}

/** Partitions and items in two rings: the longest unused go first when there are too many or they are too big. */
export function createCacheStore(maxBytes: number, maxPartitions: number): CacheStore {
  const partitions = new Map<string, CachePartition>();
  // Flights still end in a dropped partition: what they bring is not kept.
  const dropped = new WeakSet<CachePartition>();
  let total = 0;

  function dropPartition(key: string, partition: CachePartition): void {
    partitions.delete(key);
    for (const item of partition.items.values()) total -= item.bytes;
    dropped.add(partition);
  }

  function remove(partition: CachePartition, name: string): void {
    const item = partition.items.get(name);
    if (item === undefined) return;
    partition.items.delete(name);
    if (!dropped.has(partition)) total -= item.bytes;
  }

  function makeRoom(): void {
    for (const [key, partition] of partitions) {
      if (total <= maxBytes) return;
      for (const name of partition.items.keys()) {
        if (total <= maxBytes) return;
        remove(partition, name);
      }
      dropPartition(key, partition);
    }
  }

  return {
    partition(key) {
      const partition = partitions.get(key) ?? { items: new Map(), flights: createSingleFlight() };
      partitions.delete(key);
      partitions.set(key, partition);
      for (const [oldest, old] of partitions) {
        if (partitions.size <= maxPartitions) break;
        dropPartition(oldest, old);
      }
      return partition;
    },
    get(partition, name) {
      const item = partition.items.get(name);
      if (item === undefined) return undefined;
      partition.items.delete(name);
      partition.items.set(name, item);
      return item;
    },
    set(partition, name, item) {
      remove(partition, name);
      if (dropped.has(partition) || item.bytes > maxBytes) return;
      partition.items.set(name, item);
      total += item.bytes;
      makeRoom();
    },
    remove,
    clear() {
      for (const [key, partition] of partitions) dropPartition(key, partition);
    },
  };
}
