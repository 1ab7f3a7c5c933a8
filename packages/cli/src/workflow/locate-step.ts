/** Where a step is declared in a source text: the place of its name, 1-based. */
export function locateStep(
  text: string,
  step: string,
): { readonly line: number; readonly column: number; readonly length: number } | undefined {
  const name = step.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const declared = new RegExp(String.raw`\.(?:step|extend|parallel)\(\s*(["'\x60])(${name})\1`, "d").exec(text);
  const [start] = declared?.indices?.[2] ?? [];
  if (start === undefined) return undefined;
  const before = text.slice(0, start);
  return { line: before.split("\n").length, column: start - before.lastIndexOf("\n"), length: step.length };
}
