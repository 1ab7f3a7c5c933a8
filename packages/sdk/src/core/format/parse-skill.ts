import { rememberLayout, type SkillLayout } from "./layout.ts";
import { readSkillText } from "./parse-frontmatter.ts";
import { readManifest } from "./read-manifest.ts";
import type { Reporter } from "./reporter.ts";
import type { ParseSkillOptions, ParseSkillResult, SkillManifest } from "./types.ts";

/**
 * Reads a SKILL.md. Never throws on content: what is wrong is in `diagnostics`, weighed as profile `spec` weighs it, and
 * whatever could be read is in the manifest.
 */
export function parseSkill(raw: string, options: ParseSkillOptions = {}): ParseSkillResult {
  const { manifest, layout } = readSkill(raw, options);
  rememberLayout(manifest, layout);
  return { manifest, diagnostics: [...layout.diagnostics] };
}

/** As `parseSkill`, with the layout in hand instead of kept aside. */
export function readSkill(
  raw: string,
  options: ParseSkillOptions,
): { manifest: SkillManifest; layout: SkillLayout; reporter: Reporter } {
  const { fences, entries, reporter } = readSkillText(raw, options);
  const { frontmatterStart, bodyStart } = fences;
  const body = fences.state === "closed" ? raw.slice(bodyStart).trim() : raw.trim();
  const manifest = readManifest(entries ?? [], body, raw, reporter);
  const { diagnostics } = reporter;
  const layout: SkillLayout = {
    entries: entries ?? [],
    frontmatterStart,
    bodyStart,
    readable: entries !== null,
    diagnostics,
  };
  return { manifest, layout, reporter };
}
