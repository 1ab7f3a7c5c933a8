/** One thing done to a schema library: something read from it, or called. */
export type RecordedOperation =
  | { readonly get: string; readonly args?: undefined }
  | { readonly args: readonly unknown[]; readonly get?: undefined };

/** Tells recorded values from others, and finds functions among arguments. */
export interface KeyContext {
  /** The key of a recorded value; undefined of any other. */
  keyOf(value: unknown): string | undefined;
  /** How often an operation with these arguments has occurred, for arguments that cannot be told apart. */
  readonly counts: Map<string, number>;
  /** Is told of every function among the arguments. */
  readonly found?: (id: string, value: unknown) => void;
}

/** The key of the library itself. */
export const rootKey = "";

/**
 * A key for what an operation gives: the same when a skill is built and when it runs, however its code was minified. So
 * functions count by their place and not by their text.
 */
export function recordKey(parent: string, operation: RecordedOperation, context: KeyContext): string {
  if (operation.get !== undefined) return hash(`${parent}.${operation.get}`);
  const functions: unknown[] = [];
  const text = `${parent}(${operation.args.map((arg) => textOf(arg, context, functions)).join()})`;
  if (functions.length === 0) return hash(text);
  const count = context.counts.get(text) ?? 0;
  context.counts.set(text, count + 1);
  const key = hash(`${text}#${count}`);
  for (const [index, value] of functions.entries()) context.found?.(`${key}.${index}`, value);
  return key;
}

function textOf(value: unknown, context: KeyContext, functions: unknown[]): string {
  const key = context.keyOf(value);
  if (key !== undefined) return `@${key}`;
  if (typeof value === "function") {
    functions.push(value);
    return "()";
  }
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, context, functions)).join()}]`;
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${textOf(part, context, functions)}`,
  );
  return `{${entries.join()}}`;
}

/** 53 bits, as text. Nobody chooses what is hashed but the skill's author; the build looks for collisions. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
