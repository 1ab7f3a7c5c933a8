import { Document, isScalar, type Scalar } from "yaml";
import { joinAllowedTools } from "./allowed-tools.ts";
import { SPEC_FIELDS } from "./spec-fields.ts";
import type { FrontmatterValue, SkillManifest } from "./types.ts";

/** Writes a SKILL.md from scratch, fields in the order of the specification. */
export function renderSkill(manifest: SkillManifest): string {
  return `---\n${renderFields(fieldsOf(manifest))}---\n${renderBody(manifest.body, "\n")}`;
}

/** The fields of a manifest as a frontmatter holds them. */
export function fieldsOf(manifest: SkillManifest): Map<string, FrontmatterValue> {
  const fields = new Map<string, FrontmatterValue>();
  const { name, description, license, compatibility, metadata, allowedTools, extra } = manifest;
  if (name !== "") fields.set("name", name);
  if (description !== "") fields.set("description", description);
  if (license !== undefined) fields.set("license", license);
  if (compatibility !== undefined) fields.set("compatibility", compatibility);
  if (Object.keys(metadata).length > 0) fields.set("metadata", { ...metadata });
  if (allowedTools !== undefined) fields.set("allowed-tools", writeTools(allowedTools));
  for (const key of Object.keys(extra)) {
    const value = extra[key];
    if (value !== undefined && !SPEC_FIELDS.includes(key)) fields.set(key, value);
  }
  return fields;
}

/** As the specification wants them, unless that would be read as other tools. */
function writeTools(tools: readonly string[]): FrontmatterValue {
  return (tools.length === 0 ? undefined : joinAllowedTools(tools)) ?? [...tools];
}

/** All fields, one after the other. */
export function renderFields(fields: ReadonlyMap<string, FrontmatterValue>): string {
  return [...fields].map(([key, value]) => renderEntry(key, value, "", "\n")).join("");
}

/** One key with its value and a line break, in the quoting style that `source` starts with. */
export function renderEntry(key: string, value: FrontmatterValue, source: string, newline: string): string {
  const document = new Document(new Map([[key, value]]));
  const node = document.get(key, true);
  if (isScalar(node) && typeof value === "string") {
    const style = styleOf(source, value);
    if (style !== undefined) node.type = style;
  }
  return document.toString({ lineWidth: 0 }).replaceAll("\n", newline);
}

function styleOf(source: string, value: string): Scalar.Type | undefined {
  if (source.startsWith('"')) return "QUOTE_DOUBLE";
  if (source.startsWith("'")) return "QUOTE_SINGLE";
  if (source.startsWith("|")) return "BLOCK_LITERAL";
  if (source.startsWith(">")) return "BLOCK_FOLDED";
  return value.includes("\n") ? "BLOCK_LITERAL" : undefined;
}

/** A body with a blank line before it and a line break after it; nothing for an empty one. */
export function renderBody(body: string, newline: string): string {
  return body === "" ? "" : newline + body.replaceAll(/\r?\n/g, newline) + newline;
}
