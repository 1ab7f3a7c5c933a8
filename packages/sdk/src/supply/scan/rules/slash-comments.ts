import type { Span } from "./commands.ts";

/** After these a slash begins an expression between slashes, and divides nothing. */
const beforePattern =
  /[(,=:[!&|?{};+\-*%<>~^]$|(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new)$/;

/** A line for itself that nothing fills in and that no escape ends. */
const shellComment = /\n[ \t]*#[^\n`$\\]*(?=\n)/y;
const longest = 500;

/** Comments with slashes, in one pass; what stands in strings, templates and patterns is none. */
export function slashComments(text: string, hasLongStrings: boolean): Span[] {
  const spans: Span[] = [];
  /** For each template that is open, how many braces are open in what fills it in. */
  const fills: number[] = [];
  const lastClose = text.lastIndexOf("*/");
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
      case "'":
        at = endOfString(text, at, hasLongStrings);
        break;
      case "`":
        at = endOfTemplate(text, at + 1, fills, spans);
        break;
      case "{":
        if (fills.length > 0) fills.push((fills.pop() ?? 0) + 1);
        break;
      case "}": {
        const open = fills.pop();
        if (open === 0) at = endOfTemplate(text, at + 1, fills, spans);
        else if (open !== undefined) fills.push(open - 1);
        break;
      }
      case "/": {
        const end = endOfComment(text, at, lastClose);
        if (end !== undefined) spans.push({ start: at, end });
        at = (end ?? endOfPattern(text, at)) - 1;
        break;
      }
    }
  }
  return spans;
}

function endOfComment(text: string, at: number, lastClose: number): number | undefined {
  if (text[at + 1] === "/") {
    // Also other characters than a line feed end a line.
    const ends = /[\n\r\u2028\u2029]/g;
    ends.lastIndex = at;
    return ends.exec(text)?.index ?? text.length;
  }
  return text[at + 1] === "*" && at + 2 <= lastClose ? text.indexOf("*/", at + 2) + 2 : undefined;
}

function endOfString(text: string, from: number, isLong: boolean): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === quote || (character === "\n" && !isLong)) return at;
  }
  return text.length;
}

/** The end of a template, or where it is filled in. Comments of a shell script in it are comments too. */
function endOfTemplate(text: string, from: number, fills: number[], spans: Span[]): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "\n") {
      shellComment.lastIndex = at;
      const found = shellComment.exec(text)?.[0].length;
      if (found === undefined) continue;
      spans.push({ start: at + 1, end: at + found });
      at += found - 1;
    } else if (character === "\\") at++;
    else if (character === "`") return at;
    else if (character === "$" && text[at + 1] === "{") {
      fills.push(0);
      return at + 1;
    }
  }
  return text.length;
}

function endOfPattern(text: string, from: number): number {
  if (from > 0 && !beforePattern.test(text.slice(Math.max(0, from - 40), from).trimEnd() || ";")) return from + 1;
  let inClass = false;
  for (let at = from + 1; at < Math.min(text.length, from + longest) && text[at] !== "\n"; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at + 1;
  }
  return from + 1;
}
