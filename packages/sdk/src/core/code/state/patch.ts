import { jsonEqual } from "./json-equal.ts";
import { pointerKeys } from "./json-pointer.ts";
import { NotJsonError, ownJson } from "./own-json.ts";
import { isPlainObject } from "./plain-object.ts";
import { recordChange } from "./record-change.ts";
import type { StateOperation, StatePatch, StateSnapshot } from "./skill-state.ts";
import { stateInvalid } from "./state-errors.ts";

type Container = Record<string, unknown> | unknown[];

/**
 * A snapshot with a patch applied, strictly as RFC 6902 says; it shares all that the patch does not touch. Throws
 * `state-invalid` if an operation does not apply. Only own properties are followed, so no path leads to a prototype.
 */
export function applyStatePatch(snapshot: StateSnapshot, patch: StatePatch): StateSnapshot {
  const copied = new Set<object>();
  let root: unknown = snapshot;

  /** The container of a path's last key, copied on the way so that it may be changed. */
  const parentOf = (keys: readonly string[]): Container => {
    root = copyOnce(root, copied);
    let parent = root as Container;
    for (const key of keys.slice(0, -1)) {
      const child = copyOnce(childOf(parent, key), copied);
      if (Array.isArray(parent)) parent[Number(key)] = child;
      else parent[key] = child;
      parent = child;
    }
    return parent;
  };
  const add = (keys: readonly string[], value: unknown): void => {
    if (keys.length === 0) root = value;
    else insert(parentOf(keys), keys.at(-1) ?? "", value);
  };
  const remove = (keys: readonly string[]): unknown => {
    const parent = parentOf(keys);
    const key = keys.at(-1);
    if (key === undefined) throw new Inapplicable("the whole state cannot be removed");
    const value = childOf(parent, key);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return value;
  };
  const valueAt = (keys: readonly string[]): unknown => keys.reduce(childOf, root);
  const apply = (operation: StateOperation): void => {
    const path = keysOf(operation.path);
    switch (operation.op) {
      case "add":
        return add(path, ownJson(operation.value, operation.path));
      case "replace": {
        const value = ownJson(operation.value, operation.path);
        if (path.length > 0) remove(path);
        return add(path, value);
      }
      case "remove":
        return void remove(path);
      case "move": {
        if (operation.path.startsWith(`${operation.from}/`)) throw new Inapplicable("nothing can be moved into itself");
        return add(path, remove(keysOf(operation.from)));
      }
      case "copy":
        return add(path, ownJson(valueAt(keysOf(operation.from)), operation.path));
      case "test":
        if (!jsonEqual(valueAt(path), operation.value)) throw new Inapplicable("the value is another one");
        return;
      default:
        throw new Inapplicable("there is no such operation");
    }
  };

  for (const [index, operation] of patch.entries()) {
    try {
      apply(operation);
    } catch (error) {
      if (!(error instanceof Inapplicable) && !(error instanceof NotJsonError)) throw error;
      const message = `Operation ${index} of the patch (${String(operation.op)} ${JSON.stringify(operation.path)}) does not apply: ${error.message}.`;
      throw stateInvalid({ namespace: keyOrNothing(operation.path), skill: "" }, String(operation.path), message);
    }
  }
  if (!isPlainObject(root))
    throw stateInvalid({ namespace: "", skill: "" }, "", "The patch leaves no object as the state.");
  for (const container of copied) Object.freeze(container);
  return root;
}

/** A patch that leads from one snapshot to another, wherever they come from. Throws `state-invalid` for one that is not JSON. */
export function diffStates(before: StateSnapshot, after: StateSnapshot): StatePatch {
  try {
    return recordChange(ownJson(before), ownJson(after), { path: "", foreign: true }).patch;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    const message = `The snapshot is not JSON, at "${error.path}": ${error.message}.`;
    throw stateInvalid({ namespace: keyOrNothing(error.path), skill: "" }, error.path, message);
  }
}

/** Why an operation does not apply. */
class Inapplicable extends Error {}

function keysOf(pointer: unknown): readonly string[] {
  const keys = typeof pointer === "string" ? pointerKeys(pointer) : undefined;
  if (keys === undefined) throw new Inapplicable("its path is not a JSON pointer");
  if (keys.includes("__proto__")) throw new Inapplicable("a key may not be __proto__");
  return keys;
}

function keyOrNothing(pointer: unknown): string {
  return (typeof pointer === "string" ? pointerKeys(pointer) : undefined)?.[0] ?? "";
}

function childOf(parent: unknown, key: string): unknown {
  if (Array.isArray(parent) && isIndex(key) && Number(key) < parent.length) return parent[Number(key)];
  if (isPlainObject(parent) && Object.hasOwn(parent, key)) return parent[key];
  throw new Inapplicable(`there is no ${JSON.stringify(key)}`);
}

function insert(parent: Container, key: string, value: unknown): void {
  if (!Array.isArray(parent)) parent[key] = value;
  else if (key === "-") parent.push(value);
  else if (isIndex(key) && Number(key) <= parent.length) parent.splice(Number(key), 0, value);
  else throw new Inapplicable(`the list has no place ${JSON.stringify(key)}`);
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key);
}

function copyOnce(value: unknown, copied: Set<object>): Container {
  if (typeof value !== "object" || value === null) throw new Inapplicable("there is no object or list on its path");
  if (copied.has(value)) return value as Container;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copied.add(copy);
  return copy;
}
