import type { Diagnostic } from "../diagnostic.ts";
import { weigh } from "./codes.ts";
import { recallLayout, type SkillLayout } from "./layout.ts";
import { readSkill } from "./parse-skill.ts";
import { referenceDiagnostics } from "./reference.ts";
import { Reporter } from "./reporter.ts";
import {
  checkCompatibility,
  checkDescription,
  checkMetadata,
  checkName,
  checkUnknownFields,
  checkVendorRules,
} from "./rules/field-rules.ts";
import { checkQuality } from "./rules/quality-rules.ts";
import type { SkillManifest, ValidateSkillOptions } from "./types.ts";

/**
 * Judges a skill by a named profile: `spec` (the specification's prose), `reference` (its Python reference) or `lenient`
 * (a good client). The verdict is whole: what `parseSkill` reported is in it, with the weight the profile gives it.
 */
export function validateSkill(manifest: SkillManifest, options: ValidateSkillOptions = {}): Diagnostic[] {
  return judgeSkill(manifest, recallLayout(manifest) ?? readLayout(manifest), options, options.quality ?? false);
}

/** As `validateSkill`, for a manifest whose layout is at hand. */
export function judgeSkill(
  manifest: SkillManifest,
  layout: SkillLayout,
  options: ValidateSkillOptions,
  quality: boolean,
): Diagnostic[] {
  const profile = options.profile ?? "spec";
  const found =
    profile === "reference"
      ? referenceDiagnostics(manifest.raw, options.directory)
      : specDiagnostics(manifest, layout, options);
  if (quality) {
    const reporter = new Reporter(manifest.raw);
    checkQuality({ manifest, layout, files: options.files, reporter });
    found.push(...reporter.diagnostics);
  }
  return weigh(found, profile, options.rules);
}

function specDiagnostics(manifest: SkillManifest, layout: SkillLayout, options: ValidateSkillOptions): Diagnostic[] {
  const reporter = new Reporter(manifest.raw, layout.diagnostics);
  if (!layout.readable) return reporter.diagnostics;
  const context = { manifest, layout, directory: options.directory, reporter };
  checkName(context);
  checkDescription(context);
  checkCompatibility(context);
  checkMetadata(context);
  checkUnknownFields(context);
  if (options.vendor !== false) checkVendorRules(context);
  return reporter.diagnostics;
}

const NO_LAYOUT: SkillLayout = { entries: [], frontmatterStart: 0, bodyStart: 0, readable: true, diagnostics: [] };

/** The layout of a manifest that was made or copied by hand: that of its file, if it has one. */
function readLayout(manifest: SkillManifest): SkillLayout {
  return manifest.raw === "" ? NO_LAYOUT : readSkill(manifest.raw, {}).layout;
}
