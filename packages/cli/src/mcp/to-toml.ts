/** Values that the configuration of a client has. */
export type TomlValue = string | readonly string[];

/** One table of TOML with texts and lists of texts. */
export function toToml(table: string, values: Readonly<Record<string, TomlValue>>): string {
  const lines = Object.entries(values).map(([key, value]) => {
    const shown = typeof value === "string" ? quote(value) : `[${value.map(quote).join(", ")}]`;
    return `${key} = ${shown}`;
  });
  return `[${table}]\n${lines.join("\n")}\n`;
}

/** A basic string: https://toml.io/en/v1.0.0#string. Invisible characters are escaped, for the terminal's sake. */
function quote(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) as number).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
