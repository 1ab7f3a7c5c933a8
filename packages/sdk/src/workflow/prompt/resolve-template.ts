import { isFragment } from "./fragment.ts";

/** The texts of a template between its values, as a tag is given them. */
export type TemplateTexts = readonly string[] & { readonly raw?: readonly string[] };

/** A line of a template: its text, with values between. */
type Line = (string | { readonly value: string })[];

/**
 * The text of a template. The indentation that all lines of the template share is taken away; values do not count for that,
 * and each line of a value is indented as the line it stands in. Blank lines at both ends go.
 */
export function resolveTemplate(strings: TemplateTexts, values: readonly unknown[]): string {
  const lines = linesOf(strings, values);
  const shared = sharedIndentation(lines.filter((line) => !isBlank(line)).map(indentationOf));
  return lines
    .map((line) => lineText(line, shared.length))
    .join("\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

function linesOf(strings: TemplateTexts, values: readonly unknown[]): Line[] {
  const lines: Line[] = [[]];
  for (const [index, cooked] of strings.entries()) {
    // A text with a backslash that escapes nothing, as in C:\users, is given to a tag as undefined.
    const text = (cooked as string | undefined) ?? strings.raw?.[index] ?? "";
    const [first = "", ...more] = text.replaceAll("\r\n", "\n").split("\n");
    lines.at(-1)?.push(first);
    lines.push(...more.map((line) => [line]));
    if (index < strings.length - 1) lines.at(-1)?.push({ value: valueText(values[index]) });
  }
  return lines;
}

function valueText(value: unknown): string {
  if (isFragment(value)) return value.content;
  const text = String(value);
  if (text !== "[object Object]") return text.replaceAll("\r\n", "\n");
  throw new TypeError(
    typeof value === "object" && value !== null && "kind" in value
      ? `A template holds text only. Return an array to put "${String(value.kind)}" between two texts.`
      : "A template holds text only. Use `render` or `JSON.stringify` to make text of an object.",
  );
}

function isBlank(line: Line): boolean {
  return line.every((part) => typeof part === "string" && part.trim() === "");
}

function indentationOf([first]: Line): string {
  return typeof first === "string" ? (/^[^\S\n]*/.exec(first)?.[0] ?? "") : "";
}

function sharedIndentation([first = "", ...more]: readonly string[]): string {
  let length = first.length;
  for (const other of more) {
    length = Math.min(length, other.length);
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

function lineText(line: Line, shared: number): string {
  if (isBlank(line)) return "";
  const indentation = indentationOf(line).slice(shared);
  const text = line
    .map((part) => (typeof part === "string" ? part : part.value.replaceAll(/\n(?=[^\n])/g, `\n${indentation}`)))
    .join("");
  return text.slice(shared);
}
