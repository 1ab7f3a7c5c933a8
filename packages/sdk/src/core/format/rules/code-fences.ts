/** A fence: its marker, and how deep lines must be indented to stay inside. */
interface Fence {
  readonly marker: string;
  readonly floor: number;
}

const BACKTICK = 96;
const TILDE = 126;
const FENCE = /(`{3,}(?=[^`]*$)|~{3,})/y;
const LIST_ITEM = /(?:[-*+]|\d{1,9}[.)])( +|\t|\r?$)/y;
/** `- - - text` opens lists inside lists; nobody goes deeper than this. */
const MOST_ITEMS = 8;

/** Tells fenced code from prose, line by line. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export class CodeFences {
  #fence: Fence | undefined;
  /** How deep the content of the outermost list item stands; 0 outside lists. */
  #listIndent = 0;

  /** True if the next line of the text is fenced code, or a fence. */
  covers(line: string): boolean {
    let at = 0;
    let indent = 0;
    for (let code = line.charCodeAt(0); code === 32 || code === 9; code = line.charCodeAt(++at))
      indent = code === 9 ? indent + 4 - (indent % 4) : indent + 1;
    const first = line.charCodeAt(at);
    const isBlank = at === line.length || (first === 13 && at === line.length - 1);
    if (isBlank) return this.#fence !== undefined;
    if (this.#fence !== undefined) {
      if (closes(line, at, indent, this.#fence)) {
        this.#fence = undefined;
        return true;
      }
      if (indent >= this.#fence.floor) return true;
      // The list item is over, and its fence with it.
      this.#fence = undefined;
    }
    if (first === BACKTICK || first === TILDE || mayStartItem(first)) return this.#opens(line, at, indent);
    if (indent === 0) this.#listIndent = 0;
    return false;
  }

  #opens(line: string, start: number, startIndent: number): boolean {
    let at = start;
    let indent = startIndent;
    let isItem = false;
    for (let items = 0; items < MOST_ITEMS && mayStartItem(line.charCodeAt(at)); items++) {
      LIST_ITEM.lastIndex = at;
      const [item, spaces = ""] = LIST_ITEM.exec(line) ?? [];
      if (item === undefined) break;
      const outside = indent < this.#listIndent || this.#listIndent === 0;
      // Content that is far from its marker is indented code.
      indent += item.length - (spaces.length > 4 ? spaces.length - 1 : 0);
      if (outside && !isItem) this.#listIndent = indent;
      at += item.length;
      isItem = true;
    }
    if (startIndent === 0 && !isItem) this.#listIndent = 0;
    FENCE.lastIndex = at;
    const marker = FENCE.exec(line)?.[1];
    const inList = this.#listIndent > 0 && indent >= this.#listIndent;
    if (marker === undefined || (indent > 3 && !inList)) return false;
    // A fence stands at most three columns deeper than the item it belongs to.
    this.#fence = { marker, floor: inList ? Math.max(this.#listIndent, indent - 3) : 0 };
    return true;
  }
}

function mayStartItem(code: number): boolean {
  return code === 45 || code === 42 || code === 43 || (code >= 48 && code <= 57);
}

function closes(line: string, at: number, indent: number, { marker, floor }: Fence): boolean {
  return line.startsWith(marker, at) && indent <= floor + 3 && isOnly(line, at, marker.charCodeAt(0));
}

/** True if nothing but a character, and white space behind it, is left of a line. */
function isOnly(line: string, from: number, code: number): boolean {
  let at = from;
  while (line.charCodeAt(at) === code) at++;
  return line.slice(at).trim() === "";
}
