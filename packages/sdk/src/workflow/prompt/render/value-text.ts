/** A value in a table or a list; nothing for none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return String(value as string | number | boolean | bigint | symbol);
}
