import { endOfEntry, ownsLines, type Span } from "../entry-text.ts";
import { findEntry, type FrontmatterEntry } from "../yaml/entry.ts";
import { quoteScalar } from "../yaml/quote.ts";
import type { FieldRuleContext } from "./field-rules.ts";

/** The metadata: texts only. */
export function checkMetadata({ manifest, layout, reporter }: FieldRuleContext): void {
  const { metadata, raw } = manifest;
  for (const key in metadata) {
    const value = metadata[key];
    if (typeof value === "string" || !Object.hasOwn(metadata, key)) continue;
    const field = `metadata.${key}`;
    const entry = findEntry(layout.entries, "metadata");
    if (value === null || typeof value === "object") {
      const message = `\`${field}\` must be text${value === null ? ", and is empty." : "; clients that follow the specification read nothing else."}`;
      const place = findMention(raw, entry, key);
      reporter.report("metadata-value-type", { message, field, start: place?.start, end: place?.end });
      continue;
    }
    const child = entry && findPlainChild(raw, entry, key);
    const place = child ?? findMention(raw, entry, key);
    const quoted = quoteScalar(child === undefined ? String(value) : raw.slice(child.start, child.end));
    const fix = child && { title: "Quote the value", edits: [{ start: child.start, end: child.end, text: quoted }] };
    const message = `\`${field}\` must be text: write ${quoted}.`;
    reporter.report("metadata-value-type", { message, field, start: place?.start, end: place?.end, fix });
  }
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

/** A plain scalar behind a colon, alone on its line but for a comment. */
const PLAIN_LINE = /^:[ ]+([^\s"'[\]{}|>&*!,#%@`][^#\r\n]*?)[ ]*(?:[ ]#.*)?\r?$/;

/** The plain value of a key in the block mapping below an entry; undefined if it is written in any other way. */
function findPlainChild(raw: string, entry: FrontmatterEntry, key: string): Span | undefined {
  if (!ownsLines(raw, entry) || entry.valueEnd >= 0) return undefined;
  let indent: string | undefined;
  let found: Span | undefined;
  const end = endOfEntry(raw, entry);
  for (let lineStart = raw.indexOf("\n", entry.keyEnd) + 1; lineStart > 0 && lineStart < end;) {
    const lineEnd = raw.indexOf("\n", lineStart);
    const line = raw.slice(lineStart, lineEnd < 0 ? end : lineEnd);
    const [, spaces = "", text = ""] = /^( *)(.*)$/s.exec(line) ?? [];
    if (text.trim() !== "" && !text.startsWith("#")) {
      // Lines as deep as the first one are the entry's own; what is deeper belongs to one of them.
      indent ??= spaces;
      const value = spaces === indent && text.startsWith(`${key}:`) ? PLAIN_LINE.exec(text.slice(key.length)) : null;
      if (value?.[1] !== undefined) {
        const start = lineStart + spaces.length + key.length + value[0].indexOf(value[1]);
        found = { start, end: start + value[1].length };
      }
    }
    lineStart = lineEnd < 0 ? -1 : lineEnd + 1;
  }
  return found;
}
