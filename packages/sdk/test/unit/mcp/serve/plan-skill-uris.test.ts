import { describe, expect, it } from "vitest";
import { planSkillUris } from "../../../../src/mcp/serve/publish/plan-skill-uris.ts";

const plan = (ids: Record<string, string>, prefix: string[] = []) => {
  const entries = Object.entries(ids).map(([id, name]) => ({ id, name, description: "d" }));
  const { skills, refused, byRoot } = planSkillUris(entries, prefix);
  return {
    uris: Object.fromEntries(skills.map(({ entry, uri }) => [entry.id, uri])),
    refused: refused.map(({ id, code }) => `${id} ${code}`),
    roots: [...byRoot.keys()],
  };
};

describe("planSkillUris", () => {
  it("makes a path of an id, and ends it in the name", () => {
    const { uris } = plan({ pdf: "pdf", "team:pdf": "pdf", "a/b/c": "c", other: "pdf", "x:y": "z" });
    expect(uris).toEqual({
      pdf: "skill://pdf/SKILL.md",
      "team:pdf": "skill://team/pdf/SKILL.md",
      "a/b/c": "skill://a/b/c/SKILL.md",
      other: "skill://other/pdf/SKILL.md",
      "x:y": "skill://x/y/z/SKILL.md",
    });
  });

  it("gives the same addresses in any order", () => {
    const ids = { "a:b": "b", a: "a", "a/b": "b", b: "b", c: "a" };
    const turned = Object.fromEntries(Object.entries(ids).reverse());
    expect(plan(turned)).toEqual(plan(ids));
  });

  it("lets no skill lie in another", () => {
    const { roots, refused } = plan({ a: "a", "a:b": "b", "a/b/c": "c", "a:a": "a", "d:e:f": "f", "d:e": "e" });
    expect(refused).toEqual([]);
    for (const one of roots)
      for (const other of roots) if (one !== other) expect(other.startsWith(`${one}/`)).toBe(false);
  });

  it("says which names no client takes", () => {
    const { refused, uris } = plan({
      A: "A",
      b_c: "b_c",
      "-d": "-d",
      "e--f": "e--f",
      größe: "größe",
      long: "x".repeat(65),
      g: "g",
    });
    expect(Object.keys(uris)).toEqual(["g"]);
    expect(refused.sort()).toEqual([
      "-d name-characters",
      "A name-characters",
      "b_c name-characters",
      "e--f name-characters",
      "größe name-characters",
      "long name-too-long",
    ]);
  });

  it("puts a prefix before each", () => {
    expect(plan({ a: "a" }, ["acme", "x y"]).uris).toEqual({ a: "skill://acme/x%20y/a/SKILL.md" });
  });
});
