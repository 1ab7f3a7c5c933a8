/** Indented JSON that is also safe to show in a terminal: invisible and control characters are written as escapes. */
export function stringifyJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  // Line feeds are layout: inside a string JSON has them escaped already.
  return `${json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits)}\n`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
