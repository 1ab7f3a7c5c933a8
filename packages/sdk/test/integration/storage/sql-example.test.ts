import type { SkillSource } from "@tradecraft/sdk";
import { skillSourceContract } from "@tradecraft/sdk/testing";
import { describe, expect, it, vi } from "vitest";

/** The part of sql.js that is used here; it comes without types. */
interface Database {
  run(sql: string, parameters?: readonly unknown[]): void;
  prepare(
    sql: string,
    parameters: readonly unknown[],
  ): { step(): boolean; getAsObject(): Record<string, unknown>; free(): void };
  close(): void;
}
interface SqlJs {
  readonly default: () => Promise<{ Database: new () => Database }>;
}

type Query = (sql: string, parameters?: readonly string[]) => Promise<readonly Record<string, unknown>[]>;

describe("examples/sql-source", () => {
  it("runs, and finds nothing wrong", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await import("../../../../../examples/sql-source/run.mjs" as string);
    expect(log.mock.lastCall?.[0]).toMatch(/^refused: /);
    log.mockRestore();
  });

  const cases = skillSourceContract({
    requires: ["listResources", "readResource"],
    create: async (skills) => {
      const { schema, sqlSkillSource } = (await import(
        "../../../../../examples/sql-source/sql-skill-source.mjs" as string
      )) as { schema: string; sqlSkillSource: (query: Query) => SkillSource };
      const { default: initSqlJs } = (await import("sql.js" as string)) as SqlJs;
      const database = new (await initSqlJs()).Database();
      database.run(schema);
      for (const { id, raw, files } of skills) {
        database.run("INSERT INTO skills VALUES (?, ?)", [id, raw]);
        for (const [path, content] of Object.entries(files)) {
          database.run("INSERT INTO skill_files VALUES (?, ?, ?)", [id, path, Buffer.from(content)]);
        }
      }
      const query: Query = async (sql, parameters = []) => {
        const statement = database.prepare(sql, [...parameters]);
        const rows: Record<string, unknown>[] = [];
        while (statement.step()) rows.push(statement.getAsObject());
        statement.free();
        return rows;
      };
      return {
        source: sqlSkillSource(query),
        change: ({ id, raw }) => database.run("UPDATE skills SET raw = ? WHERE id = ?", [raw, id]),
        dispose: () => database.close(),
      };
    },
  });
  for (const { name, run } of cases) it(`keeps the contract of sources: ${name}`, run);
});
