import type { Diagnostic, TextEdit } from "../diagnostic.ts";
import { applyEdits, isSameEdit } from "./apply-edits.ts";
import { lintSkill } from "./lint-skill.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { FixSkillResult, LintSkillOptions } from "./types.ts";

/** One fix can bring another to light; none needs more rounds than this. */
const MOST_ROUNDS = 10;

/** Applies every fix there is, until there are none. Edits are minimal, the body is never touched. */
export function fixSkill(raw: string, options: LintSkillOptions = {}): FixSkillResult {
  // The reference only judges; what can be mended is what the prose finds.
  const profile = options.profile === "reference" ? "spec" : options.profile;
  const lintOptions: LintSkillOptions = { ...options, ...(profile && { profile }), quality: false };
  let text = raw;
  const fixed: Diagnostic[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { edits, applied } = collectEdits(lintSkill(text, lintOptions).diagnostics);
    if (edits.length === 0) break;
    const next = applyEdits(text, edits);
    if (next === text || !keepsBody(text, next)) break;
    text = next;
    fixed.push(...applied);
  }
  return { text, fixed };
}

/** The fixes that do not touch each other; the others have their turn in the next round. */
function collectEdits(diagnostics: readonly Diagnostic[]): { edits: TextEdit[]; applied: Diagnostic[] } {
  const edits: TextEdit[] = [];
  const applied: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const wanted = diagnostic.fix?.edits;
    if (wanted === undefined) continue;
    const fresh = wanted.filter((edit) => !edits.some((other) => isSameEdit(edit, other)));
    if (fresh.some((edit) => edits.some((other) => overlaps(edit, other)))) continue;
    edits.push(...fresh);
    applied.push(diagnostic);
  }
  return { edits, applied };
}

/** Edits that touch count as overlapping: their order would matter. */
function overlaps(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Fixes are about frontmatters. A fix that would change a body is a fault of ours, and is not applied. */
function keepsBody(before: string, after: string): boolean {
  const split = splitFrontmatter(before);
  // Without a closing fence there is no body yet to keep.
  if (split.state !== "closed") return true;
  const next = splitFrontmatter(after);
  return next.state === "closed" && before.slice(split.bodyStart) === after.slice(next.bodyStart);
}
