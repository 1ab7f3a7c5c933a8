import { DIAGNOSTIC_CODES, fixSkill, lintSkill, splitFrontmatter, type LintSkillOptions } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf } from "./skill-text.ts";

interface FixCase {
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly options?: LintSkillOptions;
}

const LONG = "a".repeat(70);
const body = "\n# Title \n\n---\n\nname: BAD  # not ours\t\n\n\n";

/** Comments and unrelated lines around the lines at hand; nothing else there to report. */
function file(lines: string, { name = "name: demo", description = "description: 'D' # why" } = {}): string {
  const own = [name, description].filter((line) => line !== "");
  return ["---", "# Top comment", ...own, lines, "# Last comment", 'version-of: "x"   # kept', `---${body}`]
    .filter((line, at) => line !== "" || at > 5)
    .join("\n");
}

const cases: readonly FixCase[] = [
  {
    code: "frontmatter-unclosed",
    before: "---\nname: demo\ndescription: D\n\n# Title \n\n",
    after: "---\nname: demo\ndescription: D\n---\n\n# Title \n\n",
  },
  {
    code: "frontmatter-unclosed",
    before: "---\nname: demo\ndescription: D\n----\n\n# Title\n",
    after: "---\nname: demo\ndescription: D\n---\n\n# Title\n",
  },
  { code: "byte-order-mark", before: `\uFEFF${file("")}`, after: file("") },
  { code: "leading-blank-lines", before: `\n \n${file("")}`, after: file("") },
  { code: "leading-blank-lines", before: `\uFEFF\n\n${file("")}`, after: file("") },
  { code: "yaml-duplicate-key", before: file("license: MIT\n# c\nlicense: MIT"), after: file("license: MIT\n# c") },
  { code: "yaml-unquoted-colon", before: file("license: MIT: see file"), after: file('license: "MIT: see file"') },
  { code: "yaml-unquoted-value", before: file("argument-hint: [a] [b]"), after: file('argument-hint: "[a] [b]"') },
  { code: "yaml-hash-in-value", before: file("license: see #3"), after: file('license: "see #3"') },
  {
    code: "yaml-tab",
    before: file("metadata:\n\ta: b\n\t# c\n\td: e"),
    after: file("metadata:\n  a: b\n  # c\n  d: e"),
  },
  {
    code: "name-missing",
    before: "---\n# c\ndescription: D\n---\nB\n",
    after: "---\nname: demo\n# c\ndescription: D\n---\nB\n",
    options: { directory: "demo" },
  },
  {
    code: "name-missing",
    before: "---\ndescription: D\n---\nB\n",
    after: '---\nname: "123"\ndescription: D\n---\nB\n',
    options: { directory: "123" },
  },
  {
    code: "name-empty",
    before: file("", { name: "name: # n" }),
    after: file("", { name: "name: demo # n" }),
    options: { directory: "demo" },
  },
  {
    code: "name-empty",
    before: file("", { name: "name:" }),
    after: file("", { name: "name: demo" }),
    options: { directory: "demo" },
  },
  {
    code: "name-empty",
    before: file("", { name: "name: ''" }),
    after: file("", { name: "name: demo" }),
    options: { directory: "demo" },
  },
  {
    code: "name-too-long",
    before: file("", { name: `name: ${LONG}` }),
    after: file("", { name: `name: ${LONG.slice(0, 64)}` }),
  },
  { code: "name-case", before: file("", { name: "name: Demo # n" }), after: file("", { name: "name: demo # n" }) },
  { code: "name-hyphen-edge", before: file("", { name: "name: demo-" }), after: file("", { name: "name: demo" }) },
  { code: "name-hyphen-double", before: file("", { name: "name: a--b" }), after: file("", { name: "name: a-b" }) },
  {
    code: "name-characters",
    before: file("", { name: 'name: "my_skill v2"' }),
    after: file("", { name: "name: my-skill-v2" }),
  },
  {
    code: "name-directory",
    before: file("", { name: "name: other" }),
    after: file("", { name: "name: demo" }),
    options: { directory: "demo" },
  },
  {
    code: "name-directory",
    before: file("", { name: "name: other" }),
    after: file("", { name: 'name: "2024"' }),
    options: { directory: "2024" },
  },
  { code: "compatibility-empty", before: file("compatibility: ''"), after: file("") },
  { code: "compatibility-empty", before: file("compatibility:"), after: file("") },
  { code: "field-type", before: file("license: 2.0 # n"), after: file('license: "2.0" # n') },
  { code: "field-type", before: file("", { name: "name: 123" }), after: file("", { name: 'name: "123"' }) },
  {
    code: "metadata-value-type",
    before: file("metadata:\n  # m\n  v: 1.10 # n\n  w: x"),
    after: file('metadata:\n  # m\n  v: "1.10" # n\n  w: x'),
  },
  {
    code: "allowed-tools-type",
    before: file("allowed-tools:\n  - Read\n  - Bash(a, b)"),
    after: file("allowed-tools: Read Bash(a, b)"),
  },
  {
    code: "allowed-tools-type",
    before: file('allowed-tools: ["Bash(a: b)", Read]'),
    after: file('allowed-tools: "Bash(a: b) Read"'),
  },
  {
    code: "allowed-tools-commas",
    before: file("allowed-tools: Read, Bash(a, b) # n"),
    after: file("allowed-tools: Read Bash(a, b) # n"),
  },
  { code: "allowed-tools-empty", before: file("allowed-tools:"), after: file("") },
  { code: "field-misspelled", before: file("licence: MIT"), after: file("license: MIT") },
  {
    code: "field-misspelled",
    before: file("", { description: "descripton: D # d" }),
    after: file("", { description: "description: D # d" }),
  },
  { code: "client-field-type", before: file("user-invocable: no # n"), after: file("user-invocable: false # n") },
  {
    code: "client-field-type",
    before: file('disable-model-invocation: "yes"'),
    after: file("disable-model-invocation: true"),
  },
  { code: "client-field-type", before: file("argument-hint: [file]"), after: file('argument-hint: "[file]"') },
];

const toCrlf = (text: string): string => text.replaceAll("\n", "\r\n");
const asIs = (text: string): string => text;

describe.each([
  { ends: "LF", write: asIs },
  { ends: "CRLF", write: toCrlf },
])("fixSkill on files with $ends", ({ write }) => {
  it.each(cases)("$code: $before", ({ code, before, after, options = {} }) => {
    const { text, fixed } = fixSkill(write(before), options);
    expect(text).toBe(write(after));
    expect(codesOf(fixed)).toContain(code);
    expect(codesOf(lintSkill(text, options).diagnostics)).not.toContain(code);
  });

  it.each(cases)("changes nothing the second time: $code", ({ before, options = {} }) => {
    const once = fixSkill(write(before), options).text;
    expect(fixSkill(once, options)).toEqual({ text: once, fixed: [] });
  });

  it.each(cases.filter(({ code }) => code !== "frontmatter-unclosed"))(
    "leaves the body's bytes: $code",
    ({ before, options = {} }) => {
      const bodyOf = (text: string): string => text.slice(splitFrontmatter(text).bodyStart);
      expect(bodyOf(fixSkill(write(before), options).text)).toBe(bodyOf(write(before)));
    },
  );
});

describe("fixSkill", () => {
  it("has a before and an after here for every fixable code", () => {
    const fixable = Object.entries(DIAGNOSTIC_CODES).filter(([, info]) => info.fixable);
    expect(new Set(cases.map(({ code }) => code))).toEqual(new Set(fixable.map(([code]) => code)));
  });

  it("gives the same string back where there is nothing to fix", () => {
    const raw = file("license: MIT");
    expect(fixSkill(raw)).toEqual({ text: raw, fixed: [] });
  });

  it("mends everything at once", () => {
    const raw =
      "\uFEFF\n---\nname: Bad_Name\ndescription: Use when: asked\nlicence: 2\nallowed_tools: [a, b]\ncompatibility:\n---\nB\n";
    const { text, fixed } = fixSkill(raw, { directory: "good-name" });
    expect(text).toBe(
      '---\nname: good-name\ndescription: "Use when: asked"\nlicense: "2"\nallowed-tools: a b\n---\nB\n',
    );
    expect(fixed.length).toBeGreaterThanOrEqual(8);
  });

  it("leaves alone what its rules switch off", () => {
    const raw = file("allowed-tools: a, b", { name: "name: Demo" });
    const { text, fixed } = fixSkill(raw, { rules: { "allowed-tools-commas": "off" } });
    expect(text).toBe(file("allowed-tools: a, b"));
    expect(codesOf(fixed)).toEqual(["name-case"]);
  });

  it.each([
    ["keys that differ", "name: a\nname: b\ndescription: D"],
    ["a list with comments in it", "name: a\ndescription: D\nallowed-tools:\n  - Read # why\n  - Write"],
    ["a name over several lines", "name: >-\n  Bad\n  Name\ndescription: D"],
    ["a misspelling of a field that is there", "name: a\ndescripton: D\ndescription: D"],
    ["a name of which nothing is left", "name: '!!!'\ndescription: D"],
  ])("leaves %s to a person", (_title, lines) => {
    const raw = `---\n${lines}\n---\nB\n`;
    expect(fixSkill(raw)).toEqual({ text: raw, fixed: [] });
  });
});
