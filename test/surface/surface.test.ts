// What users can see is pinned: a change here is a change of the public API, and needs a changeset.
// To accept a deliberate change: npx vitest run --project surface --update

import { describe, expect, it } from "vitest";
import { describeSurface, hasStarExport, loadEntry, publicEntries } from "./public-names.ts";

const fileName = (entry: string): string => entry.replace("@tradecraft/", "").replaceAll("/", ".");

describe.each(publicEntries().map((entry) => [entry.name, entry] as const))("%s", (_, entry) => {
  it("exports the names on file", async () => {
    await expect(await describeSurface(entry)).toMatchFileSnapshot(`${fileName(entry.name)}.exports.txt`);
  });

  it("names each export", async () => {
    expect(hasStarExport(entry)).toBe(false);
    expect(Object.keys(await loadEntry(entry))).not.toContain("default");
  });
});

describe("codes", () => {
  const lists = ["SKILL_ERROR_CODES", "DIAGNOSTIC_CODES"];

  it.each(lists)("%s are the ones on file", async (list) => {
    const [core] = publicEntries();
    const value = core === undefined ? undefined : (await loadEntry(core))[list];
    const codes = (Array.isArray(value) ? value : Object.keys(value ?? {})) as string[];
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes).size).toBe(codes.length);
    await expect(`${codes.toSorted().join("\n")}\n`).toMatchFileSnapshot(`${list}.txt`);
  });
});
