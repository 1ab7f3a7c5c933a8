import { parseAllowedTools, parseSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, only, skillText, textAt } from "./skill-text.ts";

const WHOLE = "Bash(git add:*, git commit:*)";

const shapes: readonly (readonly [shape: string, lines: string, codes: string[]])[] = [
  ["a space string", `allowed-tools: Read ${WHOLE} Write`, []],
  ["a comma string", `allowed-tools: Read, ${WHOLE},Write`, ["allowed-tools-commas"]],
  ["a block list", `allowed-tools:\n  - Read\n  - ${WHOLE}\n  - Write`, ["allowed-tools-type"]],
  ["a block list at the key's own indentation", `allowed-tools:\n- Read\n- ${WHOLE}\n- Write`, ["allowed-tools-type"]],
  ["a flow list", `allowed-tools: [Read, "${WHOLE}", Write]`, ["allowed-tools-type"]],
  ["a quoted string", `allowed-tools: "Read ${WHOLE} Write"`, []],
  ["a folded string", `allowed-tools: >-\n  Read\n  ${WHOLE}\n  Write`, []],
  [
    "a flow list over lines, with a comment",
    `allowed-tools: [\n  Read, # r\n  "${WHOLE}",\n  Write,\n]`,
    ["allowed-tools-type"],
  ],
];

describe("allowed-tools in a manifest", () => {
  it.each(shapes)("reads %s, patterns whole", (_shape, lines, codes) => {
    const { manifest, diagnostics } = parseSkill(skillText(`name: a\n${lines}\nlicense: MIT`));
    expect(manifest.allowedTools).toEqual(["Read", WHOLE, "Write"]);
    expect(manifest.license).toBe("MIT");
    expect(codesOf(diagnostics)).toEqual(codes);
  });

  it("means no restriction when absent", () => {
    const { manifest, diagnostics } = parseSkill(skillText("name: a"));
    expect(manifest.allowedTools).toBeUndefined();
    expect(diagnostics).toEqual([]);
  });

  it.each(["allowed-tools:", "allowed-tools: ''", 'allowed-tools: "  "', "allowed-tools: ~"])(
    "means no restriction in `%s`, with a diagnostic",
    (line) => {
      const raw = skillText(`name: a\n${line}`);
      const { manifest, diagnostics } = parseSkill(raw);
      expect(manifest.allowedTools).toBeUndefined();
      expect(only(diagnostics)).toMatchObject({
        code: "allowed-tools-empty",
        severity: "warning",
        field: "allowed-tools",
        line: 3,
      });
    },
  );

  it("is an empty list for `[]`: a list that allows nothing is not the same as no list", () => {
    const { manifest, diagnostics } = parseSkill(skillText("allowed-tools: []"));
    expect(manifest.allowedTools).toEqual([]);
    expect(codesOf(diagnostics)).toEqual(["allowed-tools-type"]);
  });

  it("refuses a mapping and a number", () => {
    for (const value of ["{Bash: git}", "12", "true"]) {
      const { manifest, diagnostics } = parseSkill(skillText(`allowed-tools: ${value}`));
      expect(manifest.allowedTools, "not to be mistaken for no restriction").toEqual([]);
      expect(only(diagnostics)).toMatchObject({ code: "field-type", field: "allowed-tools", line: 2, column: 16 });
    }
  });

  it("points at a pattern without its closing parenthesis", () => {
    const raw = skillText("name: a\nallowed-tools: Read Bash(git add Write");
    const { manifest, diagnostics } = parseSkill(raw);
    expect(manifest.allowedTools).toEqual(["Read", "Bash(git add Write"]);
    const diagnostic = only(diagnostics);
    expect(diagnostic).toMatchObject({ code: "allowed-tools-unbalanced", line: 3, column: 16, length: 23 });
    expect(textAt(raw, diagnostic)).toBe("Read Bash(git add Write");
  });

  it("points at the whole value with commas, and its fix separates with spaces", () => {
    const raw = skillText(`allowed-tools: Read, ${WHOLE}`);
    const diagnostic = only(parseSkill(raw).diagnostics);
    expect(diagnostic).toMatchObject({ code: "allowed-tools-commas", severity: "warning", line: 2, column: 16 });
    expect(textAt(raw, diagnostic)).toBe(`Read, ${WHOLE}`);
    expect(diagnostic.fix?.edits[0]?.text.trim()).toBe(`Read ${WHOLE}`);
  });

  it("does not take a comma inside a pattern for a separator", () => {
    expect(parseSkill(skillText(`allowed-tools: ${WHOLE}`)).diagnostics).toEqual([]);
  });
});

describe("parseAllowedTools", () => {
  it.each([
    ["Read", [{ tool: "Read" }]],
    ["Bash(git:*)", [{ tool: "Bash", pattern: "git:*" }]],
    [`${WHOLE} Read`, [{ tool: "Bash", pattern: "git add:*, git commit:*" }, { tool: "Read" }]],
    ["Read,Write", [{ tool: "Read" }, { tool: "Write" }]],
    ["Bash(echo $(date) (x)) Read", [{ tool: "Bash", pattern: "echo $(date) (x)" }, { tool: "Read" }]],
    ["Bash()", [{ tool: "Bash", pattern: "" }]],
    ["mcp__server__tool", [{ tool: "mcp__server__tool" }]],
    ["Bash(git", [{ tool: "Bash(git" }]],
    ["a) b", [{ tool: "a)" }, { tool: "b" }]],
    ["", []],
    [" ,, \n", []],
  ])("reads the string %j", (text, tools) => {
    expect(parseAllowedTools(text)).toEqual(tools);
  });

  it("takes each element of an array for one tool", () => {
    expect(parseAllowedTools(["Read", WHOLE])).toEqual([
      { tool: "Read" },
      { tool: "Bash", pattern: "git add:*, git commit:*" },
    ]);
    expect(parseAllowedTools([])).toEqual([]);
  });

  it("keeps undefined, which is no restriction, apart from an empty list, which allows nothing", () => {
    expect(parseAllowedTools(undefined)).toBeUndefined();
  });

  it("takes time that grows with the text", () => {
    const started = performance.now();
    expect(parseAllowedTools("(".repeat(1_000_000))).toHaveLength(1);
    expect(parseAllowedTools("a,".repeat(500_000))).toHaveLength(500_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
