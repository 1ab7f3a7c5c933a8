import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectedConfigs, layers } from "../../tools/layers.mjs";
import { root } from "../../tools/run.mjs";

const entries = Object.entries(layers) as [string, { pure: boolean; uses: string[] }][];
const table = new Map(entries);

describe("tools/layers.mjs", () => {
  it.each(Object.entries(expectedConfigs()))(
    "%s is what the table says (node tools/layers.mjs --write)",
    (path, config) => {
      expect(JSON.parse(readFileSync(join(root, path), "utf8"))).toEqual(config);
    },
  );

  // The compiler follows references of references, so a list that is shorter than its closure would promise too much.
  it.each(entries)("%s lists all that it can reach", (_, { uses }) => {
    const reached = uses.flatMap((used) => [used, ...(table.get(used)?.uses ?? [])]);
    expect([...new Set(reached)].sort()).toEqual([...uses].sort());
  });

  it.each(entries.filter(([, { pure }]) => pure))("%s is pure, and so is all that it uses", (_, { uses }) => {
    expect(uses.filter((used) => table.get(used)?.pure !== true)).toEqual([]);
  });

  it("core imports nothing of ours", () => {
    expect(table.get("core")?.uses).toEqual([]);
  });
});
