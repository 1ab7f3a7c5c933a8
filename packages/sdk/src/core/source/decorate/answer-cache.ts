import { backOffAfter, standingFailure } from "../http/back-off.ts";
import { type CacheItem, type CachePartition, createCacheStore } from "./cache-store.ts";
import { isOutage, sizeOf } from "./cacheable.ts";

/** How an `AnswerCache` keeps what it is told; every default is resolved. */
export interface AnswerCacheSettings {
  readonly ttl: number;
  /** How long past its time an answer may stand in for a failed one; negative for never. */
  readonly staleFor: number;
  readonly key: () => string;
  readonly maxKeys: number;
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Something to be asked once and remembered. */
export interface Question {
  /** Unique among all questions. */
  readonly name: string;
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** Called when an old answer is about to be used, with the error that is the reason. */
  readonly onStale: (error: unknown) => void;
}

export interface AnswerCache {
  /** What is kept for whoever calls now. */
  partition(): CachePartition;
  answer(
    partition: CachePartition,
    question: Question,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: unknown; readonly stale: boolean }>;
  clear(): void;
}

/** Answers by question and by key: one flight for all who wait, a time to live, and old answers when the source is down. */
export function createAnswerCache({ ttl, staleFor, key, maxKeys, maxBytes, now }: AnswerCacheSettings): AnswerCache {
  const store = createCacheStore(maxBytes, maxKeys);

  async function fetchItem(partition: CachePartition, question: Question, signal: AbortSignal): Promise<CacheItem> {
    const time = now();
    const value = await question.ask(signal).catch((error: unknown) => {
      const kept = store.get(partition, question.name);
      if (kept !== undefined && !signal.aborted && isOutage(error)) {
        const backOff = backOffAfter(error, { took: now() - time, now: now(), before: kept.backOff });
        store.set(partition, question.name, { ...kept, backOff });
      }
      throw error;
    });
    const item = { value, time, bytes: sizeOf(value) + 2 * question.name.length };
    store.set(partition, question.name, item);
    return item;
  }

  return {
    partition() {
      const name: unknown = key();
      // No key must never mean one key for all who lack it.
      if (typeof name !== "string") throw new TypeError("The cache's `key` must return a string.");
      return store.partition(name);
    },
    async answer(partition, question, signal) {
      signal?.throwIfAborted();
      const { name } = question;
      const kept = store.get(partition, name);
      const expires = (kept?.time ?? 0) + ttl;
      if (kept !== undefined && now() < expires) return { value: kept.value, stale: false };
      const mayStandIn = kept !== undefined && staleFor >= 0 && now() <= expires + staleFor;
      const standing = standingFailure(kept?.backOff, now());
      if (mayStandIn && standing !== undefined) {
        question.onStale(standing.error);
        return { value: kept.value, stale: true };
      }
      try {
        const fresh = await partition.flights.run(name, signal, (shared) => fetchItem(partition, question, shared));
        return { value: fresh.value, stale: false };
      } catch (error) {
        signal?.throwIfAborted();
        if (!isOutage(error)) store.remove(partition, name);
        else if (kept !== undefined && staleFor >= 0 && now() <= expires + staleFor) {
          question.onStale(error);
          return { value: kept.value, stale: true };
        }
        throw error;
      }
    },
    clear: () => store.clear(),
  };
}
