import { messageOf } from "../../message-of.ts";
import { jsonPointer } from "./json-pointer.ts";
import { isPlainObject } from "./plain-object.ts";

/** Levels of nesting that a state may have; what walks it is recursive, here and at those who get the patches. */
export const MAX_DEPTH = 500;

/** A value that JSON does not have, and where it was found. */
export class NotJsonError extends Error {
  override readonly name: string = "NotJsonError";
  /** JSON pointer. */
  readonly path: string;

  constructor(path: string, what: string) {
    super(what);
    this.path = path;
  }
}

/** Counts what values take as JSON, roughly, in characters. */
export interface JsonSize {
  size: number;
}

/**
 * A frozen copy of a JSON value that nobody else has. Properties that are undefined are left out; anything else that JSON
 * does not have throws `NotJsonError`. A copy, because the original may be an object of the program, a proxy, or change.
 */
export function ownJson(value: unknown, path = "", counter: JsonSize = { size: 0 }): unknown {
  const walk: Walk = { counter, depth: path.split("/").length - 1, objects: [], keys: [] };
  try {
    return copy(value, walk);
  } catch (error) {
    const where = path + jsonPointer(walk.keys);
    if (error instanceof NotJson) throw new NotJsonError(where, error.message);
    // A getter that throws, or a draft of an edit that is over.
    throw new NotJsonError(where, `it cannot be read (${messageOf(error)})`);
  }
}

/** Refuses the one key that sets a prototype wherever a value is copied carelessly. */
export function assertKey(key: string, path: string): void {
  if (key === "__proto__") throw new NotJsonError(`${path}/__proto__`, protoKey);
}

const protoKey = "a key may not be __proto__";

/** Thrown inside a walk, which knows where it is. */
class NotJson extends Error {}

/** Where a walk is: the objects that it is inside of and the keys that led there. */
interface Walk {
  readonly counter: JsonSize;
  readonly depth: number;
  readonly objects: object[];
  readonly keys: (string | number)[];
}

function copy(value: unknown, walk: Walk): unknown {
  const { counter } = walk;
  switch (typeof value) {
    case "string":
      counter.size += value.length + 2;
      return value;
    case "boolean":
      counter.size += 5;
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new NotJson(`${value} is not a number that JSON has`);
      counter.size += 8;
      // JSON has no negative zero.
      return value === 0 ? 0 : value;
    case "object":
      counter.size += 4;
      return value === null ? null : copyObject(value, walk);
    default:
      throw new NotJson(`${nameOf(value)} is not JSON`);
  }
}

function copyObject(value: object, walk: Walk): unknown {
  const { objects } = walk;
  if (objects.includes(value)) throw new NotJson("it contains itself");
  if (walk.depth + objects.length >= MAX_DEPTH) throw new NotJson(`it is nested deeper than ${MAX_DEPTH} levels`);
  objects.push(value);
  const result = Array.isArray(value) ? copyList(value, walk) : copyRecord(value, walk);
  objects.pop();
  return Object.freeze(result);
}

function copyList(list: readonly unknown[], walk: Walk): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    walk.keys.push(index);
    walk.counter.size += 1;
    result.push(copy(list[index], walk));
    walk.keys.pop();
  }
  return result;
}

function copyRecord(record: object, walk: Walk): object {
  if (!isPlainObject(record)) throw new NotJson(`${nameOf(record)} is not JSON`);
  if (Object.getOwnPropertySymbols(record).length > 0) throw new NotJson("a symbol as a key is not JSON");
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    walk.keys.push(key);
    if (key === "__proto__") throw new NotJson(protoKey);
    const value = record[key];
    if (value !== undefined) {
      walk.counter.size += key.length + 4;
      result[key] = copy(value, walk);
    }
    walk.keys.pop();
  }
  return result;
}

function nameOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== ""
    ? `an object of the class ${constructor.name}`
    : "an object of a class";
}
