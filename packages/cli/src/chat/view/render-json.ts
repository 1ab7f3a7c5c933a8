import type { Colors } from "../../text/colors.ts";
import { stringifyJson } from "../../report/stringify-json.ts";

const token = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Indented JSON with colours, safe to print. */
export function renderJson(value: unknown, colors: Colors): string {
  return stringifyJson(value)
    .trimEnd()
    .replace(token, (text: string, colon: string | undefined) => {
      if (colon !== undefined) return colors.blue(text.slice(0, -colon.length)) + colon;
      return text.startsWith('"') ? colors.green(text) : colors.yellow(text);
    });
}
