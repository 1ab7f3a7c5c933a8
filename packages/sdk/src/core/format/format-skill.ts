import type { TextEdit } from "../diagnostic.ts";
import { applyEdits } from "./apply-edits.ts";
import { DIAGNOSTIC_CODES } from "./codes.ts";
import { endOfEntry, ownsLines } from "./entry-text.ts";
import { fixSkill } from "./fix-skill.ts";
import type { SkillLayout } from "./layout.ts";
import { readSkill } from "./parse-skill.ts";
import { fieldsOf, renderBody, renderEntry, renderFields, renderSkill } from "./render-skill.ts";
import type { FrontmatterValue, RuleSettings, SkillManifest } from "./types.ts";
import { findEntry, type FrontmatterEntry } from "./yaml/entry.ts";

/**
 * Writes a SKILL.md. Where the manifest has its file (`raw`), everything that did not change stays as it was, byte by
 * byte: comments, order, quotes, line ends. Without one the fields come in the order of the specification.
 */
export function formatSkill(manifest: SkillManifest): string {
  if (manifest.raw === "") return renderSkill(manifest);
  const original = readSkill(manifest.raw, {});
  if (says(original.manifest, manifest)) return manifest.raw;
  // Changes are made to YAML; what stops the file from being YAML is mended first.
  const text = fixSkill(manifest.raw, { rules: SYNTAX_ONLY }).text;
  const { manifest: parsed, layout } = readSkill(text, {});
  if (!layout.readable) return renderSkill(manifest);
  const edited = editFields(text, layout, parsed, manifest);
  if (edited !== null && says(readSkill(edited, {}).manifest, manifest)) return edited;
  return rewriteFields(text, layout, parsed, manifest);
}

/** Only what stops a file from being YAML. */
const SYNTAX_ONLY: RuleSettings = Object.fromEntries(
  Object.entries(DIAGNOSTIC_CODES).map(([code, { group }]) => [code, group === "syntax" ? "error" : "off"]),
);

/** True if two manifests have the same fields and the same body. */
function says(a: SkillManifest, b: SkillManifest): boolean {
  const fields = fieldsOf(a);
  const others = fieldsOf(b);
  return (
    a.body === b.body &&
    fields.size === others.size &&
    [...fields].every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  );
}

function isSame(a: FrontmatterValue, b: FrontmatterValue | undefined): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** Changes entry by entry; null where the frontmatter is not written in lines, or something refers to something. */
function editFields(text: string, layout: SkillLayout, parsed: SkillManifest, wanted: SkillManifest): string | null {
  const { entries, bodyStart } = layout;
  if (!entries.every((entry) => ownsLines(text, entry))) return null;
  const newline = newlineOf(text, bodyStart);
  const before = fieldsOf(parsed);
  const after = fieldsOf(wanted);
  const edits: TextEdit[] = [];
  for (const entry of entries) {
    const { key } = entry;
    const value = after.get(key);
    if (value === undefined) {
      if (before.has(key)) edits.push({ start: entry.keyStart, end: endOfEntry(text, entry), text: "" });
    } else if (!isSame(value, before.get(key))) edits.push(replaceEntry(text, entry, value, newline));
  }
  const added = [...after].filter(([key]) => findEntry(entries, key) === undefined);
  const fence = text.lastIndexOf("---", bodyStart - 1);
  if (added.length > 0)
    edits.push({ start: fence, end: fence, text: renderFields(new Map(added)).replaceAll("\n", newline) });
  if (wanted.body !== parsed.body)
    edits.push({ start: bodyStart, end: text.length, text: renderBody(wanted.body, newline) });
  return applyEdits(text, edits);
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

/** A new frontmatter with the body as it was: for what cannot be edited in place. */
function rewriteFields(text: string, layout: SkillLayout, parsed: SkillManifest, wanted: SkillManifest): string {
  const newline = newlineOf(text, layout.bodyStart);
  const body = wanted.body === parsed.body ? text.slice(layout.bodyStart) : renderBody(wanted.body, newline);
  return `---${newline}${renderFields(fieldsOf(wanted)).replaceAll("\n", newline)}---${newline}${body}`;
}

function newlineOf(text: string, bodyStart: number): string {
  return text.slice(0, bodyStart).includes("\r\n") ? "\r\n" : "\n";
}
