import { splitAllowedTools } from "./allowed-tools.ts";
import type { FrontmatterValue, SkillDialect } from "./types.ts";
import { quoteScalar } from "./yaml/quote.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What a client's field wants to be, in words. */
type DialectType = "text" | "text or a number" | "true or false" | "a list" | "a mapping";

interface DialectField {
  readonly property: keyof SkillDialect;
  readonly type: DialectType;
}

/** Frontmatter fields of common clients. @see https://code.claude.com/docs/en/skills */
const FIELDS: { readonly [field: string]: DialectField } = {
  "argument-hint": { property: "argumentHint", type: "text" },
  arguments: { property: "arguments", type: "a list" },
  when_to_use: { property: "whenToUse", type: "text" },
  "disable-model-invocation": { property: "disableModelInvocation", type: "true or false" },
  "user-invocable": { property: "userInvocable", type: "true or false" },
  "disallowed-tools": { property: "disallowedTools", type: "a list" },
  model: { property: "model", type: "text" },
  effort: { property: "effort", type: "text or a number" },
  context: { property: "context", type: "text" },
  agent: { property: "agent", type: "text" },
  paths: { property: "paths", type: "a list" },
  hooks: { property: "hooks", type: "a mapping" },
};

/** Names of the client fields. */
export const DIALECT_FIELDS: readonly string[] = Object.keys(FIELDS);

/** The client fields as a frontmatter has them. */
export function dialectFields(dialect: SkillDialect): { [field: string]: FrontmatterValue } {
  const pairs = Object.entries(FIELDS).map(([field, { property }]) => [field, dialect[property]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as { [field: string]: FrontmatterValue };
}

/** True for a field that common clients define. */
export function isDialectField(field: string): boolean {
  return Object.hasOwn(FIELDS, field);
}

/** A client field whose value is not what clients expect. */
export interface DialectMismatch {
  readonly expected: DialectType;
  /** What the value should be written as, where that is obvious. */
  readonly rewrite?: string;
}

/** Files a client's field under its typed name. Returns what is wrong with the value, if anything. */
export function readDialectField(
  dialect: SkillDialect,
  field: string,
  value: FrontmatterValue,
  source: string,
): DialectMismatch | undefined {
  const known = FIELDS[field];
  if (known === undefined || value === null) return undefined;
  const target = dialect as Mutable<{ [property: string]: unknown }>;
  const { property, type } = known;
  switch (type) {
    case "text":
    case "text or a number":
      if (typeof value === "string") target[property] = value.trim();
      else if (typeof value === "number" && type === "text or a number") target[property] = value;
      else if (isMappingOrList(value) && !source.startsWith("[")) return { expected: type };
      else {
        // `argument-hint: [file]` is meant as text: brackets are how hints are written.
        target[property] = source === "" ? JSON.stringify(value) : source;
        return source === "" ? { expected: type } : { expected: type, rewrite: quoteScalar(source) };
      }
      return undefined;
    case "true or false": {
      if (typeof value === "boolean") {
        target[property] = value;
        return undefined;
      }
      const meant = meantBoolean(value);
      if (meant === undefined) return { expected: type };
      target[property] = meant;
      return { expected: type, rewrite: String(meant) };
    }
    case "a list":
      if (typeof value === "string")
        target[property] = property === "paths" ? splitPatterns(value) : splitAllowedTools(value);
      else if (Array.isArray(value))
        target[property] = value.flatMap((item) => (typeof item === "object" ? [] : [String(item)]));
      else return { expected: type };
      return undefined;
    case "a mapping":
      if (!isMappingOrList(value) || Array.isArray(value)) return { expected: type };
      target[property] = value;
      return undefined;
  }
}

function isMappingOrList(value: FrontmatterValue): boolean {
  return typeof value === "object" && value !== null;
}

/** The words YAML 1.1 took for booleans, and quoted ones. */
function meantBoolean(value: FrontmatterValue): boolean | undefined {
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|on)$/i.test(value.trim())) return true;
  return /^(?:false|no|off)$/i.test(value.trim()) ? false : undefined;
}

/** Splits at commas that stand outside braces: `*.{ts,tsx}, My Notes.md` is two patterns. */
function splitPatterns(text: string): string[] {
  const patterns: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if (character === "{") depth++;
    else if (character === "}") depth--;
    if (at < text.length && (character !== "," || depth > 0)) continue;
    const pattern = text.slice(start, at).trim();
    if (pattern !== "") patterns.push(pattern);
    start = at + 1;
  }
  return patterns;
}
