import type { JsonSchema } from "../../../core/code/code-tool.ts";
import { patternText } from "./pattern-text.ts";
import type { Random } from "./random.ts";

const words = ["alpha", "beta", "a line\nand another", "naïve ☃", "<b>&\"'`", "0", " ", "x".repeat(80)];

/** A text that fits a schema's lengths, pattern and format as far as they are known; undefined if none was found. */
export function textValue(schema: JsonSchema, random: Random): string | undefined {
  const { pattern, format } = schema;
  for (let tries = 0; tries < 60; tries++) {
    const text = candidate(schema, random, tries);
    if (text !== undefined && fits(schema, text)) return text;
    if (pattern === undefined && format === undefined && tries > 3) return undefined;
  }
  return undefined;
}

function candidate(schema: JsonSchema, random: Random, tries: number): string | undefined {
  const { pattern, format, minLength, maxLength } = schema;
  const formatted = typeof format === "string" ? formatText(format, random) : undefined;
  if (formatted !== undefined && (typeof pattern !== "string" || tries % 2 === 0)) return formatted;
  if (typeof pattern === "string") return patternText(pattern, random);
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Infinity;
  let text = random.chance(0.1) ? "" : random.pick(words);
  while ([...text].length < least) text += random.pick(["a", "é", " b"]);
  return [...text].slice(0, most).join("");
}

function fits({ pattern, minLength, maxLength }: JsonSchema, text: string): boolean {
  const { length } = [...text];
  if (typeof minLength === "number" && length < minLength) return false;
  // Some libraries count UTF-16 units, others characters: what is in bounds by both is safe.
  if (typeof maxLength === "number" && text.length > maxLength) return false;
  return typeof pattern !== "string" || matches(pattern, text);
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    try {
      return new RegExp(pattern).test(text);
    } catch {
      return false;
    }
  }
}

function formatText(format: string, random: Random): string | undefined {
  const number = random.int(1, 28);
  const two = String(number).padStart(2, "0");
  const hex = (length: number): string => Array.from({ length }, () => random.int(0, 15).toString(16)).join("");
  const date = `20${random.int(10, 30)}-${String(random.int(1, 12)).padStart(2, "0")}-${two}`;
  const time = `${String(random.int(0, 23)).padStart(2, "0")}:${two}:00`;
  switch (format) {
    case "email":
    case "idn-email":
      return `person${number}@example.com`;
    case "uri":
    case "url":
    case "uri-reference":
    case "iri":
      return `https://example.com/path/${number}`;
    case "hostname":
    case "idn-hostname":
      return `host${number}.example.com`;
    case "ipv4":
      return `10.0.0.${number}`;
    case "ipv6":
      return `2001:db8:0:0:0:0:0:${hex(4)}`;
    case "uuid":
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
    case "date":
      return date;
    case "time":
      return `${time}Z`;
    case "date-time":
      return `${date}T${time}Z`;
    case "duration":
      return `P${number}D`;
    case "regex":
      return "^a+$";
    case "json-pointer":
      return `/a/${number}`;
    case "byte":
    case "base64":
      return "YWJj";
    default:
      return undefined;
  }
}
