import { type SkillLayout } from "../layout.ts";
import { spanOf } from "../entry-text.ts";
import { findEntry } from "../yaml/entry.ts";
import { Reporter } from "../reporter.ts";
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
  const { manifest, reporter } = context;
  if (manifest.raw !== "") return checkText(context, manifest.raw);
  // A manifest made by hand has no file: its body is the text, and positions are places in it.
  const own = new Reporter(manifest.body);
  checkText({ ...context, reporter: own }, manifest.body);
  for (const diagnostic of own.diagnostics) reporter.diagnostics.push(diagnostic);
}

function checkText({ manifest, layout, files, reporter }: QualityRuleContext, text: string): void {
  const markdown = readMarkdown(text, layout.bodyStart);
  checkHiddenText(text, markdown, reporter);
  if (!layout.readable) return;
  const place = spanOf(manifest.raw, findEntry(layout.entries, "description"));
  for (const { code, message } of descriptionQualityProblems(manifest.description)) {
    reporter.report(code, { message, field: "description", ...place });
  }
  checkBodySize(manifest, layout.bodyStart, reporter);
  checkLinks(markdown, files, reporter);
  if (files !== undefined) checkFiles(markdown, files, reporter);
}
