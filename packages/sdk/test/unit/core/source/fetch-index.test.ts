import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexPlaces } from "../../../../src/core/source/http/index-places.ts";
import { parseIndex } from "../../../../src/core/source/http/parse-index.ts";
import { isBelow, parseBaseUrl, showUrl, urlBelow } from "../../../../src/core/source/http/safe-url.ts";
import type { SourceDiagnostic } from "../../../../src/core/source/skill-source.ts";

function parsed(value: unknown, form: "plain" | "well-known" | "well-known-legacy" = "plain") {
  const found: SourceDiagnostic[] = [];
  const base = new URL("https://example.com/skills/");
  const skills = parseIndex(typeof value === "string" ? value : JSON.stringify(value), {
    form,
    indexUrl: new URL("https://example.com/skills/index.json?token=s3cret"),
    folder: base,
    scope: base,
    allowedOrigins: new Set(),
    label: "test",
    maxEntries: 100,
    report: (diagnostic) => found.push(diagnostic),
  });
  return { skills, found };
}

describe("parseIndex", () => {
  it("takes the name for the id, and the id for the name", () => {
    const { skills } = parsed([
      { name: " a ", description: " d " },
      { id: "b", description: "d" },
      { id: "c", name: "C", description: "d", revision: "7" },
    ]);
    expect(skills?.map(({ entry }) => entry)).toEqual([
      { id: "a", name: "a", description: "d", location: "https://example.com/skills/a/SKILL.md" },
      { id: "b", name: "b", description: "d", location: "https://example.com/skills/b/SKILL.md" },
      { id: "c", name: "C", description: "d", location: "https://example.com/skills/c/SKILL.md", revision: "7" },
    ]);
  });

  it("ignores an id in the well-known lists, which have none", () => {
    const { skills } = parsed({ skills: [{ id: "x", name: "a", description: "d", files: [] }] }, "well-known-legacy");
    expect(skills?.map(({ entry }) => entry.id)).toEqual(["a"]);
  });

  it("reads `resources` where there are no `files`", () => {
    const { skills } = parsed([{ id: "a", description: "d", resources: ["x.md", "./x.md", { path: "y\\z.md" }] }]);
    expect([...(skills?.[0]?.files?.keys() ?? [])]).toEqual(["x.md", "y/z.md"]);
  });

  it("tells no files from files that are not listed", () => {
    const { skills } = parsed([
      { id: "a", description: "d" },
      { id: "b", description: "d", files: [] },
      { id: "c", description: "d", files: null },
    ]);
    expect(skills?.map(({ files }) => files?.size)).toEqual([undefined, 0, undefined]);
  });

  it("has no secret in what it reports", () => {
    const { found } = parsed([null, { id: "a" }]);
    expect(found).toHaveLength(2);
    expect(JSON.stringify(found)).not.toContain("s3cret");
  });

  it("survives any JSON and any text, and lets no address out of the folder", () => {
    const entry = fc.record(
      {
        id: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("../a", "a/b", "a:b", "%2e", "..", "a\\..\\b")),
        name: fc.anything(),
        description: fc.oneof(fc.constant("d"), fc.anything()),
        files: fc.oneof(fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.anything())), fc.anything()),
        digest: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const base = new URL("https://example.com/skills/");
    fc.assert(
      fc.property(fc.oneof(fc.array(entry), fc.jsonValue(), fc.string()), (value) => {
        const text =
          typeof value === "string"
            ? value
            : (JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? 1 : item)) ?? "");
        for (const skill of parsed(text).skills ?? []) {
          expect(isBelow(skill.url, base)).toBe(true);
          for (const path of skill.files?.keys() ?? []) {
            expect(isBelow(urlBelow(skill.folder as URL, path.split("/")), skill.folder as URL)).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("urlBelow", () => {
  it.each([[[".."]], [["."]], [["a", "..", "..", "b"]], [[""]]])("refuses %j even unchecked", (parts) => {
    const folder = new URL("https://example.com/tenantA/skill/");
    expect(() => urlBelow(folder, parts)).toThrow("refused");
  });

  it("keeps the query of the folder, and shows it to nobody", () => {
    const url = urlBelow(new URL("https://example.com/a/?sig=1"), ["b c", "#?.md"]);
    expect(url.href).toBe("https://example.com/a/b%20c/%23%3F.md?sig=1");
    expect(showUrl(url)).toBe("https://example.com/a/b%20c/%23%3F.md");
  });
});

describe("indexPlaces", () => {
  it("does not ask twice at the root", () => {
    expect(indexPlaces(parseBaseUrl("https://example.com"), "auto").map(({ url }) => url.pathname)).toEqual([
      "/index.json",
      "/.well-known/agent-skills/index.json",
      "/.well-known/skills/index.json",
    ]);
  });
});
