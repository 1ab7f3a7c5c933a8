import { refusal } from "./mcp-refusal.ts";

/** Counts what is read from a server. */
export interface ByteBudget {
  /** Throws when that much more would be too much. */
  spend(bytes: number): void;
}

const hour = 3_600_000;

/** So many bytes an hour: a list of many files that are each small enough is large all the same. */
export function createByteBudget(label: string, maxBytes: number, now: () => number = Date.now): ByteBudget {
  let since = now();
  let spent = 0;
  return {
    spend(bytes) {
      const passed = now() - since;
      if (passed >= hour || passed < 0) {
        since = now();
        spent = 0;
      }
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
