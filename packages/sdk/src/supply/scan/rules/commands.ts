/** One command of a line, as far as quotes and separators tell. */
export interface Command {
  readonly start: number;
  readonly end: number;
  /** Whether the next command reads what this one writes. */
  readonly pipes: boolean;
  readonly quotes: readonly Span[];
}

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CommandOptions {
  readonly isMarkdown: boolean;
  /** Whether a comment begins at an offset, in the language of the place. */
  readonly startsComment: (offset: number) => boolean;
}

/** Splits a text into commands: at pipes, `;`, `&&`, `||`, backticks and line ends, none of them in quotes. One pass. */
export function splitCommands(text: string, from: number, to: number, options: CommandOptions): Command[] {
  const commands: Command[] = [];
  const nextQuote: Record<string, number> = { '"': -1, "'": -1 };
  let start = from;
  let quotes: Span[] = [];
  let lineStart = from;
  let lineEnd = endOfLine(text, from, to);
  let isRow = isTableRow(text, lineStart, lineEnd, options);
  let inCode = false;
  let inUrl = false;
  const end = (at: number, pipes: boolean, next: number): void => {
    if (at > start) commands.push({ start, end: at, pipes, quotes });
    start = next;
    quotes = [];
    inUrl = false;
  };
  for (let at = from; at < to; at++) {
    const character = text[at] ?? "";
    switch (character) {
      case "\n":
        end(at, false, at + 1);
        lineStart = at + 1;
        lineEnd = endOfLine(text, lineStart, to);
        isRow = isTableRow(text, lineStart, lineEnd, options);
        inCode = false;
        break;
      case '"':
      case "'": {
        if (character === "'" && /\w/.test(text[at - 1] ?? "")) break;
        const close = closing(text, character, at, lineEnd, nextQuote);
        if (close < 0) break;
        quotes.push({ start: at + 1, end: close });
        at = close;
        break;
      }
      case "\\":
        // A table's way to write a pipe.
        if (text[at + 1] === "|" && options.isMarkdown) end(at, true, at + 2);
        if (at + 1 < lineEnd) at++;
        break;
      case "`":
        inCode = !inCode;
        end(at, false, at + 1);
        break;
      case "|":
        if (text[at - 1] === ">") break;
        if (text[at + 1] === "|") {
          end(at, false, at + 2);
          at++;
        } else if (isRow && !inCode) end(at, false, at + 1);
        else end(at, true, text[at + 1] === "&" ? at + 2 : at + 1);
        break;
      case "&":
        if (text[at + 1] !== "&") break;
        end(at, false, at + 2);
        at++;
        break;
      case ";":
        if (inUrl && /[\w%=&]/.test(text[at + 1] ?? "")) break;
        // { curl …; } | sh
        if (/^\s{0,8}[})]\s{0,8}\|(?!\|)/.test(text.slice(at + 1, at + 20))) break;
        end(at, false, at + 1);
        break;
      case " ":
      case "\t":
        inUrl = false;
        break;
      case ":":
        if (text[at + 1] === "/" && text[at + 2] === "/") inUrl = true;
        break;
      case "#":
      case "/":
        if (isComment(text, at, lineStart, options)) {
          end(at, false, lineEnd);
          at = lineEnd - 1;
        }
        break;
    }
  }
  end(to, false, to);
  return commands;
}

function endOfLine(text: string, from: number, to: number): number {
  // Not beyond a part of a line: that would search the rest of the file for every part.
  const newline = to < text.length ? text.slice(from, to).indexOf("\n") : text.indexOf("\n", from) - from;
  return newline < 0 ? to : from + newline;
}

/** In a row of a table, bars outside of code part cells. */
function isTableRow(text: string, start: number, end: number, { isMarkdown }: CommandOptions): boolean {
  return isMarkdown && /^\s{0,20}\|/.test(text.slice(start, Math.min(end, start + 24)));
}

/** Where a quote closes on its line; each text is searched once. */
function closing(text: string, quote: string, at: number, lineEnd: number, next: Record<string, number>): number {
  let close = at;
  do {
    close++;
    if ((next[quote] ?? -1) < close) next[quote] = orEnd(text.indexOf(quote, close));
    close = next[quote] ?? Infinity;
  } while (close < lineEnd && text[close - 1] === "\\" && quote === '"');
  return close < lineEnd ? close : -1;
}

function orEnd(index: number): number {
  return index < 0 ? Infinity : index;
}

function isComment(text: string, at: number, lineStart: number, { startsComment }: CommandOptions): boolean {
  return (at === lineStart || /\s/.test(text[at - 1] ?? "")) && startsComment(at);
}
