import type { Diagnostic } from "@tradecraft/sdk";

/** A SKILL.md with the given frontmatter lines and body. */
export function skillText(frontmatter: string, body = "Body.\n"): string {
  return `---\n${frontmatter}${frontmatter === "" || frontmatter.endsWith("\n") ? "" : "\n"}---\n${body}`;
}

/** A SKILL.md that nobody finds fault with, plus the given frontmatter lines and body. */
export function goodSkill(extraLines = "", body = "# Demo\n\nDo the thing.\n"): string {
  const lines = "name: demo\ndescription: Turns tables into charts. Use when someone asks for a chart of a table.";
  return skillText(extraLines === "" ? lines : `${lines}\n${extraLines}`, body);
}

/** The codes, in the order reported. */
export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => diagnostic.code);
}

/** The text a diagnostic points at. */
export function textAt(raw: string, { line = 1, column = 1, length = 0 }: Diagnostic): string {
  const lines = raw.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  return raw.slice(start, start + length);
}

/** The only element of a list; throws if there are none or several. */
export function only<T>(items: readonly T[]): T {
  const [item] = items;
  if (items.length !== 1 || item === undefined) throw new Error(`Expected one item, got ${JSON.stringify(items)}`);
  return item;
}
