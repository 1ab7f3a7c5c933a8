import { visibleText } from "../../core/skillset/escape.ts";

/** A text as the value of an attribute, to be put between double quotes. Line breaks stay, as references. */
export function attributeText(text: string): string {
  return elementText(text)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;");
}

/** A text between the tags of a primitive: it holds no tag at all. */
export function elementText(text: string): string {
  return visibleText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A value as JSON between tags: it stays JSON, and holds no tag. */
export function elementJson(value: unknown): string {
  return visibleText(JSON.stringify(value))
    .replaceAll("&", "\\u0026")
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e");
}

/** Attributes in the given order, each with a space before it; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | boolean | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join("");
}
