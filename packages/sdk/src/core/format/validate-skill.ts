import type { Diagnostic } from "../diagnostic.ts";
import { weigh } from "./codes.ts";
import { recallLayout, type SkillLayout } from "./layout.ts";
import { readSkill } from "./parse-skill.ts";
import { referenceDiagnostics } from "./reference.ts";
import { renderSkill } from "./render-skill.ts";
import { Reporter } from "./reporter.ts";
import {
  checkCompatibility,
  checkDescription,
  checkName,
  checkVendorRules,
  type FieldRuleContext,
} from "./rules/field-rules.ts";
import { checkMetadata } from "./rules/metadata-rules.ts";
import { checkUnknownFields } from "./rules/unknown-field-rules.ts";
import { checkQuality } from "./rules/quality-rules.ts";
import type { SkillManifest, ValidateSkillOptions } from "./types.ts";

/**
 * Judges a skill by a named profile: `spec` (the specification's prose), `reference` (its Python reference) or `lenient`
 * (a good client). The verdict is whole: what `parseSkill` reported is in it, with the weight the profile gives it.
 */
export function validateSkill(manifest: SkillManifest, options: ValidateSkillOptions = {}): Diagnostic[] {
  const layout = recallLayout(manifest) ?? readLayout(manifest, options);
  return judgeSkill(
    manifest,
    layout,
    new Reporter(manifest.raw, layout.diagnostics),
    options,
    options.quality ?? false,
  );
}

/** As `validateSkill`, for a manifest whose layout is at hand; `reporter` holds what reading it reported. */
export function judgeSkill(
  manifest: SkillManifest,
  layout: SkillLayout,
  reporter: Reporter,
  options: ValidateSkillOptions,
  quality: boolean,
): Diagnostic[] {
  const profile = options.profile ?? "spec";
  const { directory } = options;
  if (profile === "reference")
    reporter.diagnostics.splice(
      0,
      Infinity,
      ...referenceDiagnostics(manifest.raw === "" ? renderSkill(manifest) : manifest.raw, directory),
    );
  const context = { manifest, layout, directory, reporter };
  if (layout.readable) {
    if (profile !== "reference") checkFields(context);
    if (options.vendor ?? profile !== "reference") checkVendorRules(context);
  }
  if (quality) checkQuality({ manifest, layout, files: options.files, reporter });
  return weigh(reporter.diagnostics, profile, options.rules);
}

/** What the specification says about each field. @see https://agentskills.io/specification */
function checkFields(context: FieldRuleContext): void {
  checkName(context);
  checkDescription(context);
  checkCompatibility(context);
  checkMetadata(context);
  checkUnknownFields(context);
}

const NO_LAYOUT: SkillLayout = { entries: [], frontmatterStart: 0, bodyStart: 0, readable: true, diagnostics: [] };

/** The layout of a manifest that was made or copied by hand: that of its file, if it has one. */
function readLayout(manifest: SkillManifest, options: ValidateSkillOptions): SkillLayout {
  return manifest.raw === "" ? NO_LAYOUT : readSkill(manifest.raw, options).layout;
}
