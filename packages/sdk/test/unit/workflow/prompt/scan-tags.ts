// Reads an assembled prompt as distrustfully as it can: whatever a reader could take for one of our tags is one.

/** A tag, and what is in it. */
export interface ScannedTag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: ScannedTag[];
  /** What is between the tags, references resolved in primitives only. */
  text: string;
}

const sections = ["prompt", "system", "rendered"];
const primitives = ["ask-user", "confirm", "plan", "checklist", "subagent", "survey"];
const inner = ["option", "preview", "step", "item", "question", "output-schema"];

/** Throws when a tag is misspelt, is not closed, or stands where none may stand. */
export function scanTags(text: string, custom: readonly string[] = []): ScannedTag[] {
  const outer = [...sections, ...primitives, ...custom];
  const root: ScannedTag = { tag: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let rest = text;
  while (rest !== "") {
    const current = open.at(-1)!;
    const inProse = sections.includes(current.tag);
    const next = rest.indexOf("<");
    const before = next < 0 ? rest : rest.slice(0, next);
    if (current === root && before.trim() !== "") throw new Error(`Text outside of all tags: ${before}`);
    current.text += before;
    if (next < 0) break;
    rest = rest.slice(next);

    const found = looseTag(rest);
    const known = found && (outer.includes(found.name) || (!inProse && inner.includes(found.name)));
    if (!known) {
      if (!inProse) throw new Error(`Not one of ours, outside of prose: ${rest.slice(0, 40)}`);
      current.text += "<";
      rest = rest.slice(1);
      continue;
    }
    const strict = /^<(?:\/([a-z-]+)|([a-z-]+)((?: [a-z-]+="[^"<>\n\r\t]*")*)( \/)?)>/.exec(rest);
    if (!strict) throw new Error(`A tag that is not ours: ${rest.slice(0, 40)}`);
    rest = rest.slice(strict[0].length);
    const [, closing, opening = "", attributes = "", empty] = strict;
    if (closing !== undefined) {
      if (closing !== current.tag) throw new Error(`</${closing}> closes <${current.tag}>.`);
      if (!sections.includes(current.tag)) current.text = decode(current.text);
      open.pop();
      continue;
    }
    if (current !== root && !inner.includes(opening)) throw new Error(`<${opening}> inside <${current.tag}>.`);
    const tag: ScannedTag = { tag: opening, attributes: readAttributes(attributes), children: [], text: "" };
    current.children.push(tag);
    if (empty === undefined) open.push(tag);
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.tag}> is not closed.`);
  return root.children;
}

/** The tree without its texts: names of tags and attributes. */
export function shapeOf(tags: readonly ScannedTag[]): unknown {
  return tags.map(({ tag, attributes, children }) => [tag, Object.keys(attributes), shapeOf(children)]);
}

function looseTag(text: string): { readonly name: string } | undefined {
  const plain = text.slice(1, 200).replaceAll(/[\p{DI}\u2800]/gu, "");
  const match = /^(\s*)(\/?)\s*([a-z]+(?:-[a-z]+)*)(?![\w-])/i.exec(plain);
  if (!match) return undefined;
  const [, gap, slash, name = ""] = match;
  const compares = gap !== "" && slash === "" && !/^\s*(?:\/?\s*>|[\w-]+\s*=)/.test(plain.slice(match[0].length));
  return compares ? undefined : { name: name.toLowerCase() };
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decode(value!)]),
  );
}

function decode(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|#9|#10|#13);)/.test(text))
    throw new Error(`An & that is not escaped: ${text.slice(0, 40)}`);
  return text
    .replaceAll("&#9;", "\t")
    .replaceAll("&#10;", "\n")
    .replaceAll("&#13;", "\r")
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
