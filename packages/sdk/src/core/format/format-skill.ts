import { Document, type Scalar, isScalar } from "yaml";
import type { TextEdit } from "../diagnostic.ts";
import { applyEdits } from "./apply-edits.ts";
import { fixSkill } from "./fix-skill.ts";
import { DIAGNOSTIC_CODES } from "./codes.ts";
import { endOfEntry, type SkillLayout } from "./layout.ts";
import { findEntry } from "./yaml/entry.ts";
import { readSkill } from "./parse-skill.ts";
import type { FrontmatterValue, RuleSettings, SkillManifest } from "./types.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";

/**
 * Writes a SKILL.md. Where the manifest has its file (`raw`), everything that did not change stays as it was, byte by
 * byte: comments, order, quotes, line ends. Without one the fields come in the order of the specification.
 */
export function formatSkill(manifest: SkillManifest): string {
  const fields = fieldsOf(manifest);
  const original = manifest.raw === "" ? null : readOriginal(manifest.raw);
  if (original === null) return isUntouched(manifest) ? manifest.raw : renderSkill(fields, manifest.body);
  const { text, layout, parsed } = original;
  const newline = text.slice(0, layout.bodyStart).includes("\r\n") ? "\r\n" : "\n";
  const edits: TextEdit[] = [];
  for (const [key, value] of fields) {
    const entry = findEntry(layout.entries, key);
    if (entry === undefined) continue;
    if (!isSame(value, fieldsOf(parsed).get(key))) edits.push(replaceEntry(text, entry, value, newline));
  }
  for (const entry of layout.entries) {
    if (!fields.has(entry.key) && fieldsOf(parsed).has(entry.key))
      edits.push({ start: entry.keyStart, end: endOfEntry(text, entry), text: "" });
  }
  const added = [...fields].filter(([key]) => findEntry(layout.entries, key) === undefined);
  const fence = text.lastIndexOf("---", layout.bodyStart - 1);
  if (added.length > 0)
    edits.push({
      start: fence,
      end: fence,
      text: added.map(([key, value]) => renderEntry(key, value, "", newline)).join(""),
    });
  if (manifest.body !== parsed.body)
    edits.push({ start: layout.bodyStart, end: text.length, text: renderBody(manifest.body, newline) });
  return applyEdits(text, edits);
}

/** The whole file from scratch. */
function renderSkill(fields: ReadonlyMap<string, FrontmatterValue>, body: string): string {
  const entries = [...fields].map(([key, value]) => renderEntry(key, value, "", "\n"));
  return `---\n${entries.join("")}---\n${renderBody(body, "\n")}`;
}

/** True if the manifest says nothing that its file, which has no readable frontmatter, does not say already. */
function isUntouched(manifest: SkillManifest): boolean {
  return manifest.raw !== "" && fieldsOf(manifest).size === 0 && readSkill(manifest.raw, {}).manifest.body === manifest.body;
}

interface Original {
  readonly text: string;
  readonly layout: SkillLayout;
  readonly parsed: SkillManifest;
}

/** Only what stops a file from being YAML is mended before it is edited. */
const SYNTAX_ONLY: RuleSettings = Object.fromEntries(
  Object.entries(DIAGNOSTIC_CODES).map(([code, { group }]) => [code, group === "syntax" ? "error" : "off"]),
);

/** The file as text that can be edited entry by entry; null if it has no frontmatter that can be read. */
function readOriginal(raw: string): Original | null {
  const { text } = fixSkill(raw, { rules: SYNTAX_ONLY });
  const { manifest, layout } = readSkill(text, {});
  return layout.readable ? { text, layout, parsed: manifest } : null;
}

/** The fields of a manifest as a frontmatter holds them. */
function fieldsOf(manifest: SkillManifest): Map<string, FrontmatterValue> {
  const fields = new Map<string, FrontmatterValue>();
  const { name, description, license, compatibility, metadata, allowedTools, extra } = manifest;
  if (name !== "") fields.set("name", name);
  if (description !== "") fields.set("description", description);
  if (license !== undefined) fields.set("license", license);
  if (compatibility !== undefined) fields.set("compatibility", compatibility);
  if (Object.keys(metadata).length > 0) fields.set("metadata", { ...metadata });
  if (allowedTools !== undefined) fields.set("allowed-tools", allowedTools.join(" "));
  for (const key of Object.keys(extra)) fields.set(key, extra[key] as FrontmatterValue);
  return fields;
}

function isSame(a: FrontmatterValue, b: FrontmatterValue | undefined): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

function replaceEntry(text: string, entry: FrontmatterEntry, value: FrontmatterValue, newline: string): TextEdit {
  const source = text.slice(entry.valueStart, endOfEntry(text, entry));
  const comment = entry.commentAt < 0 ? "" : ` ${text.slice(entry.commentAt, entry.end).trimEnd()}`;
  const rendered = renderEntry(entry.key, value, source, newline).trimEnd() + comment + newline;
  return { start: entry.keyStart, end: endOfEntry(text, entry), text: rendered };
}

/** One key with its value, in the quoting style that `source` starts with. */
function renderEntry(key: string, value: FrontmatterValue, source: string, newline: string): string {
  const document = new Document({ [key]: value });
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

function renderBody(body: string, newline: string): string {
  return body === "" ? "" : newline + body.replaceAll(/\r?\n/g, newline) + newline;
}
