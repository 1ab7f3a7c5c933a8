import type { SkillRoute } from "./claim-id.ts";

/** Who answers for which id, as the newest listing said. */
export interface RouteTable {
  routes?: ReadonlyMap<string, SkillRoute>;
  /** Listings that were started, and the newest of those that ended. */
  started: number;
  newest: number;
}

const maxTables = 100;

/** An empty table. */
export function createRouteTable(): RouteTable {
  return { started: 0, newest: 0 };
}

/** Gives the table of whoever calls now; the one unused longest goes when there are too many. */
export function keyedRouteTables(key: () => string): () => RouteTable {
  const tables = new Map<string, RouteTable>();
  return () => {
    const name: unknown = key();
    // No key must never mean one key for all who lack it.
    if (typeof name !== "string") throw new TypeError("The filter's `key` must return a string.");
    const table = tables.get(name) ?? createRouteTable();
    tables.delete(name);
    tables.set(name, table);
    for (const oldest of tables.keys()) {
      if (tables.size <= maxTables) break;
      tables.delete(oldest);
    }
    return table;
  };
}
