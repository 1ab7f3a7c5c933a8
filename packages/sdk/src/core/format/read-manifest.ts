import { joinAllowedTools, splitAllowedTools } from "./allowed-tools.ts";
import { type DialectMismatch, isDialectField, readDialectField } from "./dialect.ts";
import { removeEntry, replaceLineValue, replaceValue, sourceOf, spanOf } from "./entry-text.ts";
import type { Reporter } from "./reporter.ts";
import type { FrontmatterValue, SkillDialect, SkillManifest } from "./types.ts";
import { findEntry, type FrontmatterEntry, setOwn } from "./yaml/entry.ts";
import { quoteScalar } from "./yaml/quote.ts";

/** Most manifests have no fields of some kind; they share this. */
const NO_FIELDS: { readonly [key: string]: never } = Object.freeze({});

/** Makes the manifest; reports each value whose type the specification or the clients do not expect. */
export function readManifest(
  entries: readonly FrontmatterEntry[],
  body: string,
  raw: string,
  reporter: Reporter,
): SkillManifest {
  let extra: { [key: string]: FrontmatterValue } = NO_FIELDS;
  let dialect: SkillDialect = NO_FIELDS;
  const context: FieldContext = { entries, raw, reporter };
  let name = "";
  let description = "";
  let license: string | undefined;
  let compatibility: string | undefined;
  let metadata: { readonly [key: string]: FrontmatterValue } = NO_FIELDS;
  let allowedTools: string[] | undefined;
  for (const { key, value } of entries) {
    switch (key) {
      case "name":
        name = readText(context, key, value) ?? "";
        break;
      case "description":
        description = readText(context, key, value) ?? "";
        break;
      case "license":
        license = readText(context, key, value);
        break;
      case "compatibility":
        compatibility = value === null ? "" : readText(context, key, value);
        break;
      case "metadata":
        metadata = readMetadata(context, value);
        break;
      case "allowed-tools":
        allowedTools = readAllowedTools(context, value);
        break;
      default:
        if (extra === NO_FIELDS) extra = {};
        setOwn(extra, key, value);
        if (isDialectField(key)) {
          if (dialect === NO_FIELDS) dialect = {};
          const mismatch = readDialectField(dialect, key, value, sourceOf(raw, findEntry(entries, key)));
          if (mismatch !== undefined) reportMismatch(context, key, mismatch);
        }
    }
  }
  // Always the same keys in the same order: engines read objects of one shape several times faster.
  return { name, description, license, compatibility, metadata, allowedTools, extra, dialect, body, raw };
}

interface FieldContext {
  readonly entries: readonly FrontmatterEntry[];
  readonly raw: string;
  readonly reporter: Reporter;
}

/** As `String.trim`, and free for what has nothing to trim. */
function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isInk(code: number): boolean {
  return code > 32 && code < 127;
}

function readText(context: FieldContext, key: string, value: FrontmatterValue): string | undefined {
  if (typeof value === "string") return trimmed(value);
  if (value === null) return undefined;
  if (typeof value === "object") {
    report(context, key, `\`${key}\` must be text, not ${Array.isArray(value) ? "a list" : "a mapping"}.`);
    return undefined;
  }
  const source = sourceOf(context.raw, findEntry(context.entries, key));
  const text = source === "" ? String(value) : source;
  const quoted = quoteScalar(text);
  report(
    context,
    key,
    `\`${key}\` must be text; ${text} without quotes is a ${typeof value}. Write ${quoted}.`,
    quoted,
  );
  return text;
}

function readMetadata(context: FieldContext, value: FrontmatterValue): { readonly [key: string]: FrontmatterValue } {
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  const entry = findEntry(context.entries, "metadata");
  context.reporter.report("metadata-type", {
    message: "`metadata` must be a mapping of keys to texts, for example `author: Ada`, indented below it.",
    field: "metadata",
    ...spanOf(context.raw, entry),
  });
  return {};
}

function readAllowedTools(context: FieldContext, value: FrontmatterValue): string[] | undefined {
  const field = "allowed-tools";
  const { raw, reporter } = context;
  const entry = findEntry(context.entries, field);
  if (value === null || (typeof value === "string" && value.trim() === "")) {
    const message = "`allowed-tools` is empty and restricts nothing; remove it, or name the tools.";
    const fix = removeEntry(raw, entry, "Remove the empty field");
    reporter.report("allowed-tools-empty", { message, field, ...spanOf(context.raw, entry), fix });
    return undefined;
  }
  if (typeof value === "string") {
    const tools = splitAllowedTools(value);
    const fix = replaceValue(raw, entry, "Separate the tools with spaces", tools.join(" "));
    if (tools.length > 1 && hasSeparatingComma(value)) {
      const message = `The specification separates tools with spaces: ${tools.join(" ")}`;
      reporter.report("allowed-tools-commas", { message, field, ...spanOf(context.raw, entry), fix });
    }
    reportUnbalanced(context, tools, entry);
    return tools;
  }
  if (Array.isArray(value) && value.every(isText)) {
    const tools = value.flatMap((item) => splitAllowedTools(String(item)));
    const advice = tools.length === 0 ? "." : `: ${tools.join(" ")}`;
    const message = `The specification wants one text with spaces between the tools${advice}`;
    // An empty list allows nothing, and an empty text would allow everything.
    const text = tools.length === 0 ? undefined : joinAllowedTools(tools);
    const fix = text === undefined ? undefined : replaceValue(raw, entry, "Write the list as one text", text);
    reporter.report("allowed-tools-type", { message, field, ...spanOf(raw, entry), fix });
    reportUnbalanced(context, tools, entry);
    return tools;
  }
  report(context, field, "`allowed-tools` must be one text with spaces between the tools.");
  // What cannot be understood must not read as no restriction.
  return Array.isArray(value) ? value.filter(isText).map((item) => String(item)) : [];
}

function isText(value: FrontmatterValue): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function reportUnbalanced(context: FieldContext, tools: readonly string[], entry: FrontmatterEntry | undefined): void {
  const unbalanced = tools.find((tool) => tool.includes("(") && !tool.endsWith(")"));
  if (unbalanced === undefined) return;
  const message = `The pattern in ${JSON.stringify(unbalanced)} has no closing parenthesis, so it covers the rest of the text.`;
  context.reporter.report("allowed-tools-unbalanced", {
    message,
    field: "allowed-tools",
    ...spanOf(context.raw, entry),
  });
}

function hasSeparatingComma(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth <= 0) return true;
  }
  return false;
}

function reportMismatch(context: FieldContext, key: string, mismatch: DialectMismatch): void {
  const { rewrite, expected } = mismatch;
  const entry = findEntry(context.entries, key);
  const message = `\`${key}\` should be ${expected}${rewrite === undefined ? "." : `: write ${rewrite}.`}`;
  const fix = rewrite === undefined ? undefined : replaceLineValue(context.raw, entry, `Write ${rewrite}`, rewrite);
  context.reporter.report("client-field-type", { message, field: key, ...spanOf(context.raw, entry), fix });
}

function report(context: FieldContext, field: string, message: string, rewrite?: string): void {
  const entry = findEntry(context.entries, field);
  const fix = rewrite === undefined ? undefined : replaceLineValue(context.raw, entry, "Quote the value", rewrite);
  context.reporter.report("field-type", { message, field, ...spanOf(context.raw, entry), fix });
}
