/** A text under a heading. */
export function section(title: string, body: string): string {
  return `## ${title.replaceAll(/\s+/g, " ").trim()}\n\n${body}`.trimEnd();
}
