import { messageOf } from "../../message-of.ts";
import { jsonEqual } from "./json-equal.ts";
import { pointerSegment } from "./json-pointer.ts";
import { jsonSize } from "./json-size.ts";
import { assertKey, NotJsonError, ownJson } from "./own-json.ts";
import { isPlainObject } from "./plain-object.ts";
import { recordList } from "./record-list.ts";
import { pushOperation } from "./recorder.ts";
import type { Recorder } from "./recorder.ts";
import type { StatePatch } from "./skill-state.ts";

/** A new value, frozen, and how to get there. */
export interface StateChange {
  /** The old value itself if nothing changed; else it shares with it all that stayed. */
  readonly value: unknown;
  /** Empty if nothing changed. */
  readonly patch: StatePatch;
}

export interface RecordOptions {
  /** JSON pointer of the value. */
  readonly path: string;
  /** Whether many small operations may become one larger one that is shorter in all. Default true. */
  readonly fold?: boolean;
  /** Whether the values come from different places, so that equal elements of lists are not the same object. */
  readonly foreign?: boolean;
  /** Whether `after` itself is a copy that nobody else holds: then the new state is made of it, and not of another copy. */
  readonly own?: boolean;
}

/**
 * Finds out what changed between a state and what was made of it. Only objects that are not the same are looked into, so
 * after an edit of a draft this takes time in proportion to the edit. The state is put together here, of what was there and
 * of copies of what was written, so that state and patch cannot differ. Throws `NotJsonError`.
 */
export function recordChange(before: unknown, after: unknown, options: RecordOptions): StateChange {
  const { path, fold = true, foreign = false, own = false } = options;
  const recorder: Recorder = {
    operations: [],
    size: 0,
    fold,
    foreign,
    change: (from, to, where) => change(from, to, where, recorder),
  };
  const value = guarded(path, () => change(before, after, path, recorder, own));
  return { value, patch: Object.freeze(recorder.operations) };
}

/** How many operations something must take before one for all is considered: small ones say more. */
const manyOperations = 8;

function change(before: unknown, after: unknown, path: string, recorder: Recorder, own = false): unknown {
  if (before === after) return before;
  const { operations, size } = recorder;
  const count = operations.length;
  const opaque = isOpaque(path);
  let value: unknown;
  if (!opaque && Array.isArray(before) && Array.isArray(after)) value = recordList(before, after, path, recorder);
  else if (!opaque && isPlainObject(before) && isPlainObject(after))
    value = record(before, after, path, recorder, own ? after : undefined);
  else return replace(before, after, path, recorder);

  if (operations.length === count) return before;
  Object.freeze(value);
  if (recorder.fold && path !== "" && operations.length - count >= manyOperations) {
    const spent = recorder.size - size;
    const whole = jsonSize(value, spent);
    if (whole + path.length < spent) {
      operations.length = count;
      recorder.size = size + whole;
      pushOperation(recorder, { op: "replace", path, value });
    }
  }
  return value;
}

function replace(before: unknown, after: unknown, path: string, recorder: Recorder): unknown {
  const value = ownJson(after, path, recorder);
  if (jsonEqual(before, value)) return before;
  pushOperation(recorder, { op: "replace", path, value });
  return value;
}

function record(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: string,
  recorder: Recorder,
  own: Record<string, unknown> | undefined,
): object {
  if (Object.getOwnPropertySymbols(after).length > 0) throw new NotJsonError(path, "a symbol as a key is not JSON");
  // A copy of all that was there, then what is different: many times faster than key by key.
  const result: Record<string, unknown> = own ?? { ...before };
  const keys = Object.keys(before);
  let kept = 0;
  let at = 0;
  let isInOrder = true;
  for (const key in after) {
    if (at < keys.length && keys[at] !== key) isInOrder = false;
    at += 1;
    const value = after[key];
    if (value === undefined) {
      if (own !== undefined) delete own[key];
      continue;
    }
    const old = before[key];
    if (value === old && typeof value !== "function" && Object.hasOwn(before, key)) {
      kept++;
      continue;
    }
    assertKey(key, path);
    const where = `${path}/${pointerSegment(key)}`;
    if (Object.hasOwn(before, key)) {
      result[key] = change(old, value, where, recorder);
      kept++;
    } else {
      const added = ownJson(value, where, recorder);
      result[key] = added;
      pushOperation(recorder, { op: "add", path: where, value: added });
    }
  }
  if (kept < keys.length) {
    for (const key of keys) {
      if (Object.hasOwn(after, key) && after[key] !== undefined) continue;
      delete result[key];
      pushOperation(recorder, { op: "remove", path: `${path}/${pointerSegment(key)}` });
    }
  }
  return isInOrder || own !== undefined ? result : inOrderOf(after, result);
}

/** The same properties, in the order in which they were written. */
function inOrderOf(after: Readonly<Record<string, unknown>>, result: Record<string, unknown>): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const key in after) if (Object.hasOwn(result, key)) ordered[key] = result[key];
  return ordered;
}

/** Programs that apply patches, rfc6902 for one, do not go through these keys; what is behind them is replaced whole. */
function isOpaque(path: string): boolean {
  return path.endsWith("/constructor") || path.endsWith("/prototype");
}

/** A proxy or a getter in what a tool wrote may throw anything. */
function guarded<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotJsonError) throw error;
    throw new NotJsonError(path, `it cannot be read (${messageOf(error)})`);
  }
}
