import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { DiagnosticCode } from "../../../core/format/codes.ts";
import { parseFrontmatter } from "../../../core/format/parse-frontmatter.ts";
import type { FrontmatterValue } from "../../../core/format/types.ts";

/** A SKILL.md's frontmatter as YAML reads it, every field. */
export interface PublishedFrontmatter {
  readonly name: string;
  readonly description: string;
  readonly [key: string]: FrontmatterValue;
}

/** The frontmatter, or why no client would take it. */
export type PublishedFrontmatterResult =
  | { readonly frontmatter: PublishedFrontmatter }
  | {
      readonly code: DiagnosticCode;
      readonly why: string;
      readonly place: Pick<Diagnostic, "line" | "column" | "field">;
    };

/**
 * Reads the frontmatter without mending anything: clients compare it field by field with their own reading of the file.
 * Then checks what they check.
 */
export function readPublishedFrontmatter(raw: string): PublishedFrontmatterResult {
  const { data, diagnostics } = parseFrontmatter(raw, { repair: false });
  const broken = diagnostics.find(({ severity }) => severity === "error");
  if (data === null || broken !== undefined) {
    const { code = "frontmatter-missing", line, column } = broken ?? {};
    const said = broken === undefined ? "there is none" : broken.message.replace(/\.$/, "");
    const place = { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
    return { code, why: `its frontmatter cannot be read as it is: ${said}`, place };
  }
  if (!/^\uFEFF?---\r?\n/.test(raw)) return refuse("frontmatter-missing", "its first line is not ---");
  return checkPublishedFrontmatter(data);
}

/** Checks what clients check. https://agentskills.io/specification#frontmatter */
export function checkPublishedFrontmatter(
  data: Readonly<Record<string, FrontmatterValue>>,
): PublishedFrontmatterResult {
  const { name, description, compatibility, metadata } = data;
  if (typeof name !== "string") return refuse("name-missing", "its frontmatter has no name that is a text", "name");
  if (typeof description !== "string")
    return refuse("description-missing", "its frontmatter has no description that is a text", "description");
  const length = countCharacters(description);
  if (length === 0) return refuse("description-empty", "its description is empty", "description");
  if (length > 1024)
    return refuse("description-too-long", `its description has ${length} characters, at most 1,024 are allowed`);
  if (compatibility !== undefined) {
    const isText = typeof compatibility === "string";
    if (!isText) return refuse("field-type", "its compatibility is not a text", "compatibility");
    if (compatibility === "") return refuse("compatibility-empty", "its compatibility is empty", "compatibility");
    if (countCharacters(compatibility) > 500)
      return refuse("compatibility-too-long", "its compatibility is longer than 500 characters", "compatibility");
  }
  if (metadata !== undefined && !isTextMap(metadata))
    return refuse("metadata-value-type", "its metadata is not a map of texts, as the specification asks", "metadata");
  if (!isJson(data)) return refuse("field-type", "its frontmatter has a value that JSON cannot hold");
  return { frontmatter: { ...data, name, description } };
}

function refuse(code: DiagnosticCode, why: string, field?: string): PublishedFrontmatterResult {
  return { code, why, place: field === undefined ? {} : { field } };
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function isTextMap(value: FrontmatterValue): boolean {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.values(value).every((part) => typeof part === "string");
}

function isJson(value: FrontmatterValue): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => key !== "__proto__" && isJson(part));
}
