/** Text for a line of a list: one line, at most so long, and nothing that ends what it stands in. */
export function oneLine(text: string, longest: number): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(flat);
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`
    : flat;
}

/** Text for a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", String.raw`\|`);
}

/** Prose without what Markdown or HTML would take for its own. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, String.raw`\$&`);
}
