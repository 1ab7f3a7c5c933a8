import { type Document, isAlias, isCollection, isMap, isNode, isScalar, visit, type YAMLMap } from "yaml";
import type { Diagnostic } from "../diagnostic.ts";
import { codePointLength } from "./code-points.ts";
import { SPEC_FIELDS } from "./spec-fields.ts";
import { MAX_DESCRIPTION_LENGTH } from "./rules/description-rules.ts";
import { MAX_NAME_LENGTH, normalizeName } from "./rules/name-rules.ts";
import { composeYaml, REFUSALS } from "./yaml/compose-yaml.ts";
import { scalarText } from "./yaml/full-yaml-entries.ts";
import { Reporter } from "./reporter.ts";

/**
 * The errors of the specification's Python reference, in its words and its order. It reads another language than we do: it
 * splits at any `---`, takes every scalar for text, and refuses flow style, anchors, tags and repeated keys.
 * @see https://github.com/agentskills/agentskills/tree/main/skills-ref
 */
export function referenceDiagnostics(raw: string, directory: string | undefined): Diagnostic[] {
  const reporter = new Reporter(raw);
  const fields = readReferenceFields(raw, reporter);
  if (fields !== null) {
    checkFields(fields, reporter);
    checkName(fields, directory, reporter);
    checkDescription(fields, reporter);
    checkCompatibility(fields, reporter);
  }
  return reporter.diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? diagnostic : { ...diagnostic, severity: "error" },
  );
}

interface ReferenceField {
  /** Undefined for anything that is not a scalar. */
  readonly text: string | undefined;
  readonly start: number;
  readonly end: number;
}

type ReferenceFields = ReadonlyMap<string, ReferenceField>;

function readReferenceFields(raw: string, reporter: Reporter): ReferenceFields | null {
  if (!raw.startsWith("---")) {
    reporter.report("frontmatter-missing", {
      message: "SKILL.md must start with YAML frontmatter (---)",
      start: 0,
      end: 3,
    });
    return null;
  }
  const close = raw.indexOf("---", 3);
  if (close < 0) {
    reporter.report("frontmatter-unclosed", {
      message: "SKILL.md frontmatter not properly closed with ---",
      start: 0,
      end: 3,
    });
    return null;
  }
  const composed = composeYaml(raw.slice(3, close), "failsafe");
  const problem =
    typeof composed === "string" ? { message: REFUSALS[composed], start: 0, end: 0 } : strictProblem(composed);
  if (problem !== null) {
    const { message, start, end } = problem;
    reporter.report("yaml-syntax", {
      message: `Invalid YAML in frontmatter: ${message}`,
      start: start + 3,
      end: end + 3,
    });
    return null;
  }
  const contents = typeof composed === "string" ? null : composed[0]?.contents;
  if (!isMap(contents)) {
    reporter.report("frontmatter-not-mapping", {
      message: "SKILL.md frontmatter must be a YAML mapping",
      start: 0,
      end: 3,
    });
    return null;
  }
  return readMap(contents);
}

interface StrictProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** The first thing that strictyaml refuses. */
function strictProblem(documents: readonly Document.Parsed[]): StrictProblem | null {
  const [document, second] = documents;
  if (document === undefined) return null;
  const error = document.errors[0];
  if (error !== undefined) return { message: error.message, start: error.pos[0], end: error.pos[1] };
  if (second !== undefined)
    return { message: "expected a single document in the stream", start: second.range[0], end: second.range[1] };
  let problem: StrictProblem | null = null;
  visit(document, {
    Node(_key, node) {
      const message = strictObjection(node);
      if (message === undefined) return undefined;
      problem = { message, start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
      return visit.BREAK;
    },
  });
  return problem;
}

function strictObjection(node: unknown): string | undefined {
  if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor !== undefined))
    return "Anchor tokens not allowed";
  if (isCollection(node) && node.flow === true) return "Confusing flow style is not allowed";
  if (isNode(node) && "tag" in node && node.tag !== undefined) return "Tag tokens not allowed";
  if (isMap(node) && hasRepeatedKey(node)) return "Duplicate key";
  return undefined;
}

function hasRepeatedKey(map: YAMLMap): boolean {
  const keys = map.items.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ""));
  return new Set(keys).size < keys.length;
}

function readMap(map: YAMLMap): ReferenceFields {
  const fields = new Map<string, ReferenceField>();
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const node = isNode(value) ? value : key;
    const text = value === null ? "" : isScalar(value) ? scalarText(value.value) : undefined;
    fields.set(scalarText(key.value), { text, start: (node.range?.[0] ?? 0) + 3, end: (node.range?.[1] ?? 0) + 3 });
  }
  return fields;
}

function checkFields(fields: ReferenceFields, reporter: Reporter): void {
  const unknown = [...fields.keys()].filter((field) => !SPEC_FIELDS.includes(field)).sort(byCodePoint);
  const [first] = unknown;
  if (first === undefined) return;
  const known = [...SPEC_FIELDS].sort(byCodePoint).map((field) => `'${field}'`);
  const message = `Unexpected fields in frontmatter: ${unknown.join(", ")}. Only [${known.join(", ")}] are allowed.`;
  reporter.report("unknown-field", { message, field: first, ...placeOf(fields.get(first)) });
}

function checkName(fields: ReferenceFields, directory: string | undefined, reporter: Reporter): void {
  const field = fields.get("name");
  const place = { field: "name", ...placeOf(field) };
  if (field === undefined)
    return reporter.report("name-missing", { message: "Missing required field in frontmatter: name", ...place });
  if (field.text === undefined || field.text.trim() === "") {
    return reporter.report("name-empty", { message: "Field 'name' must be a non-empty string", ...place });
  }
  const name = normalizeName(field.text);
  const length = codePointLength(name);
  if (length > MAX_NAME_LENGTH) {
    reporter.report("name-too-long", {
      message: `Skill name '${name}' exceeds ${MAX_NAME_LENGTH} character limit (${length} chars)`,
      ...place,
    });
  }
  if (name !== name.toLowerCase())
    reporter.report("name-case", { message: `Skill name '${name}' must be lowercase`, ...place });
  if (name.startsWith("-") || name.endsWith("-")) {
    reporter.report("name-hyphen-edge", { message: "Skill name cannot start or end with a hyphen", ...place });
  }
  if (name.includes("--"))
    reporter.report("name-hyphen-double", { message: "Skill name cannot contain consecutive hyphens", ...place });
  if (/[^\p{L}\p{N}-]/u.test(name)) {
    const message = `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`;
    reporter.report("name-characters", { message, ...place });
  }
  if (directory !== undefined && directory.normalize("NFKC") !== name) {
    reporter.report("name-directory", {
      message: `Directory name '${directory}' must match skill name '${name}'`,
      ...place,
    });
  }
}

function checkDescription(fields: ReferenceFields, reporter: Reporter): void {
  const field = fields.get("description");
  const place = { field: "description", ...placeOf(field) };
  if (field === undefined) {
    return reporter.report("description-missing", {
      message: "Missing required field in frontmatter: description",
      ...place,
    });
  }
  if (field.text === undefined || field.text.trim() === "") {
    return reporter.report("description-empty", {
      message: "Field 'description' must be a non-empty string",
      ...place,
    });
  }
  const length = codePointLength(field.text);
  if (length > MAX_DESCRIPTION_LENGTH) {
    const message = `Description exceeds ${MAX_DESCRIPTION_LENGTH} character limit (${length} chars)`;
    reporter.report("description-too-long", { message, ...place });
  }
}

function checkCompatibility(fields: ReferenceFields, reporter: Reporter): void {
  const field = fields.get("compatibility");
  if (field === undefined) return;
  const place = { field: "compatibility", ...placeOf(field) };
  if (field.text === undefined)
    return reporter.report("field-type", { message: "Field 'compatibility' must be a string", ...place });
  const length = codePointLength(field.text);
  if (length > 500) {
    reporter.report("compatibility-too-long", {
      message: `Compatibility exceeds 500 character limit (${length} chars)`,
      ...place,
    });
  }
}

function placeOf(field: ReferenceField | undefined): { start: number; end: number } {
  return field === undefined ? { start: 0, end: 3 } : { start: field.start, end: field.end };
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
