import type { SkillManifest } from "./types.ts";

/** What a catalog says about a skill. */
export interface LevelOne {
  readonly name: string;
  readonly description: string;
  readonly compatibility: string | undefined;
  readonly disableModelInvocation: boolean | undefined;
  readonly userInvocable: boolean | undefined;
}

type Fields = { -readonly [Field in keyof LevelOne]?: string | boolean };

/** The fields of a catalog, and what they are called here. */
const fieldOf: Readonly<Record<string, keyof LevelOne>> = {
  name: "name",
  description: "description",
  compatibility: "compatibility",
  "disable-model-invocation": "disableModelInvocation",
  "user-invocable": "userInvocable",
};
/** Plain words that are no texts. */
const notText = /^(?:true|false|yes|no|on|off|null|nan|inf)$/i;
const keyText = /^[a-z][a-z-]*$/;
const blockSign = /^[>|]-?$/;
const space = 0x20;
const hyphen = 0x2d;
const lineFeed = 0x0a;

/**
 * The fields of a catalog from a SKILL.md as most are written: nothing in them that needs all of YAML. Undefined for
 * anything else, which is then read whole, with the same result.
 */
export function readLevelOne(raw: string): LevelOne | undefined {
  if (!raw.startsWith("---\n")) return undefined;
  const fields: Fields = {};
  for (let start = 4; ;) {
    const end = raw.indexOf("\n", start);
    if (end < 0) return undefined;
    const first = raw.charCodeAt(start);
    if (first === hyphen && raw.startsWith("---", start)) return end === start + 3 ? complete(fields) : undefined;
    // What is indented, or an item of a list, belongs to the field above.
    if (first !== space && first !== hyphen && first !== lineFeed && !readField(raw, start, end, fields))
      return undefined;
    start = end + 1;
  }
}

function complete({
  name,
  description,
  compatibility,
  disableModelInvocation,
  userInvocable,
}: Fields): LevelOne | undefined {
  if (typeof name !== "string" || typeof description !== "string") return undefined;
  return { name, description, compatibility, disableModelInvocation, userInvocable } as LevelOne;
}

/** Takes a line with a key; false if it needs a closer look. */
function readField(raw: string, start: number, end: number, fields: Fields): boolean {
  const colon = raw.indexOf(":", start);
  const key = raw.slice(start, colon);
  if (colon < 0 || colon > end || !keyText.test(key)) return false;
  const field = Object.hasOwn(fieldOf, key) ? fieldOf[key] : undefined;
  if (field === undefined) return true;
  if (fields[field] !== undefined || raw.charCodeAt(colon + 1) !== space) return false;
  const text = raw.slice(colon + 2, end).trim();
  const value = blockSign.test(text) ? readBlock(raw, end + 1, text.startsWith(">")) : readLine(raw, end, text);
  const isFlag = field === "disableModelInvocation" || field === "userInvocable";
  if (value === undefined || (typeof value === "boolean") !== isFlag) return false;
  fields[field] = value;
  return true;
}

/** A value on the line of its key; undefined if it may go on below, or if YAML may read it as something else. */
function readLine(raw: string, end: number, value: string): string | boolean | undefined {
  const below = raw.charCodeAt(end + 1);
  if (below === space || below === lineFeed) return undefined;
  if (value === "true" || value === "false") return value === "true";
  const quote = value.charAt(0);
  if (quote === '"' || quote === "'") {
    const isSimple = value.indexOf(quote, 1) === value.length - 1 && value.length > 1 && !value.includes("\\");
    return isSimple ? value.slice(1, -1).trim() : undefined;
  }
  const isPlain =
    isLetter(value) &&
    !value.endsWith(":") &&
    !value.includes(": ") &&
    !value.includes(" #") &&
    !value.includes("\t") &&
    !notText.test(value);
  return isPlain ? value : undefined;
}

/** Whether a text begins with a letter: no sign of YAML's does. */
function isLetter(text: string): boolean {
  const code = text.charCodeAt(0) | 0x20;
  return (code >= 0x61 && code <= 0x7a) || (code > 0x7f && /^\p{L}/u.test(text));
}

/** A block scalar whose lines are indented alike, none of them blank; undefined for any other. */
function readBlock(raw: string, from: number, folded: boolean): string | undefined {
  const lines: string[] = [];
  let indent = 0;
  for (let start = from; raw.charCodeAt(start) === space;) {
    const end = raw.indexOf("\n", start);
    if (end < 0) return undefined;
    const line = raw.slice(start, end);
    const text = line.trim();
    if (lines.length === 0) indent = line.length - text.length;
    // Nothing around the text but the indentation, the same in every line.
    if (text === "" || line.length - text.length !== indent || line.charCodeAt(indent - 1) !== space) return undefined;
    lines.push(text);
    start = end + 1;
    if (raw.charCodeAt(start) === lineFeed) return undefined;
  }
  return lines.length === 0 ? undefined : lines.join(folded ? " " : "\n");
}

/** The same fields of a skill that was read whole. */
export function levelOneOf({ name, description, compatibility, dialect }: SkillManifest): LevelOne {
  const { disableModelInvocation, userInvocable } = dialect;
  return { name, description, compatibility, disableModelInvocation, userInvocable };
}
