import { extensionOf, languageOf, type ScanLanguage } from "../file-kinds.ts";
import type { ScanText } from "../scan-text.ts";
import type { Span } from "./commands.ts";
import { endOfLineAt } from "./line-around.ts";
import { liveLines } from "./live-lines.ts";
import { slashComments } from "./slash-comments.ts";

/** How comments are written: by the language alone, because what is a comment in one is a command in another. */
export type CommentStyle = "hash" | "shell" | "slashes" | "none";

/** Where a text has comments. */
export interface Comments {
  /** Whether a comment begins at an offset that holds its mark. */
  readonly startsAt: (offset: number) => boolean;
  /** Whether an offset stands in a comment: of a line for itself, where the mark is `#`. */
  readonly covers: (offset: number) => boolean;
  /** Whether there is nothing but comments on the line that starts here. */
  readonly isLine: (start: number, end: number) => boolean;
}

const slashed = /^(?:[cm]?[jt]sx?|php|go|rs|c|cc|cpp|h|hpp|java|kt|swift|cs|scala|dart)$/;
/** Their marks are others, and what follows `#` or `//` in them may run. */
const other = /^(?:lua|bat|cmd|applescript|scpt|vbs)$/;

/** The style of a file. */
export function commentStyleOf(path: string, text: string): CommentStyle {
  const language = languageOf(path, text);
  if (language !== undefined) return styleOfLanguage(language);
  const extension = extensionOf(path);
  if (slashed.test(extension)) return "slashes";
  return other.test(extension) ? "none" : "hash";
}

/** The style of a language. */
export function styleOfLanguage(language: ScanLanguage): CommentStyle {
  return language === "js" ? "slashes" : language === "sh" ? "shell" : "hash";
}

/** The comments of code. */
export function findComments(text: string, style: CommentStyle, isPhp = false): Comments {
  if (style === "none") return { startsAt: () => false, covers: () => false, isLine: () => false };
  return style === "slashes" ? inSpans(text, slashComments(text, isPhp)) : behindHashes(text, style === "shell");
}

const known = new WeakMap<ScanText, Comments>();

/** The comments of a script; other files have none that count: in a text a bullet is a bullet. */
export function commentsOf(file: ScanText): Comments {
  const before = known.get(file);
  if (before !== undefined) return before;
  const style = file.isScript ? commentStyleOf(file.path, file.text) : "none";
  const made = findComments(file.text, style, extensionOf(file.path) === "php");
  known.set(file, made);
  return made;
}

function inSpans(text: string, spans: readonly Span[]): Comments {
  const spanAt = (offset: number): Span | undefined => {
    let low = 0;
    let high = spans.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const span = spans[middle];
      if (span === undefined) return undefined;
      if (offset < span.start) high = middle - 1;
      else if (offset >= span.end) low = middle + 1;
      else return span;
    }
    return undefined;
  };
  return {
    startsAt: (offset) => text[offset + 1] === "/" && spanAt(offset)?.start === offset,
    covers: (offset) => spanAt(offset) !== undefined,
    isLine: (start, end) => {
      for (let at = start; at < end; at++) {
        if (/\s/.test(text[at] ?? "")) continue;
        const span = spanAt(at);
        if (span === undefined) return false;
        at = span.end - 1;
      }
      return true;
    },
  };
}

interface HashLine extends Span {
  /** In a string or a document that a shell fills in, `#` begins no comment, and what is to be filled in runs. */
  readonly isLive: boolean;
  readonly isComment: boolean;
}

function behindHashes(text: string, isShell: boolean): Comments {
  let live: ReadonlySet<number> | undefined;
  let last: HashLine | undefined;
  // The last line is kept: a line can be as long as a file.
  const lineAt = (offset: number): HashLine => {
    if (last !== undefined && offset >= last.start && offset <= last.end) return last;
    const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
    const end = endOfLineAt(text, offset);
    const line = text.slice(start, end);
    const isLive = isShell && /\$\(|`/.test(line) && (live ??= liveLines(text)).has(start);
    last = { start, end, isLive, isComment: !isLive && /^\s{0,200}#/.test(line) };
    return last;
  };
  return {
    startsAt: (offset) => text[offset] === "#" && !lineAt(offset).isLive,
    covers: (offset) => lineAt(offset).isComment,
    isLine: (start) => lineAt(start).isComment,
  };
}
