import { formatSkill, parseSkill, type FrontmatterValue, type SkillManifest } from "@tradecraft/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goodSkill } from "./skill-text.ts";

const empty: SkillManifest = { name: "", description: "", metadata: {}, extra: {}, dialect: {}, body: "", raw: "" };

describe("formatSkill of a manifest without a file", () => {
  it("writes the fields in the order of the specification, then the others, then the body", () => {
    const made: SkillManifest = {
      ...empty,
      extra: { zeta: [1, "two"], alpha: null },
      allowedTools: ["Read", "Bash(a, b)"],
      metadata: { version: "1.0" },
      compatibility: "Needs git",
      license: "MIT",
      description: "Draws: charts",
      name: "demo",
      body: "# Title\n\nText",
    };
    expect(formatSkill(made)).toBe(
      '---\nname: demo\ndescription: "Draws: charts"\nlicense: MIT\ncompatibility: Needs git\nmetadata:\n  version: "1.0"\n' +
        "allowed-tools: Read Bash(a, b)\nzeta:\n  - 1\n  - two\nalpha: null\n---\n\n# Title\n\nText\n",
    );
  });

  it("writes an empty manifest as two fences", () => {
    expect(formatSkill(empty)).toBe("---\n---\n");
  });
});

/** Texts as people write them, and some that YAML takes for its own. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "true",
    "null",
    "12",
    "0x1F",
    "1.0",
    "~",
    "- a",
    "a: b",
    "a #b",
    "# a",
    "'",
    '"',
    "[a]",
    "{a}",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "---",
    "%a",
    "@a",
    "a\nb",
    "a\n\n b",
    "é😀",
    "\u2028",
  ),
);
const value: fc.Arbitrary<FrontmatterValue> = fc.letrec<{ value: FrontmatterValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 8 }), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const known = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);
const extra = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 10 }).filter((key) => !known.has(key)),
  value,
  { maxKeys: 3, noNullPrototype: true },
);
const trimmed = text.map((written) => written.trim());
const tool = fc.constantFrom(
  "Read",
  "Write",
  "Bash(git add:*, git commit:*)",
  "Bash(a: b)",
  "mcp__x__y",
  "Bash(echo '#1')",
);

const fields = fc.record({
  name: trimmed,
  description: trimmed,
  license: fc.option(trimmed, { nil: undefined }),
  compatibility: fc.option(trimmed, { nil: undefined }),
  metadata: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), value, { maxKeys: 3, noNullPrototype: true }),
  allowedTools: fc.option(fc.array(tool, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  extra,
  body: trimmed.filter((body) => !body.includes("\r")),
});

/** What a manifest says, without the file and what follows from it. */
function contentOf({ raw: _raw, dialect: _dialect, ...content }: SkillManifest): unknown {
  return JSON.parse(JSON.stringify(content));
}

const runs = { numRuns: 300, seed: 20_260_101 };

describe("formatSkill, for any manifest", () => {
  it("writes a file that parses back to it", () => {
    fc.assert(
      fc.property(fields, (content) => {
        const made: SkillManifest = { ...empty, ...content };
        expect(contentOf(parseSkill(formatSkill(made), { repair: false }).manifest)).toEqual(contentOf(made));
      }),
      runs,
    );
  });

  it("edits a file so that it parses back to it", () => {
    const files = fc.constantFrom(
      goodSkill("license: MIT # c\nmetadata:\n  v: '1'\nx: [a, b]"),
      "---\r\nname: 'a'\r\ndescription: >-\r\n  b\r\n  c\r\nallowed-tools:\r\n  - a\r\n---\r\nB\r\n",
      '---\n# c\ndescription: "a"\ncompatibility: |\n  x\n---',
      "---\n---\n",
    );
    fc.assert(
      fc.property(files, fields, (raw, content) => {
        const changed: SkillManifest = { ...parseSkill(raw).manifest, ...content };
        const written = parseSkill(formatSkill(changed), { repair: false }).manifest;
        const ends = (text: string): string => text.replaceAll("\r\n", "\n");
        expect(contentOf({ ...written, body: ends(written.body) })).toEqual(contentOf(changed));
      }),
      runs,
    );
  });

  it("is stable: writing what was written changes nothing", () => {
    fc.assert(
      fc.property(fields, (content) => {
        const once = formatSkill({ ...empty, ...content });
        expect(formatSkill(parseSkill(once).manifest)).toBe(once);
      }),
      runs,
    );
  });
});
