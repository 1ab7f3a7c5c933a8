import type { ScanLanguage } from "../file-kinds.ts";
import { findComments, styleOfLanguage } from "./comments.ts";

/** One statement of a script, as far as lines and brackets tell. */
export interface Statement {
  readonly text: string;
  /** Offset in the unit. */
  readonly start: number;
  /** Whether it was parted for its length, so that what flows within it is not all seen. */
  readonly isCut?: true;
}

const mostLines = 200;
const mostStatement = 20_000;

/** Splits code into statements: continued lines are one, and so are lines up to the closing bracket. */
export function splitStatements(text: string, language: ScanLanguage): Statement[] {
  const statements: Statement[] = [];
  const comments = findComments(text, styleOfLanguage(language));
  let start = -1;
  let depth = 0;
  let lines = 0;
  const end = (at: number, isCut = false): void => {
    if (start >= 0) push(statements, text, start, at, language, isCut);
    start = -1;
    depth = 0;
    lines = 0;
  };
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf("\n", at);
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(at, lineEnd);
    const isBlank = line.trim() === "" || (start < 0 && comments.isLine(at, lineEnd));
    if (!isBlank) {
      // A chain of calls goes on with a dot.
      const continues = language === "js" && /^\s{0,200}(?:\.|\?\.)\w/.test(line);
      if (start < 0) {
        const before = continues ? statements.pop() : undefined;
        start = before?.start ?? at;
      }
      lines++;
      depth += language === "sh" ? 0 : brackets(line);
      const open =
        language === "sh"
          ? /\\\s{0,3}$|\|\s{0,3}$|&&\s{0,3}$/.test(line.slice(-8))
          : depth > 0 || /\\\s{0,3}$/.test(line.slice(-8));
      if (!open || lines >= mostLines || lineEnd - start > mostStatement) end(lineEnd, open);
    }
    at = lineEnd + 1;
  }
  end(text.length);
  return statements;
}

function push(
  statements: Statement[],
  text: string,
  start: number,
  end: number,
  language: ScanLanguage,
  isParted: boolean,
): void {
  const add = (from: number, to: number): void => {
    const isCut = isParted || to - from > mostStatement;
    for (let at = from; at === from || at < to; at += mostStatement) {
      const piece = text.slice(at, Math.min(to, at + mostStatement));
      statements.push({ text: piece, start: at, ...(isCut && { isCut }) });
    }
  };
  if (language !== "sh") {
    add(start, end);
    return;
  }
  let at = start;
  for (const match of text.slice(start, end).matchAll(/;(?!;)|&&|\|\|/g)) {
    add(at, start + match.index);
    at = start + match.index + match[0].length;
  }
  add(at, end);
}

function brackets(written: string): number {
  let depth = 0;
  const line = written.replace(/"(?:[^"\\]|\\.){0,2000}"|'(?:[^'\\]|\\.){0,2000}'/g, '""');
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || code === 125) depth--;
  }
  // A block's brace is no reason to read on.
  return /[{:]\s{0,5}$/.test(line.slice(-6)) &&
    /^\s{0,200}(?:[}\s]{0,4})(?:if|for|while|else|try|catch|finally|switch|function|async|class|export|const\s{1,3}\w{1,40}\s{0,3}=\s{0,3}(?:async\s{0,3})?\()/.test(
      line,
    )
    ? Math.min(0, depth - 1)
    : depth;
}

/** The variables that a statement uses: names outside strings, and inside what strings fill in. */
export function variablesOf(text: string, language: ScanLanguage): Set<string> {
  if (language === "sh")
    return new Set(Array.from(text.matchAll(/\$\{?([A-Za-z_]\w{0,60})/g), ([, name = ""]) => name));
  if (language === "powershell")
    return new Set(Array.from(text.matchAll(/\$\{?([A-Za-z_]\w{0,60})/g), ([, name = ""]) => name));
  return new Set(withoutStrings(text, language).match(/[A-Za-z_$][\w$]{0,60}/g));
}

/** Code with its strings blanked out, but for what they fill in: `{name}` in Python's f-strings, `${name}` in templates. */
export function withoutStrings(text: string, language: ScanLanguage): string {
  let kept = "";
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    const isQuote = character === '"' || character === "'" || (language === "js" && character === "`");
    if (!isQuote) {
      kept += character;
      at++;
      continue;
    }
    const quote = text.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
    let close = text.indexOf(quote, at + quote.length);
    while (close > 0 && text[close - 1] === "\\" && quote.length === 1) close = text.indexOf(quote, close + 1);
    const end = close < 0 ? text.length : close;
    const inside = text.slice(at + quote.length, end);
    const fills =
      character === "`" ? /\$\{([^}]{1,200})\}/g : /[fF]/.test(text[at - 1] ?? "") ? /\{([^{}]{1,200})\}/g : undefined;
    kept += fills === undefined ? " " : ` ${Array.from(inside.matchAll(fills), ([, fill = ""]) => fill).join(" ")} `;
    at = end + quote.length;
  }
  return kept;
}
