import type { Diagnostic } from "../diagnostic.ts";
import { DIAGNOSTIC_CODES } from "./codes.ts";
import type { SkillLayout } from "./layout.ts";
import { readSkill } from "./parse-skill.ts";
import { fieldsOf } from "./render-skill.ts";
import { isSameValue } from "./same-value.ts";
import type { FrontmatterValue, SkillManifest } from "./types.ts";

/** A SKILL.md as fixes see it. */
export interface FixableSkill {
  readonly manifest: SkillManifest;
  readonly layout: SkillLayout;
}

/**
 * True if a file says after a fix what it said before, but for what the fix is about. A fix that does more is a fault of
 * ours, and is not applied.
 */
export function keepsMeaning(before: FixableSkill, after: string, diagnostic: Diagnostic): boolean {
  const { manifest, layout } = readSkill(after, {});
  if (countSyntaxErrors(layout) > countSyntaxErrors(before.layout) || (before.layout.readable && !layout.readable))
    return false;
  // Without a closing fence, or with a frontmatter that could not be read, there was nothing yet to keep.
  if (!before.layout.readable) return true;
  if (manifest.body !== before.manifest.body) return false;
  const fields = fieldsOf(manifest);
  const expected = fieldsOf(before.manifest);
  const about = aboutOf(diagnostic, before.manifest, manifest);
  for (const field of new Set([...fields.keys(), ...expected.keys()])) {
    if (!about.has(field) && !isSameValue(fields.get(field), expected.get(field))) return false;
  }
  return true;
}

/** The fields that a fix may change. What is read after a repair is what was read before it. */
function aboutOf(
  { code, field = "", fix }: Diagnostic,
  before: SkillManifest,
  after: SkillManifest,
): ReadonlySet<string> {
  if (code.startsWith("name-")) return new Set(["name"]);
  if (code === "compatibility-empty") return new Set(["compatibility"]);
  if (code === "metadata-value-type") return new Set(isQuotedMetadata(before, after) ? ["metadata"] : []);
  if (code === "client-field-type")
    return isSameValue(dialectOf(before), dialectOf(after)) ? new Set([field]) : new Set();
  if (code === "field-misspelled") return new Set(renamed(field, fix?.edits[0]?.text, before, after));
  return new Set();
}

/** True if all that happened to the metadata is that numbers and booleans became texts. */
function isQuotedMetadata({ metadata: before }: SkillManifest, { metadata: after }: SkillManifest): boolean {
  const keys = Object.keys(before);
  if (keys.length !== Object.keys(after).length) return false;
  return keys.every((key) => {
    const value = before[key];
    const quoted = (typeof value === "number" || typeof value === "boolean") && typeof after[key] === "string";
    return Object.hasOwn(after, key) && (quoted || isSameValue(value, after[key]));
  });
}

function dialectOf(manifest: SkillManifest): FrontmatterValue {
  return manifest.dialect as { [property: string]: FrontmatterValue };
}

/** The old and the new name of a field, if nothing else came of renaming it. */
function renamed(field: string, target: string | undefined, before: SkillManifest, after: SkillManifest): string[] {
  const old = fieldsOf(before);
  const fresh = fieldsOf(after);
  const added = [...fresh.keys()].filter((key) => !old.has(key));
  return !fresh.has(field) && target !== undefined && added.every((key) => key === target) ? [field, target] : [];
}

function countSyntaxErrors({ diagnostics }: SkillLayout): number {
  return diagnostics.filter(({ code }) => DIAGNOSTIC_CODES[code].group === "syntax").length;
}
