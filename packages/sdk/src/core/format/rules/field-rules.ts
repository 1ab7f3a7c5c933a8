import type { Fix } from "../../diagnostic.ts";
import { codePointLength, exceedsCodePoints } from "../code-points.ts";
import { ownsLines, removeEntry, replaceLineValue, spanOf } from "../entry-text.ts";
import type { SkillLayout } from "../layout.ts";
import type { Reporter } from "../reporter.ts";
import type { SkillManifest } from "../types.ts";
import { findEntry, type FrontmatterEntry } from "../yaml/entry.ts";
import { resolvePlainScalar } from "../yaml/plain-scalar.ts";
import { quoteScalar } from "../yaml/quote.ts";
import { descriptionProblems, vendorDescriptionProblems } from "./description-rules.ts";
import { isSameName, nameProblems, suggestName, vendorNameProblems } from "./name-rules.ts";

/** What the rules about fields look at. */
export interface FieldRuleContext {
  readonly manifest: SkillManifest;
  readonly layout: SkillLayout;
  readonly directory: string | undefined;
  readonly reporter: Reporter;
}

const MAX_COMPATIBILITY_LENGTH = 500;

/** The name: there, well-formed, and the folder's. */
export function checkName(context: FieldRuleContext): void {
  const { manifest, layout, directory, reporter } = context;
  const { name } = manifest;
  if (name === "" && manifest.raw !== "" && findEntry(layout.entries, "name") === undefined) {
    reportMissingName(context);
    return;
  }
  const problems = nameProblems(name);
  const mismatch = name !== "" && directory !== undefined && !isSameName(name, directory);
  if (problems.length === 0 && !mismatch) return;
  const entry = findEntry(layout.entries, "name");
  const span = spanOf(manifest.raw, entry);
  const fix = nameFix(context, entry);
  for (const { code, message } of problems) reporter.report(code, { message, field: "name", ...span, fix });
  if (mismatch) {
    const message = `The name "${name}" and the folder "${directory}" must be the same.`;
    reporter.report("name-directory", { message, field: "name", ...span, fix });
  }
}

function reportMissingName({ manifest, layout, directory, reporter }: FieldRuleContext): void {
  const { frontmatterStart: start } = layout;
  const message = `There is no \`name\`${directory === undefined ? "" : `; the folder is called "${directory}"`}.`;
  const newline = manifest.raw.charAt(start - 2) === "\r" ? "\r\n" : "\n";
  const named = directory !== undefined && nameProblems(directory).length === 0;
  // A line of its own needs a mapping that is written in lines.
  const inLines = layout.entries.length > 0 && layout.entries.every((entry) => ownsLines(manifest.raw, entry));
  const text = named ? `name: ${isPlainText(directory) ? directory : quoteScalar(directory)}${newline}` : "";
  const fix = named && inLines ? { title: `Name it ${directory}`, edits: [{ start, end: start, text }] } : undefined;
  reporter.report("name-missing", { message, field: "name", start, end: start, fix });
}

/** The folder's name if it is a valid one; otherwise the written name made valid. */
function nameFix({ manifest, directory }: FieldRuleContext, entry: FrontmatterEntry | undefined): Fix | undefined {
  const folder = directory !== undefined && nameProblems(directory).length === 0 ? directory : undefined;
  const name = folder ?? suggestName(manifest.name);
  if (name === undefined || name === manifest.name) return undefined;
  return replaceLineValue(manifest.raw, entry, `Name it ${name}`, isPlainText(name) ? name : quoteScalar(name));
}

/** True if a valid name is text to YAML without quotes: it has no signs, but may look like a number or a boolean. */
function isPlainText(name: string): boolean {
  return typeof resolvePlainScalar(name) === "string";
}

/** The description: there, not empty, not too long. */
export function checkDescription({ manifest, layout, reporter }: FieldRuleContext): void {
  const field = "description";
  if (manifest.description === "" && manifest.raw !== "" && findEntry(layout.entries, field) === undefined) {
    const message = "There is no `description`; say what the skill does and when to use it.";
    reporter.report("description-missing", {
      message,
      field,
      start: layout.frontmatterStart,
      end: layout.frontmatterStart,
    });
    return;
  }
  for (const { code, message } of descriptionProblems(manifest.description)) {
    reporter.report(code, { message, field, ...spanOf(manifest.raw, findEntry(layout.entries, field)) });
  }
}

/** The compatibility note: one to five hundred characters if it is there. */
export function checkCompatibility({ manifest, layout, reporter }: FieldRuleContext): void {
  const { compatibility, raw } = manifest;
  if (
    compatibility === undefined ||
    (compatibility !== "" && !exceedsCodePoints(compatibility, MAX_COMPATIBILITY_LENGTH))
  )
    return;
  const field = "compatibility";
  const entry = findEntry(layout.entries, field);
  if (compatibility === "") {
    const message = "`compatibility` is empty; leave it out unless the skill needs something of its environment.";
    const fix = removeEntry(raw, entry, "Remove the empty field");
    reporter.report("compatibility-empty", { message, field, ...spanOf(raw, entry), fix });
  } else {
    const message = `The compatibility note has ${codePointLength(compatibility)} characters; ${MAX_COMPATIBILITY_LENGTH} are allowed.`;
    reporter.report("compatibility-too-long", { message, field, ...spanOf(raw, entry) });
  }
}

/** What vendors ask of names and descriptions. */
export function checkVendorRules({ manifest, layout, reporter }: FieldRuleContext): void {
  for (const { code, message } of vendorNameProblems(manifest.name)) {
    reporter.report(code, { message, field: "name", ...spanOf(manifest.raw, findEntry(layout.entries, "name")) });
  }
  for (const { code, message } of vendorDescriptionProblems(manifest.description)) {
    reporter.report(code, {
      message,
      field: "description",
      ...spanOf(manifest.raw, findEntry(layout.entries, "description")),
    });
  }
}
