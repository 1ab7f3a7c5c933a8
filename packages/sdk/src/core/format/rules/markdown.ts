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

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INLINE_CODE = /(`+)(?!`)(?:[^`]|(?!\1(?!`))`+)*?\1(?!`)/g;
/** `](target)` and `](<target> "title")`. */
const LINK = /\]\([ ]*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*))[^)\n]*\)/g;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]+(?:<([^<>\n]*)>|(\S+))/;

/** Finds links and prose in the Markdown that starts at `start` of a file. One pass over the lines. */
export function readMarkdown(raw: string, start: number): Markdown {
  const links: MarkdownSpan[] = [];
  const prose: MarkdownSpan[] = [];
  let fence: string | undefined;
  for (let lineStart = start; lineStart < raw.length;) {
    const newline = raw.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? raw.length : newline;
    const line = raw.slice(lineStart, lineEnd);
    const marker = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (marker !== undefined && marker.startsWith(fence) && line.trim() === marker) fence = undefined;
    } else if (marker !== undefined) fence = marker;
    else if (line !== "") {
      prose.push({ text: line, start: lineStart });
      collectLinks(line, lineStart, links);
    }
    lineStart = lineEnd + 1;
  }
  return { raw, start, links, prose };
}

/** Lines past this are data, not prose; looking for links in them costs more than it finds. */
const LONGEST_LINE = 10_000;

function collectLinks(line: string, lineStart: number, links: MarkdownSpan[]): void {
  if (line.length > LONGEST_LINE || (!line.includes("](") && !line.includes("]:"))) return;
  const text = withoutInlineCode(line);
  for (const match of text.matchAll(LINK)) {
    const target = match[1] ?? match[2] ?? "";
    links.push({ text: target, start: lineStart + match.index + match[0].indexOf(target, 2) });
  }
  const definition = DEFINITION.exec(text);
  const target = definition?.[1] ?? definition?.[2];
  if (definition !== null && target !== undefined)
    links.push({ text: target, start: lineStart + definition[0].lastIndexOf(target) });
}

/** A line with its inline code blanked out, so that offsets stay. */
export function withoutInlineCode(line: string): string {
  return line.includes("`") ? line.replaceAll(INLINE_CODE, (code) => " ".repeat(code.length)) : line;
}
