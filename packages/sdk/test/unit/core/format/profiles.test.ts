import { DIAGNOSTIC_CODES, parseSkill, validateSkill, type ValidateSkillOptions } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { goodSkill, only, skillText } from "./skill-text.ts";

const judge = (raw: string, options: ValidateSkillOptions = {}) => validateSkill(parseSkill(raw).manifest, options);

interface VerdictCase {
  readonly code: string;
  readonly lines: string;
  readonly spec: "error" | "warning";
  readonly lenient: "error" | "warning" | "info";
  /** Whether the Python reference reports an error of this code. */
  readonly reference: boolean;
  readonly directory?: string;
}

const D = "description: D";
const verdicts: readonly VerdictCase[] = [
  {
    code: "yaml-unquoted-colon",
    lines: "name: a\ndescription: b: c",
    spec: "error",
    lenient: "warning",
    reference: false,
  },
  { code: "yaml-duplicate-key", lines: `name: a\nname: b\n${D}`, spec: "error", lenient: "warning", reference: false },
  { code: "name-missing", lines: D, spec: "error", lenient: "warning", reference: true },
  { code: "name-empty", lines: `name: ''\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-empty", lines: `name:\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-too-long", lines: `name: ${"a".repeat(65)}\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-case", lines: `name: Demo\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-hyphen-edge", lines: `name: a-\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-hyphen-double", lines: `name: a--b\n${D}`, spec: "error", lenient: "warning", reference: true },
  { code: "name-characters", lines: `name: a_b\n${D}`, spec: "error", lenient: "warning", reference: true },
  {
    code: "name-directory",
    lines: `name: a\n${D}`,
    spec: "error",
    lenient: "warning",
    reference: true,
    directory: "b",
  },
  { code: "description-missing", lines: "name: a", spec: "error", lenient: "error", reference: true },
  { code: "description-empty", lines: "name: a\ndescription:", spec: "error", lenient: "error", reference: true },
  {
    code: "description-too-long",
    lines: `name: a\ndescription: ${"x".repeat(1025)}`,
    spec: "error",
    lenient: "warning",
    reference: true,
  },
  {
    code: "compatibility-empty",
    lines: `name: a\n${D}\ncompatibility: ''`,
    spec: "error",
    lenient: "info",
    reference: false,
  },
  {
    code: "compatibility-too-long",
    lines: `name: a\n${D}\ncompatibility: ${"x".repeat(501)}`,
    spec: "error",
    lenient: "warning",
    reference: true,
  },
  { code: "field-type", lines: `name: 12\n${D}`, spec: "error", lenient: "warning", reference: false },
  { code: "metadata-type", lines: `name: a\n${D}\nmetadata: x`, spec: "error", lenient: "warning", reference: false },
  {
    code: "metadata-value-type",
    lines: `name: a\n${D}\nmetadata:\n  v: 1`,
    spec: "error",
    lenient: "info",
    reference: false,
  },
  {
    code: "allowed-tools-type",
    lines: `name: a\n${D}\nallowed-tools:\n  - b`,
    spec: "error",
    lenient: "info",
    reference: false,
  },
  {
    code: "allowed-tools-commas",
    lines: `name: a\n${D}\nallowed-tools: b, c`,
    spec: "warning",
    lenient: "info",
    reference: false,
  },
  {
    code: "allowed-tools-empty",
    lines: `name: a\n${D}\nallowed-tools:`,
    spec: "warning",
    lenient: "info",
    reference: false,
  },
  { code: "unknown-field", lines: `name: a\n${D}\nflavour: x`, spec: "warning", lenient: "info", reference: true },
  {
    code: "field-misspelled",
    lines: `name: a\n${D}\nlicence: x`,
    spec: "warning",
    lenient: "warning",
    reference: false,
  },
  {
    code: "client-field-type",
    lines: `name: a\n${D}\nhooks: x`,
    spec: "warning",
    lenient: "warning",
    reference: false,
  },
  { code: "vendor-reserved-name", lines: `name: my-claude\n${D}`, spec: "warning", lenient: "info", reference: false },
  {
    code: "vendor-angle-brackets",
    lines: "name: a\ndescription: Uses <b>",
    spec: "warning",
    lenient: "info",
    reference: false,
  },
];

describe("validateSkill: what each profile makes of", () => {
  it.each(verdicts)("$code", ({ code, lines, spec, lenient, reference, directory }) => {
    const raw = skillText(lines);
    const options = directory === undefined ? {} : { directory };
    const under = (profile: "spec" | "lenient" | "reference") =>
      judge(raw, { ...options, profile })
        .filter((diagnostic) => diagnostic.code === code)
        .map(({ severity }) => severity);
    expect(under("spec")).toEqual([spec]);
    expect(under("lenient")).toEqual([lenient]);
    expect(under("reference")).toEqual(reference ? ["error"] : []);
    expect(DIAGNOSTIC_CODES[code as keyof typeof DIAGNOSTIC_CODES]).toMatchObject({ spec, lenient });
  });

  it("a good skill: nothing, in every profile", () => {
    for (const profile of ["spec", "lenient", "reference"] as const) {
      expect(judge(goodSkill(), { profile, directory: "demo" })).toEqual([]);
    }
  });

  it("the client's fields: nothing, but an error of the reference", () => {
    const raw = goodSkill("model: opus\nuser-invocable: true");
    expect(judge(raw)).toEqual([]);
    expect(only(judge(raw, { profile: "reference" })).message).toBe(
      "Unexpected fields in frontmatter: model, user-invocable. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
    );
  });
});
