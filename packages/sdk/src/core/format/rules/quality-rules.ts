import { type SkillLayout } from "../layout.ts";
import { spanOf } from "../entry-text.ts";
import { findEntry } from "../yaml/entry.ts";
import type { Reporter } from "../reporter.ts";
import type { SkillFile, SkillManifest } from "../types.ts";
import { checkBodySize } from "./body-rules.ts";
import { descriptionQualityProblems } from "./description-rules.ts";
import { checkFiles } from "./file-rules.ts";
import { checkHiddenText } from "./hidden-text-rules.ts";
import { checkLinks } from "./link-rules.ts";
import { readMarkdown } from "./markdown.ts";

/** What the quality rules look at. */
export interface QualityRuleContext {
  readonly manifest: SkillManifest;
  readonly layout: SkillLayout;
  /** Every other file of the skill; undefined if the caller did not list them. */
  readonly files: readonly SkillFile[] | undefined;
  readonly reporter: Reporter;
}

/** Whether a model can choose the skill well, read it cheaply and trust what it reads. */
export function checkQuality(context: QualityRuleContext): void {
  const { manifest, layout, files, reporter } = context;
  const markdown = readMarkdown(manifest.raw, layout.bodyStart);
  checkHiddenText(manifest.raw, markdown, reporter);
  if (!layout.readable) return;
  const place = spanOf(manifest.raw, findEntry(layout.entries, "description"));
  for (const { code, message } of descriptionQualityProblems(manifest.description)) {
    reporter.report(code, { message, field: "description", ...place });
  }
  checkBodySize(manifest, layout.bodyStart, reporter);
  checkLinks(markdown, files, reporter);
  if (files !== undefined) checkFiles(markdown, files, reporter);
}
