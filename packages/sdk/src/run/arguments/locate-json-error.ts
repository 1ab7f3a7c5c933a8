/** Where a text stops being JSON, and why. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  /** The text around the place, on one line. */
  readonly excerpt: string;
}

const blank = /[ \t\n\r]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Finds the place that `JSON.parse` refused: its own messages do not always tell it. */
export function locateJsonError(text: string): JsonError {
  const { at, reason } = scan(text);
  const before = text.slice(0, at).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const from = Math.max(0, at - 30);
  const around = `${from > 0 ? "…" : ""}${text.slice(from, at)}⟨here⟩${text.slice(at, at + 30)}${text.length > at + 30 ? "…" : ""}`;
  return { line: before.length, column, reason, excerpt: around.replaceAll(/\s+/g, " ") };
}

interface Fault {
  readonly at: number;
  readonly reason: string;
}

/** Reads JSON without making anything of it; a list of what is open takes the place of recursion. */
function scan(text: string): Fault {
  const open: ("{" | "[")[] = [];
  let at = 0;
  let wants: "value" | "value-or-end" | "key" | "key-or-end" | "more" = "value";
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(blank);
    const char = text[at];
    if (wants === "more" && open.length === 0) return { at, reason: "nothing may follow here" };
    if (char === undefined) return { at, reason: "it ends too early" };
    const inside = open.at(-1);
    const closes = (char === "}" && inside === "{") || (char === "]" && inside === "[");
    if (closes && wants !== "value" && wants !== "key") {
      open.pop();
      at++;
      wants = "more";
    } else if (wants === "more") {
      if (char !== ",") return { at, reason: `a comma or "${inside === "{" ? "}" : "]"}" should be here` };
      at++;
      wants = inside === "{" ? "key" : "value";
    } else if (wants === "key" || wants === "key-or-end") {
      if (char !== '"') return { at, reason: "a name in double quotes should be here" };
      const key = endOfString(text, at);
      if (typeof key !== "number") return key;
      at = key;
      take(blank);
      if (text[at] !== ":") return { at, reason: "a colon should be here" };
      at++;
      wants = "value";
    } else if (char === "{" || char === "[") {
      open.push(char);
      at++;
      wants = char === "{" ? "key-or-end" : "value-or-end";
    } else if (char === '"') {
      const end = endOfString(text, at);
      if (typeof end !== "number") return end;
      at = end;
      wants = "more";
    } else if (take(literal)) wants = "more";
    else return { at, reason: "a value should be here" };
  }
}

/** Where a text in quotes ends; a loop, because a regular expression runs out of stack on a long one. */
function endOfString(text: string, from: number): number | Fault {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text.charCodeAt(at) < 0x20) return { at, reason: "a control character must be escaped" };
    if (text[at] !== "\\") continue;
    escape.lastIndex = at;
    if (!escape.test(text)) return { at, reason: "this escape is none" };
    at = escape.lastIndex - 1;
  }
  return { at: text.length, reason: "a text in double quotes does not end" };
}
