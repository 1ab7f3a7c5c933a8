import type { TextEdit } from "../../diagnostic.ts";
import type { Span } from "../entry-text.ts";
import type { FrontmatterValue } from "../types.ts";
import { findEntry, type FrontmatterEntry } from "../yaml/entry.ts";
import { quoteScalar } from "../yaml/quote.ts";
import { childSpans } from "./child-spans.ts";
import type { FieldRuleContext } from "./field-rules.ts";
import { firstFew } from "./first-few.ts";
import { shorten } from "./shorten.ts";

/** How many values are shown in full; the rest is counted. */
const MOST_SHOWN = 20;

/** The metadata: texts only. */
export function checkMetadata({ manifest, layout, reporter }: FieldRuleContext): void {
  const { metadata, raw } = manifest;
  const wrong = keysOfOtherValues(metadata);
  if (wrong.length === 0) return;
  const entry = findEntry(layout.entries, "metadata");
  // Only values that can be quoted need their exact place.
  const children = entry && wrong.some((key) => !isStructure(metadata[key])) ? childSpans(raw, entry) : undefined;
  const quote = (key: string): TextEdit | undefined => {
    const span = isStructure(metadata[key]) ? undefined : children?.get(key)?.value;
    return span && { ...span, text: quoteScalar(raw.slice(span.start, span.end)) };
  };
  firstFew(wrong, MOST_SHOWN, (key, more) => {
    const value = metadata[key];
    const field = `metadata.${key}`;
    const edit = quote(key);
    const place = edit ?? children?.get(key)?.key ?? findMention(raw, entry, key);
    // Values that are not shown are mended along with the last one that is.
    const others = more === "" ? [] : wrong.slice(MOST_SHOWN).map(quote);
    const edits = [edit, ...others].filter((one) => one !== undefined);
    const title = edits.length > 1 ? "Quote the values" : "Quote the value";
    reporter.report("metadata-value-type", {
      message: `\`${shorten(field)}\` must be text${whatToDo(value, edit)}${more}`,
      field,
      start: place?.start,
      end: place?.end,
      fix: edits.length > 0 ? { title, edits } : undefined,
    });
  });
}

function keysOfOtherValues(metadata: { readonly [key: string]: FrontmatterValue }): string[] {
  const keys: string[] = [];
  for (const key in metadata) if (typeof metadata[key] !== "string" && Object.hasOwn(metadata, key)) keys.push(key);
  return keys;
}

function isStructure(value: FrontmatterValue | undefined): boolean {
  return value === null || typeof value === "object";
}

function whatToDo(value: FrontmatterValue | undefined, edit: TextEdit | undefined): string {
  if (value === null) return ", and is empty.";
  if (typeof value === "object") return "; clients that follow the specification read nothing else.";
  return `: write ${shorten(edit?.text ?? quoteScalar(String(value)))}.`;
}

/** Where a key is mentioned inside an entry: near enough to point at. */
function findMention(raw: string, entry: FrontmatterEntry | undefined, key: string): Span | undefined {
  if (entry === undefined) return undefined;
  for (let at = raw.indexOf(key, entry.keyEnd); at >= 0 && at < entry.end; at = raw.indexOf(key, at + 1)) {
    if (" \n\"'{,".includes(raw.charAt(at - 1)) && ":\"'".includes(raw.charAt(at + key.length)))
      return { start: at, end: at + key.length };
  }
  return { start: entry.keyStart, end: entry.keyEnd };
}
