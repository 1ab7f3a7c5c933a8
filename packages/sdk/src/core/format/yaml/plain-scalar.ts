/** The words that are not text. */
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
const INTEGER = /^[-+]?[0-9]+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+)$/;

const STRING = 0;
const WORD = 1;
const NUMBER = 2;

/** What a plain scalar can be, by its first character: text, unless it is that of null, true, false or a number. */
const KIND_BY_FIRST = new Uint8Array(128);
for (const character of "~nNtTfF") KIND_BY_FIRST[character.charCodeAt(0)] = WORD;
for (const character of "0123456789+-.") KIND_BY_FIRST[character.charCodeAt(0)] = NUMBER;

/** The longest text that can be null or a boolean. */
const LONGEST_WORD = "false".length;

/** Everything that any of the number patterns takes, and little else. */
const MAY_BE_NUMBER = /^[-+.0-9][-+.0-9a-fA-FinoxINX]*$/;

/** Value of a plain scalar under the core schema of YAML 1.2. @see https://yaml.org/spec/1.2.2/#103-core-schema */
export function resolvePlainScalar(text: string): string | number | boolean | null {
  if (text === "") return null;
  const first = text.charCodeAt(0);
  const kind = first < 128 ? KIND_BY_FIRST[first] : STRING;
  if (kind === STRING) return text;
  if (kind === WORD) return text.length <= LONGEST_WORD ? resolveWord(text) : text;
  return MAY_BE_NUMBER.test(text) ? resolveNumber(text) : text;
}

function resolveWord(text: string): string | boolean | null {
  const value = WORDS.get(text);
  return value === undefined ? text : value;
}

function resolveNumber(text: string): string | number {
  if (INTEGER.test(text)) return Number.parseInt(text, 10);
  if (FLOAT.test(text)) return Number.parseFloat(text);
  if (OCTAL.test(text)) return Number.parseInt(text.slice(2), 8);
  if (HEXADECIMAL.test(text)) return Number.parseInt(text.slice(2), 16);
  if (INFINITE.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NOT_A_NUMBER.test(text) ? Number.NaN : text;
}
