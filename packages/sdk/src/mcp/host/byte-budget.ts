import { refusal } from "./mcp-refusal.ts";

/** Counts what is read from a server. */
export interface ByteBudget {
  /** Throws when that much more would be too much. */
  spend(bytes: number): void;
  /** Counts what came all the same; the next one who wants to spend will hear of it. */
  count(bytes: number): void;
}

const hour = 3_600_000;

/** So many bytes an hour: a list of many files that are each small enough is large all the same. */
export function createByteBudget(label: string, maxBytes: number, now: () => number = Date.now): ByteBudget {
  let since = now();
  let spent = 0;
  const renew = (): void => {
    const passed = now() - since;
    if (passed < hour && passed >= 0) return;
    since = now();
    spent = 0;
  };
  return {
    count(bytes) {
      renew();
      spent += Math.max(0, bytes);
    },
    spend(bytes) {
      renew();
      if (spent + bytes > maxBytes) {
        throw refusal("budget-spent", `More than ${maxBytes} bytes an hour are not read from ${label}.`, {
          server: label,
          limit: maxBytes,
        });
      }
      spent += bytes;
    },
  };
}
