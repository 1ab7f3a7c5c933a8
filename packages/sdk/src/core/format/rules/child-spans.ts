import { endOfEntry, ownsLines, type Span } from "../entry-text.ts";
import type { FrontmatterEntry } from "../yaml/entry.ts";

/** Where a child of a block mapping stands; `value` only where it is plain and alone on its line but for a comment. */
export interface ChildSpans {
  readonly key: Span;
  readonly value: Span | undefined;
}

/** The children of the block mapping below an entry, by key; none if it is written in any other way. */
export function childSpans(raw: string, entry: FrontmatterEntry): ReadonlyMap<string, ChildSpans> {
  const children = new Map<string, ChildSpans>();
  if (!ownsLines(raw, entry) || entry.valueEnd >= 0) return children;
  let indent = -1;
  const end = endOfEntry(raw, entry);
  for (let lineStart = raw.indexOf("\n", entry.keyEnd) + 1; lineStart > 0 && lineStart < end;) {
    const newline = raw.indexOf("\n", lineStart);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    let start = lineStart;
    while (raw.charAt(start) === " ") start++;
    const text = raw.slice(start, lineEnd);
    if (text.trim() !== "" && !text.startsWith("#")) {
      // Lines as deep as the first one are the entry's own; what is deeper belongs to one of them.
      if (indent < 0) indent = start - lineStart;
      if (start - lineStart === indent) addChild(text, start, children);
    }
    lineStart = lineEnd + 1;
  }
  return children;
}

function addChild(text: string, start: number, children: Map<string, ChildSpans>): void {
  const colon = /:(?:[ \t\r]|$)/.exec(text)?.index ?? -1;
  if (colon <= 0 || text.startsWith('"') || text.startsWith("'")) return;
  const value = plainValue(text, colon + 1);
  children.set(text.slice(0, colon), {
    key: { start, end: start + colon },
    value: value && { start: start + value.start, end: start + value.end },
  });
}

function plainValue(text: string, from: number): Span | undefined {
  let start = from;
  while (text.charAt(start) === " ") start++;
  const hash = text.indexOf("#", start);
  if (hash >= 0 && text.charAt(hash - 1) !== " ") return undefined;
  const end = text.slice(0, hash < 0 ? text.length : hash).trimEnd().length;
  return end <= start || /["'[\]{}|>&*!,%@`\s]/.test(text.charAt(start)) ? undefined : { start, end };
}
