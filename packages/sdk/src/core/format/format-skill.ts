import type { TextEdit } from "../diagnostic.ts";
import { SkillError } from "../errors.ts";
import { applyEdits } from "./apply-edits.ts";
import { DIAGNOSTIC_CODES } from "./codes.ts";
import { endOfEntry, startsLine } from "./entry-text.ts";
import { fixSkill } from "./fix-skill.ts";
import type { SkillLayout } from "./layout.ts";
import { readSkill } from "./parse-skill.ts";
import { fieldsOf, renderBody, renderEntry, renderFields, renderSkill } from "./render-skill.ts";
import { isSameValue } from "./same-value.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { FrontmatterValue, RuleSettings, SkillManifest } from "./types.ts";
import { findEntry, type FrontmatterEntry } from "./yaml/entry.ts";

export interface FormatSkillOptions {
  /** As for `parseSkill`: the parser that the manifest's file was read with. */
  readonly parseYaml?: (text: string) => unknown;
}

/**
 * Writes a SKILL.md. Where the manifest has its file (`raw`), everything that did not change stays as it was, byte by
 * byte: comments, order, quotes, line ends. Without one the fields come in the order of the specification. Throws
 * `frontmatter-unreadable` if a field changed in a file whose frontmatter cannot be read.
 */
export function formatSkill(manifest: SkillManifest, options: FormatSkillOptions = {}): string {
  const { raw } = manifest;
  const wanted = normalize(manifest);
  if (raw === "") return renderSkill(wanted);
  const original = readSkill(raw, options);
  const sameBody = normalize(original.manifest).body === wanted.body;
  if (hasSameFields(original.manifest, wanted)) return sameBody ? raw : replaceBody(raw, original.layout, wanted.body);
  const { state } = splitFrontmatter(raw);
  if (state === "absent")
    return renderFrontmatter(fieldsOf(wanted), "\n") + (sameBody ? `\n${raw}` : renderBody(wanted.body, "\n"));
  // Changes are made to YAML; what stops the file from being YAML is mended first.
  const text = fixSkill(raw, { rules: SYNTAX_ONLY }).text;
  const { manifest: parsed, layout } = readSkill(text, {});
  if (!layout.readable) {
    throw new SkillError(
      "frontmatter-unreadable",
      "The frontmatter cannot be read, so that changing a field of it would lose the others.",
    );
  }
  const edited = sameBody ? text : replaceBody(text, layout, wanted.body);
  return editFields(edited, layout, parsed, wanted) ?? rewriteFields(edited, layout, parsed, wanted);
}

/** The manifest as it would be read back: texts trimmed, one kind of line break. */
function normalize(manifest: SkillManifest): SkillManifest {
  const { name, description, license, compatibility, body } = manifest;
  return {
    ...manifest,
    name: name.trim(),
    description: description.trim(),
    license: license?.trim(),
    compatibility: compatibility?.trim(),
    body: body.replaceAll("\r\n", "\n").trim(),
  };
}

function replaceBody(text: string, layout: SkillLayout, body: string): string {
  return text.slice(0, layout.bodyStart) + renderBody(body, newlineOf(text, layout.bodyStart));
}

/** Only what stops a file from being YAML. */
const SYNTAX_ONLY: RuleSettings = Object.fromEntries(
  Object.entries(DIAGNOSTIC_CODES).map(([code, { group }]) => [code, group === "syntax" ? "error" : "off"]),
);

function hasSameFields(a: SkillManifest, b: SkillManifest): boolean {
  const fields = fieldsOf(a);
  const others = fieldsOf(b);
  return (
    fields.size === others.size &&
    [...fields].every(([key, value]) => others.has(key) && isSameValue(value, others.get(key)))
  );
}

/** Changes entry by entry; null where the frontmatter is not written in lines, or would not say what is wanted. */
function editFields(text: string, layout: SkillLayout, parsed: SkillManifest, wanted: SkillManifest): string | null {
  const { entries, bodyStart } = layout;
  if (!entries.every((entry) => startsLine(text, entry))) return null;
  const newline = newlineOf(text, bodyStart);
  const before = fieldsOf(parsed);
  const after = fieldsOf(wanted);
  const edits: TextEdit[] = [];
  for (const entry of entries) {
    const { key } = entry;
    const value = after.get(key);
    if (value === undefined) {
      if (before.has(key)) edits.push({ start: entry.keyStart, end: endOfEntry(text, entry), text: "" });
    } else if (!isSameValue(value, before.get(key))) edits.push(replaceEntry(text, entry, value, newline));
  }
  const added = [...after].filter(([key]) => findEntry(entries, key) === undefined);
  const fence = text.lastIndexOf("---", bodyStart - 1);
  if (added.length > 0)
    edits.push({ start: fence, end: fence, text: renderFields(new Map(added)).replaceAll("\n", newline) });
  const edited = applyEdits(text, edits);
  const again = readSkill(edited, { repair: false });
  return again.layout.readable && hasSameFields(again.manifest, wanted) ? edited : null;
}

/** A comment behind the value stays there, or goes above where the new value takes several lines. */
function replaceEntry(text: string, entry: FrontmatterEntry, value: FrontmatterValue, newline: string): TextEdit {
  const end = endOfEntry(text, entry);
  const source = text.slice(entry.valueStart, end);
  const behind = entry.valueEnd < 0 ? "" : text.slice(entry.valueEnd, end).trim();
  const rendered = renderEntry(entry.key, value, source, newline);
  const lines = rendered.slice(0, -newline.length);
  if (behind === "") return { start: entry.keyStart, end, text: rendered };
  const withComment = lines.includes("\n") ? behind + newline + rendered : `${lines} ${behind}${newline}`;
  return { start: entry.keyStart, end, text: withComment };
}

/** A new frontmatter for what cannot be edited in place. What no manifest holds, such as a wrong type, is carried over. */
function rewriteFields(text: string, layout: SkillLayout, parsed: SkillManifest, wanted: SkillManifest): string {
  const before = fieldsOf(parsed);
  const after = fieldsOf(wanted);
  const fields = new Map<string, FrontmatterValue>();
  for (const { key, value } of layout.entries) {
    const kept = before.has(key) ? after.get(key) : (after.get(key) ?? value);
    if (kept !== undefined) fields.set(key, kept);
  }
  for (const [key, value] of after) fields.set(key, value);
  return renderFrontmatter(fields, newlineOf(text, layout.bodyStart)) + text.slice(layout.bodyStart);
}

function renderFrontmatter(fields: ReadonlyMap<string, FrontmatterValue>, newline: string): string {
  return `---\n${renderFields(fields)}---\n`.replaceAll("\n", newline);
}

function newlineOf(text: string, bodyStart: number): string {
  return text.slice(0, bodyStart).includes("\r\n") ? "\r\n" : "\n";
}
