import { valueText } from "./value-text.ts";

/** Names and values, one pair a line, the values below one another. */
export function kv(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values);
  const width = entries.reduce((longest, [key]) => Math.max(longest, key.length), 0);
  const indentation = " ".repeat(width + 2);
  return entries
    .map(([key, value]) => `${key.padEnd(width)}  ${valueText(value).replaceAll("\n", `\n${indentation}`)}`)
    .join("\n");
}
