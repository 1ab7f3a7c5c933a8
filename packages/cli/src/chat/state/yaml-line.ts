/** The line, from 1, where block YAML has the value at a path of keys; the nearest one above it if that is not found. */
export function yamlLine(text: string, path: readonly string[]): number {
  const lines = text.split("\n");
  let from = 0;
  let found = 0;
  for (const key of path) {
    const at = lines.findIndex((line, index) => index >= from && keyOf(line) === key);
    // An item of a list has no key: its list is the best there is.
    if (at < 0) break;
    found = at;
    from = at + 1;
  }
  return found + 1;
}

function keyOf(line: string): string | undefined {
  return /^[\s-]*["']?([^"'#:]+?)["']?\s*:(?:\s|$)/.exec(line)?.[1];
}
