/** A fence: its marker, and how deep lines must be indented to stay inside. */
interface Fence {
  readonly marker: string;
  readonly floor: number;
}

const BACKTICK = 96;
const TILDE = 126;
const FENCE = /`{3,}(?=[^`\n]*$)|~{3,}/my;
const LIST_ITEM = /(?:[-*+]|\d{1,9}[.)])( +|\t|\r?$)/my;
/** `- - - text` opens lists inside lists; nobody goes deeper than this. */
const MOST_ITEMS = 8;

/** Tells fenced code from prose, line by line. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export class CodeFences {
  #fence: Fence | undefined;
  /** How deep the content of the outermost list item stands; 0 outside lists. */
  #listIndent = 0;

  /** True if the next line of the text, from `start` to `end`, is fenced code, or a fence. */
  covers(text: string, start: number, end: number): boolean {
    let at = start;
    let indent = 0;
    let first = text.charCodeAt(at);
    while (at < end && (first === 32 || first === 9)) {
      indent = first === 9 ? indent + 4 - (indent % 4) : indent + 1;
      first = text.charCodeAt(++at);
    }
    const isBlank = at === end || (first === 13 && at === end - 1);
    if (isBlank) return this.#fence !== undefined;
    if (this.#fence !== undefined) {
      if (closes(text, at, end, indent, this.#fence)) {
        this.#fence = undefined;
        return true;
      }
      if (indent >= this.#fence.floor) return true;
      // The list item is over, and its fence with it.
      this.#fence = undefined;
    }
    if (first === BACKTICK || first === TILDE || mayStartItem(first)) return this.#opens(text, at, indent, first);
    if (indent === 0) this.#listIndent = 0;
    return false;
  }

  #opens(text: string, start: number, startIndent: number, first: number): boolean {
    let at = start;
    let indent = startIndent;
    let isItem = false;
    let code = first;
    for (let items = 0; items < MOST_ITEMS && mayStartItem(code); items++) {
      LIST_ITEM.lastIndex = at;
      const match = LIST_ITEM.exec(text);
      if (match === null) break;
      const [item, spaces = ""] = match;
      const outside = indent < this.#listIndent || this.#listIndent === 0;
      // Content that is far from its marker is indented code.
      indent += item.length - (spaces.length > 4 ? spaces.length - 1 : 0);
      if (outside && !isItem) this.#listIndent = indent;
      at += item.length;
      code = text.charCodeAt(at);
      isItem = true;
    }
    if (startIndent === 0 && !isItem) this.#listIndent = 0;
    if (code !== BACKTICK && code !== TILDE) return false;
    FENCE.lastIndex = at;
    const marker = FENCE.exec(text)?.[0];
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

function closes(text: string, at: number, end: number, indent: number, { marker, floor }: Fence): boolean {
  if (!text.startsWith(marker, at) || indent > floor + 3) return false;
  let after = at + marker.length;
  while (text.charCodeAt(after) === marker.charCodeAt(0)) after++;
  return text.slice(after, end).trim() === "";
}
