import { visibleText } from "../../core/skillset/escape.ts";

/** Between `<` and a name: what shows nothing, or a gap that a reader would overlook. */
const gap = String.raw`[\s\p{DI}\u2800]*`;
const invisible = String.raw`\p{DI}*`;

/**
 * Makes what `<prompt>`, `<system>` and `<rendered>` hold out of any text. Code and HTML in it stay as they are, for they are
 * there to be read; but a `<` that would open or close one of the given tags becomes `&lt;`, and so does one that begins a
 * comment or a CDATA section without an end, which would swallow our own closing tag.
 */
export function createProseQuoter(tags: readonly string[]): (text: string) => string {
  let ownTag: RegExp | undefined;
  return (text) => {
    const visible = visibleText(text);
    // The pattern takes milliseconds to compile, and most prompts hold nothing for it.
    if (!visible.includes("<")) return visible;
    ownTag ??= ownTagPattern(tags);
    return quoteUnended(quoteUnended(visible.replace(ownTag, "&lt;"), "<!--", "-->"), "<![CDATA[", "]]>");
  };
}

/** `a < plan && b` compares; `<plan`, `</ plan`, `< plan >` and `< plan x=` are tags, whatever invisible they contain. */
function ownTagPattern(tags: readonly string[]): RegExp {
  const names = tags.map((tag) => [...tag].join(invisible));
  const name = String.raw`(?:${names.join("|")})(?!${invisible}[\w-])`;
  const rest = String.raw`${gap}(?:>|/${gap}>|[\w-]+${gap}=)`;
  return new RegExp(String.raw`<(?=${gap}/${gap}${name}|${invisible}${name}|${gap}${name}${rest})`, "giu");
}

function quoteUnended(text: string, opening: string, closing: string): string {
  const closed = text.lastIndexOf(closing);
  const rest = text.slice(Math.max(closed, 0));
  if (!rest.includes(opening)) return text;
  return text.slice(0, Math.max(closed, 0)) + rest.replaceAll(opening, `&lt;${opening.slice(1)}`);
}
