import type { Diagnostic } from "../diagnostic.ts";
import { readSkill } from "./parse-skill.ts";
import type { LintSkillOptions, ParseSkillResult } from "./types.ts";
import { judgeSkill } from "./validate-skill.ts";

/** Reads and judges a SKILL.md in one go, quality rules included (except under `reference`), sorted by position. */
export function lintSkill(raw: string, options: LintSkillOptions = {}): ParseSkillResult {
  const { manifest, layout, reporter } = readSkill(raw, options);
  const quality = options.quality ?? options.profile !== "reference";
  const diagnostics = judgeSkill(manifest, layout, reporter, options, quality);
  if (options.profile !== "reference" && !isSorted(diagnostics)) diagnostics.sort(byPosition);
  return { manifest, diagnostics };
}

function isSorted(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every((diagnostic, index) => {
    const before = diagnostics[index - 1];
    return before === undefined || byPosition(before, diagnostic) <= 0;
  });
}

/** Findings about the file as a whole come last. */
function byPosition(a: Diagnostic, b: Diagnostic): number {
  const line = (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER);
  return line !== 0 ? line : (a.column ?? 0) - (b.column ?? 0);
}
