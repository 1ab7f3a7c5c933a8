/** What a strict reader sees in a prompt or a tool's result: its tags and the lines around them, contents left out. */
export type Shape = string[];

const own = "skills?|skill_resources|skill_files?|skill_script|available_skills|active_skills|file|stdout|stderr";
/** What a model takes for one of our tags: any case, blanks anywhere, characters that show nothing inside. */
const blank = String.raw`[\s\p{Cc}\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164\uffa0]*`;
const loose = new RegExp(`<${blank}(/?)${blank}(${own})(?![a-z0-9_-])`, "giu");
/** What we write. */
const strict = /^<(\/?)([a-z_]+)((?: [a-z]+="[^"<>\n\r\u2028\u2029\u0085]*")*)(\/?)>/;

/**
 * The tags in order, each with the names of its attributes. Throws at a tag of ours that is not as we write it, and at
 * tags that do not close in order.
 */
export function tagsOf(text: string): Shape {
  const shape: Shape = [];
  const open: string[] = [];
  for (const match of text.matchAll(loose)) {
    const found = strict.exec(text.slice(match.index));
    if (found === null)
      throw new Error(`a tag that is none of ours: ${JSON.stringify(text.slice(match.index, match.index + 60))}`);
    const [, slash = "", name = "", attributes = "", selfClosing = ""] = found;
    const names = [...attributes.matchAll(/ ([a-z]+)="/g)].map(([, attribute]) => attribute);
    if (slash === "/") {
      const expected = open.pop();
      if (expected !== name) throw new Error(`</${name}> closes <${expected}>`);
    } else if (selfClosing === "") open.push(name);
    shape.push(`${slash}${name}${selfClosing}(${names.join(",")})`);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(", ")}`);
  return shape;
}

/** Lines of a catalog as a reader of lines sees them, by what they begin with. */
export function linesOf(text: string): Shape {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => {
    if (/^- [^\s:]/.test(line)) return "item";
    if (/^\s*#/.test(line)) return `heading ${/^\s*#+/.exec(line)?.[0]}`;
    if (/^\s*(?:human|assistant|system|user)\s*:/i.test(line)) return "turn";
    if (/^\s*</.test(line)) return "tag";
    return line.trim() === "" ? "empty" : "text";
  });
}

/** Characters that show nothing or reorder what is around them. */
export const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Cs}/u;
