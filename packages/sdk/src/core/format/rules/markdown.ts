import { CodeFences } from "./code-fences.ts";
import { withoutInlineCode } from "./inline-code.ts";
import { lineLinks } from "./line-links.ts";

/** The parts of a Markdown text that rules look at; offsets into the file. */
export interface Markdown {
  readonly raw: string;
  readonly start: number;
  /** Targets of links, images and reference definitions outside code. */
  readonly links: readonly MarkdownSpan[];
  /** The prose: everything outside fenced code, fence lines left out. */
  readonly prose: readonly MarkdownSpan[];
}

export interface MarkdownSpan {
  readonly text: string;
  readonly start: number;
}

/** Finds links and prose in the Markdown that starts at `start` of a file. One pass over the lines. */
export function readMarkdown(raw: string, start: number): Markdown {
  const links: MarkdownSpan[] = [];
  const prose: MarkdownSpan[] = [];
  const fences = new CodeFences();
  for (let lineStart = start; lineStart < raw.length;) {
    const newline = raw.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? raw.length : newline;
    if (lineEnd > lineStart && !fences.covers(raw, lineStart, lineEnd)) {
      const line = raw.slice(lineStart, lineEnd);
      prose.push({ text: line, start: lineStart });
      if (line.includes("](") || line.includes("]:"))
        for (const link of lineLinks(withoutInlineCode(line), lineStart)) links.push(link);
    }
    lineStart = lineEnd + 1;
  }
  return { raw, start, links, prose };
}
