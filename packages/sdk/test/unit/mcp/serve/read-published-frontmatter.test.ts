import { describe, expect, it } from "vitest";
import { readPublishedFrontmatter } from "../../../../src/mcp/serve/publish/read-published-frontmatter.ts";

const read = (yaml: string) => readPublishedFrontmatter(`---\n${yaml}\n---\nBody\n`);
const codeOf = (raw: string) => {
  const result = readPublishedFrontmatter(raw);
  return "frontmatter" in result ? "fine" : result.code;
};

describe("readPublishedFrontmatter", () => {
  it("gives every value as YAML types it", () => {
    const yaml =
      "name: a\ndescription: b\nversion: 1.10\nyes: yes\non: true\ndate: 2026-01-02\nempty:\nlist:\n  - 1\n  - {x: y}";
    expect(read(yaml)).toEqual({
      frontmatter: {
        name: "a",
        description: "b",
        version: 1.1,
        yes: "yes",
        on: true,
        date: "2026-01-02",
        empty: null,
        list: [1, { x: "y" }],
      },
    });
  });

  it("takes a byte order mark and other line ends, as clients do", () => {
    expect(codeOf("\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\nBody\r\n")).toBe("fine");
  });

  it.each([
    ["no frontmatter", "Body\n", "frontmatter-missing"],
    ["a blank line before it", "\n---\nname: a\ndescription: b\n---\n", "frontmatter-missing"],
    ["no end", "---\nname: a\ndescription: b\n", "frontmatter-unclosed"],
    ["a colon that needs quotes", "---\nname: a\ndescription: b: c\n---\n", "yaml-syntax"],
    ["the same key twice", "---\nname: a\nname: b\ndescription: c\n---\n", "yaml-duplicate-key"],
    ["a list", "---\n- a\n---\n", "frontmatter-not-mapping"],
    ["no name", "---\ndescription: b\n---\n", "name-missing"],
    ["a number as name", "---\nname: 1\ndescription: b\n---\n", "name-missing"],
    ["no description", "---\nname: a\n---\n", "description-missing"],
    ["an empty description", '---\nname: a\ndescription: ""\n---\n', "description-empty"],
    ["a long description", `---\nname: a\ndescription: ${"x".repeat(1025)}\n---\n`, "description-too-long"],
    ["a list as compatibility", "---\nname: a\ndescription: b\ncompatibility: [x]\n---\n", "field-type"],
    ["an empty compatibility", '---\nname: a\ndescription: b\ncompatibility: ""\n---\n', "compatibility-empty"],
    [
      "a long compatibility",
      `---\nname: a\ndescription: b\ncompatibility: ${"x".repeat(501)}\n---\n`,
      "compatibility-too-long",
    ],
    ["metadata that is a text", "---\nname: a\ndescription: b\nmetadata: x\n---\n", "metadata-value-type"],
    ["metadata with a number", "---\nname: a\ndescription: b\nmetadata:\n  v: 1\n---\n", "metadata-value-type"],
    ["what JSON cannot hold", "---\nname: a\ndescription: b\nx: [.nan]\n---\n", "field-type"],
  ])("refuses %s", (_, raw, code) => {
    expect(codeOf(raw)).toBe(code);
  });

  it("counts characters, not parts of them", () => {
    expect(codeOf(`---\nname: a\ndescription: ${"😀".repeat(1024)}\n---\n`)).toBe("fine");
  });
});
