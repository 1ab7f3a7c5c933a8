import type { Fix } from "../../diagnostic.ts";
import { codePointLength, exceedsCodePoints } from "../code-points.ts";
import { DIALECT_FIELDS, isDialectField } from "../dialect.ts";
import { endOfEntry, endOfLineValue, type SkillLayout } from "../layout.ts";
import { findEntry } from "../yaml/entry.ts";
import type { Reporter } from "../reporter.ts";
import type { SkillManifest } from "../types.ts";
import type { FrontmatterEntry } from "../yaml/entry.ts";
import { resolvePlainScalar } from "../yaml/plain-scalar.ts";
import { quoteScalar } from "../yaml/quote.ts";
import { descriptionProblems, vendorDescriptionProblems } from "./description-rules.ts";
import { closestWord } from "./closest-word.ts";
import { isSameName, nameProblems, suggestName, vendorNameProblems } from "./name-rules.ts";

/** What the rules about fields look at. */
export interface FieldRuleContext {
  readonly manifest: SkillManifest;
  readonly layout: SkillLayout;
  readonly directory: string | undefined;
  readonly reporter: Reporter;
}

export const SPEC_FIELDS: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];
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
  for (const { code, message } of problems)
    reporter.report(code, { message, field: "name", ...span, fix });
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
  const text = named ? `name: ${isPlainText(directory) ? directory : quoteScalar(directory)}${newline}` : "";
  const fix = named ? { title: `Name it ${directory}`, edits: [{ start, end: start, text }] } : undefined;
  reporter.report("name-missing", { message, field: "name", start, end: start, fix });
}

/** The folder's name if it is a valid one; otherwise the written name made valid. */
function nameFix(context: FieldRuleContext, entry: FrontmatterEntry | undefined): Fix | undefined {
  const { manifest, directory } = context;
  const folder = directory !== undefined && nameProblems(directory).length === 0 ? directory : undefined;
  const text = folder ?? suggestName(manifest.name);
  if (entry === undefined || text === undefined || text === manifest.name) return undefined;
  const end = endOfLineValue(manifest.raw, entry);
  const source = manifest.raw.slice(entry.valueStart, end);
  // A name over several lines is nothing to mend by machine.
  if (/^[|>]/.test(source) || manifest.raw.slice(end, endOfEntry(manifest.raw, entry)).trim().replace(/^#.*/, "") !== "") return undefined;
  const gap = manifest.raw.charAt(entry.valueStart - 1) === ":" ? " " : "";
  const written = gap + (isPlainText(text) ? text : quoteScalar(text));
  return { title: `Name it ${text}`, edits: [{ start: entry.valueStart, end, text: written }] };
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
    reporter.report("description-missing", { message, field, start: layout.frontmatterStart, end: layout.frontmatterStart });
    return;
  }
  for (const { code, message } of descriptionProblems(manifest.description)) {
    reporter.report(code, { message, field, ...spanOf(manifest.raw, findEntry(layout.entries, field)) });
  }
}

/** The compatibility note: one to five hundred characters if it is there. */
export function checkCompatibility({ manifest, layout, reporter }: FieldRuleContext): void {
  const { compatibility, raw } = manifest;
  if (compatibility === undefined || (compatibility !== "" && !exceedsCodePoints(compatibility, MAX_COMPATIBILITY_LENGTH))) return;
  const field = "compatibility";
  const entry = findEntry(layout.entries, field);
  if (compatibility === "") {
    const message = "`compatibility` is empty; leave it out unless the skill needs something of its environment.";
    const fix = entry && { title: "Remove the empty field", edits: [{ start: entry.keyStart, end: endOfEntry(raw, entry), text: "" }] };
    reporter.report("compatibility-empty", { message, field, ...spanOf(raw, entry), fix });
  } else {
    const message = `The compatibility note has ${codePointLength(compatibility)} characters; ${MAX_COMPATIBILITY_LENGTH} are allowed.`;
    reporter.report("compatibility-too-long", { message, field, ...spanOf(raw, entry) });
  }
}

/** The metadata: texts only. */
export function checkMetadata({ manifest, layout, reporter }: FieldRuleContext): void {
  const { metadata, raw } = manifest;
  for (const key in metadata) {
    const value = metadata[key];
    if (typeof value === "string" || !Object.hasOwn(metadata, key)) continue;
    const field = `metadata.${key}`;
    const place = findNested(raw, findEntry(layout.entries, "metadata"), key);
    if (typeof value === "object" && value !== null) {
      reporter.report("metadata-value-type", {
        message: `\`${field}\` must be text; clients that follow the specification read nothing else.`,
        field,
        start: place?.start,
        end: place?.end,
      });
      continue;
    }
    const span = place && (findLineValue(raw, place.end) ?? place);
    const exact = span !== place && span !== undefined;
    const quoted = exact ? quoteScalar(raw.slice(span.start, span.end)) : `"${String(value ?? "")}"`;
    const fix = exact ? { title: "Quote the value", edits: [{ ...span, text: quoted }] } : undefined;
    reporter.report("metadata-value-type", {
      message: `\`${field}\` must be text: write ${quoted}.`,
      field,
      ...span,
      fix,
    });
  }
}

/** Fields that neither the specification nor the common clients know. */
export function checkUnknownFields({ manifest, layout, reporter }: FieldRuleContext): void {
  const { extra } = manifest;
  for (const field in extra) {
    if (!Object.hasOwn(extra, field) || isDialectField(field)) continue;
    const entry = findEntry(layout.entries, field);
    const meant = misspelled(field);
    if (meant === undefined || findEntry(layout.entries, meant) !== undefined) {
      const message = `\`${field}\` is not a field that the specification knows; put it under \`metadata\` if no client needs it.`;
      reporter.report("unknown-field", { message, field, start: entry?.keyStart, end: entry?.keyEnd });
      continue;
    }
    const message = `\`${field}\` is not a known field; did you mean \`${meant}\`?`;
    const fix = entry && { title: `Rename to ${meant}`, edits: [{ start: entry.keyStart, end: entry.keyEnd, text: meant }] };
    reporter.report("field-misspelled", { message, field, start: entry?.keyStart, end: entry?.keyEnd, fix });
  }
}

/** Words that are near a field and mean something of their own, so that a guess would be wrong. */
const OWN_WORDS: ReadonlySet<string> = new Set(["path", "agents", "models", "names", "hook", "argument", "contexts"]);
const MISSPELLINGS: ReadonlyMap<string, string> = new Map([
  ["user-invokable", "user-invocable"],
  ["allowed_tools", "allowed-tools"],
  ["allowedTools", "allowed-tools"],
  ["disallowed_tools", "disallowed-tools"],
  ["disallowedTools", "disallowed-tools"],
  ["disable_model_invocation", "disable-model-invocation"],
  ["user_invocable", "user-invocable"],
  ["argument_hint", "argument-hint"],
  ["when-to-use", "when_to_use"],
  ["licence", "license"],
]);

/** Guesses made so far: the same unknown fields come up in file after file. */
const guesses = new Map<string, string | undefined>(MISSPELLINGS);
const MOST_GUESSES = 1_000;

function misspelled(field: string): string | undefined {
  if (guesses.has(field)) return guesses.get(field);
  const guess =
    field.length < 4 || OWN_WORDS.has(field) ? undefined : closestWord(field, KNOWN_FIELDS, field.length < 8 ? 1 : 2);
  if (guesses.size < MOST_GUESSES) guesses.set(field, guess);
  return guess;
}

const KNOWN_FIELDS: readonly string[] = [...SPEC_FIELDS, ...DIALECT_FIELDS];

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

/** The first line of a value, or its key where the value is empty or stands below. */
export function spanOf(raw: string, entry: FrontmatterEntry | undefined): { start: number; end: number } | undefined {
  if (entry === undefined) return undefined;
  const end = endOfLineValue(raw, entry);
  return end > entry.valueStart ? { start: entry.valueStart, end } : { start: entry.keyStart, end: entry.keyEnd };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a key one level below an entry stands; the entry's own key where that is not plain to see. */
function findNested(raw: string, entry: FrontmatterEntry | undefined, key: string): Span | undefined {
  if (entry === undefined) return undefined;
  for (let at = raw.indexOf(key, entry.keyEnd); at >= 0 && at < entry.end; at = raw.indexOf(key, at + 1)) {
    if (BEFORE_KEY.includes(raw.charAt(at - 1)) && AFTER_KEY.includes(raw.charAt(at + key.length))) return { start: at, end: at + key.length };
  }
  return { start: entry.keyStart, end: entry.keyEnd };
}

const BEFORE_KEY = " \n\"'{,";
const AFTER_KEY = ":\"'";

/** A plain value alone on the line of the key that ends at `keyEnd`. */
const LINE_VALUE = /:[ ]+([^\s#"'[{|>&*!,][^#,\r\n]*?)[ ]*(?:#.*)?\r?$/my;

function findLineValue(raw: string, keyEnd: number): Span | undefined {
  LINE_VALUE.lastIndex = keyEnd;
  const match = LINE_VALUE.exec(raw);
  if (match?.[1] === undefined) return undefined;
  const start = keyEnd + match[0].indexOf(match[1]);
  return { start, end: start + match[1].length };
}
