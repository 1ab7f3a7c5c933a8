import type { SkillError, SourceDiagnostic } from "@tradecraft/sdk";
import type { CliIo } from "../io.ts";
import { createProgress } from "../text/progress.ts";
import { type ListedSkill, type Listing, loadListing } from "./load-listing.ts";
import { type MeasureTokensOptions, type SkillTokens, measureTokens } from "./measure-tokens.ts";
import type { Catalog } from "./open-catalog.ts";

/** A skill, and what it costs. */
export interface MeasuredSkill extends ListedSkill {
  readonly tokens: SkillTokens;
}

/** A listing whose skills are measured. */
export interface MeasuredListing extends Listing {
  readonly skills: readonly MeasuredSkill[];
}

/** Lists a catalog and measures its skills, with progress on a terminal. */
export async function measureListing(
  catalog: Catalog,
  io: Pick<CliIo, "stderr">,
  options: MeasureTokensOptions = {},
): Promise<MeasuredListing> {
  const progress = createProgress(io.stderr, { verb: "Measuring" });
  const { skills, diagnostics } = await loadListing(catalog);
  const measured: MeasuredSkill[] = [];
  const entries = skills.map(({ entry }) => entry);
  try {
    for await (const { tokens, failure } of measureTokens(catalog, entries, options)) {
      const skill = skills[measured.length];
      if (skill !== undefined) measured.push({ ...skill, ...(failure && withFailure(skill, failure)), tokens });
      progress.update(measured.length);
    }
  } finally {
    progress.clear();
  }
  return { skills: measured, diagnostics };
}

/** A skill that is listed and cannot be used has a problem that the listing did not see. */
function withFailure({ entry, problems }: ListedSkill, { code, message }: SkillError): Pick<ListedSkill, "problems"> {
  const problem: SourceDiagnostic = {
    code: code === "file-not-text" || code === "file-too-large" ? code : "file-unreadable",
    severity: "error",
    message,
    source: "instructions",
    id: entry.id,
    ...(entry.location !== undefined && { path: entry.location }),
  };
  return { problems: [...problems, problem] };
}

/** Totals over skills; null for a level that was measured nowhere. */
export function sumTokens(skills: readonly MeasuredSkill[]): SkillTokens {
  const sum = (counts: readonly (number | null)[]): number | null =>
    counts.every((count) => count === null) ? null : counts.reduce<number>((all, count) => all + (count ?? 0), 0);
  return {
    catalog: sum(skills.map(({ tokens }) => tokens.catalog)) ?? 0,
    instructions: sum(skills.map(({ tokens }) => tokens.instructions)),
    files: sum(skills.map(({ tokens }) => tokens.files)),
    partial: skills.some(({ tokens }) => tokens.partial),
  };
}
