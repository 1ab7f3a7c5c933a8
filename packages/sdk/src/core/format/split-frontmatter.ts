/** Where the frontmatter and the body of a SKILL.md lie; offsets are UTF-16 units into the file. */
export interface FrontmatterSplit {
  /** `closed`: both fences found. `unclosed`: only the opening one. `absent`: the file does not start with a fence. */
  readonly state: "closed" | "unclosed" | "absent";
  /** The YAML between the fences, line ends included; null unless closed. */
  readonly frontmatter: string | null;
  /** Everything after the closing fence, trimmed; the whole file, trimmed, unless closed. */
  readonly body: string;
  /** Start of the opening fence: past a byte order mark and blank lines. */
  readonly fenceStart: number;
  /** Start of the YAML text. */
  readonly frontmatterStart: number;
  /** End of the YAML text, which is the start of the closing fence. */
  readonly frontmatterEnd: number;
  /** Start of the text after the closing fence's line. */
  readonly bodyStart: number;
}

const BYTE_ORDER_MARK = 0xfeff;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;
const HYPHEN = 45;

/** Splits a SKILL.md at its fences: lines of exactly `---`, trailing blanks allowed. The first later fence closes. */
export function splitFrontmatter(raw: string): FrontmatterSplit {
  const fences = findFences(raw);
  const closed = fences.state === "closed";
  return {
    state: fences.state,
    frontmatter: closed ? raw.slice(fences.frontmatterStart, fences.frontmatterEnd) : null,
    body: closed ? raw.slice(fences.bodyStart).trim() : raw.trim(),
    fenceStart: fences.fenceStart,
    frontmatterStart: fences.frontmatterStart,
    frontmatterEnd: fences.frontmatterEnd,
    bodyStart: fences.bodyStart,
  };
}

/** Offsets of the fences, as in `FrontmatterSplit`. */
export type Fences = Omit<FrontmatterSplit, "frontmatter" | "body">;

/** Finds the fences without cutting the text. */
export function findFences(raw: string): Fences {
  const fenceStart = skipToFirstText(raw);
  const frontmatterStart = endOfFenceLine(raw, fenceStart);
  if (frontmatterStart < 0)
    return { state: "absent", fenceStart: 0, frontmatterStart: 0, frontmatterEnd: 0, bodyStart: 0 };
  // The search starts on the opening fence's own line end, so that an empty frontmatter is found too.
  for (let search = frontmatterStart - 1; ;) {
    const breakAt = raw.indexOf("\n---", search);
    if (breakAt < 0)
      return { state: "unclosed", fenceStart, frontmatterStart, frontmatterEnd: raw.length, bodyStart: raw.length };
    const bodyStart = endOfFenceLine(raw, breakAt + 1);
    if (bodyStart >= 0)
      return { state: "closed", fenceStart, frontmatterStart, frontmatterEnd: breakAt + 1, bodyStart };
    search = breakAt + 4;
  }
}

/** Offset past a byte order mark and any blank lines. */
function skipToFirstText(raw: string): number {
  let lineStart = raw.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  for (let at = lineStart; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === LINE_FEED) lineStart = at + 1;
    else if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) break;
  }
  return lineStart;
}

/** If a fence line starts at `start`, the offset after its line end (or the end of the file); otherwise -1. */
export function endOfFenceLine(raw: string, start: number): number {
  if (raw.charCodeAt(start) !== HYPHEN || raw.charCodeAt(start + 1) !== HYPHEN || raw.charCodeAt(start + 2) !== HYPHEN)
    return -1;
  for (let at = start + 3; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === LINE_FEED) return at + 1;
    if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) return -1;
  }
  return raw.length;
}
