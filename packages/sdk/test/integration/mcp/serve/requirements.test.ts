import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { serverRequirements } from "./requirements.ts";

describe("the table of requirements", () => {
  it.each(serverRequirements)("$id has a test that exists", ({ test, url, clause }) => {
    const [file = "", name = ""] = test.split(" > ");
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    // A test, not a group of tests, and none that is skipped.
    const calls = source.split(`("${name}", `).slice(0, -1);
    expect(calls.filter((before) => /\bit(?:\.each\((?:(?!\bit\b|\bdescribe\b)[^])*\))?$/.test(before))).not.toEqual(
      [],
    );
    expect(url).toMatch(/skills\.mdx#[a-z-]+$/);
    expect(clause).toMatch(/\.$/);
  });

  it("has each id once", () => {
    expect(new Set(serverRequirements.map(({ id }) => id)).size).toBe(serverRequirements.length);
  });
});
