import { isRecord } from "./is-record.ts";

/** What an option must be: a test, and the same in words. */
export interface OptionRule {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
  /** Whether a message may quote what it is instead: not where it may be a secret. */
  readonly quote?: boolean;
}

/** What is wrong with options from a program without types; undefined where nothing is. Options that are left out are fine. */
export function refusedOptions(options: unknown, rules: Readonly<Record<string, OptionRule>>): string | undefined {
  if (!isRecord(options)) return `its options must be an object, not ${shapeOf(options)}`;
  for (const [name, { is, words, quote = false }] of Object.entries(rules)) {
    const value = options[name];
    if (value === undefined || is(value)) continue;
    const given = quote && typeof value === "string" ? JSON.stringify(value) : shapeOf(value);
    return `\`${name}\` must be ${words}, not ${given}`;
  }
  return undefined;
}

export const aText: OptionRule = { is: (value) => typeof value === "string", words: "a text" };
export const aFlag: OptionRule = { is: (value) => typeof value === "boolean", words: "true or false" };
export const aFunction: OptionRule = { is: (value) => typeof value === "function", words: "a function" };
export const aCount: OptionRule = {
  is: (value) => typeof value === "number" && value >= 0,
  words: "a number from 0 up",
};
export const textList: OptionRule = {
  is: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  words: "an array of texts",
};

/** One of some texts. */
export function oneOf(...texts: readonly string[]): OptionRule {
  const words = texts.map((text) => `"${text}"`).join(" or ");
  return { is: (value) => typeof value === "string" && texts.includes(value), words, quote: true };
}

/** An object with these methods. */
export function withMethods(...names: readonly string[]): OptionRule {
  const is = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "function");
  return { is, words: `an object with ${names.map((name) => `${name}()`).join(" and ")}` };
}

/** What a value is, in words that show nothing of what it holds: an option may be a secret. */
export function shapeOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean" || typeof value === "number")
    return String(value);
  if (Array.isArray(value)) return "an array of another kind";
  if (typeof value === "string") return "a text";
  return typeof value === "object" ? "an object of another shape" : `a ${typeof value}`;
}
