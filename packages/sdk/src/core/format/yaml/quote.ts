/** A one-line text as a quoted YAML scalar: double quotes where nothing needs escaping, single ones otherwise. */
export function quoteScalar(text: string): string {
  if (!/["\\]/.test(text) && !hasControl(text)) return `"${text}"`;
  return hasControl(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

function hasControl(text: string): boolean {
  // JSON's escapes are YAML's, so what has control characters goes through JSON.
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  return /[\0-\x1f\x7f-\x9f]/.test(text);
}
