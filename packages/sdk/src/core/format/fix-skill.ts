import type { Diagnostic, TextEdit } from "../diagnostic.ts";
import { applyEdits, isSameEdit } from "./apply-edits.ts";
import { type FixableSkill, keepsMeaning } from "./keeps-meaning.ts";
import { lintSkill } from "./lint-skill.ts";
import { readSkill } from "./parse-skill.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { FixSkillResult, LintSkillOptions } from "./types.ts";

/** One fix can bring another to light; none needs more rounds than this. */
const MOST_ROUNDS = 20;

/** Applies every fix there is, until there are none. Edits are minimal, the body is never touched. */
export function fixSkill(raw: string, options: LintSkillOptions = {}): FixSkillResult {
  // The reference only judges; what can be mended is what the prose finds.
  const profile = options.profile === "reference" ? "spec" : options.profile;
  const lintOptions: LintSkillOptions = { ...options, ...(profile && { profile }), quality: false };
  let text = raw;
  const fixed: Diagnostic[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { diagnostics } = lintSkill(text, lintOptions);
    const next = applyFixes(text, diagnostics);
    if (next === null || !keepsBody(text, next.text)) break;
    text = next.text;
    fixed.push(...next.applied);
  }
  return { text, fixed };
}

interface Applied {
  readonly text: string;
  readonly applied: Diagnostic[];
}

/** Applies the fixes that do no more than they say and do not touch each other; the rest has its turn in the next round. */
function applyFixes(text: string, diagnostics: readonly Diagnostic[]): Applied | null {
  if (!diagnostics.some(({ fix }) => fix !== undefined)) return null;
  const before = readSkill(text, {});
  const edits: TextEdit[] = [];
  const applied: Diagnostic[] = [];
  let result = text;
  for (const diagnostic of diagnostics) {
    const wanted = diagnostic.fix?.edits;
    if (wanted === undefined) continue;
    const fresh = wanted.filter((edit) => !edits.some((other) => isSameEdit(edit, other)));
    if (fresh.length > 0) {
      if (fresh.some((edit) => edits.some((other) => overlaps(edit, other)))) continue;
      if (!isSafe(before, text, wanted, diagnostic)) continue;
      // Each alone is safe; together they must still give a file that can be read.
      const together = applyEdits(text, [...edits, ...fresh]);
      if (before.layout.readable && applied.length > 0 && !isReadable(together)) continue;
      edits.push(...fresh);
      result = together;
    }
    applied.push(diagnostic);
  }
  return result === text ? null : { text: result, applied };
}

function isSafe(before: FixableSkill, text: string, edits: readonly TextEdit[], diagnostic: Diagnostic): boolean {
  const after = applyEdits(text, edits);
  return after !== text && keepsMeaning(before, after, diagnostic);
}

/** True if nothing is wrong with how a file is written that would come from two fixes at once. */
function isReadable(text: string): boolean {
  const { layout } = readSkill(text, {});
  return layout.readable && !layout.diagnostics.some(({ code }) => code === "yaml-duplicate-key");
}

/** Edits that touch count as overlapping: their order would matter. */
function overlaps(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Every byte after the closing fence stays; without one there is no body yet to keep. */
function keepsBody(before: string, after: string): boolean {
  const split = splitFrontmatter(before);
  if (split.state !== "closed") return true;
  const next = splitFrontmatter(after);
  return next.state === "closed" && before.slice(split.bodyStart) === after.slice(next.bodyStart);
}
