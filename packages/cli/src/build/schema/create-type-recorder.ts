import { recordKey, type RecordedOperation, rootKey } from "@tradecraft/sdk/workflow/prepared";

/** Something that a skill's code made with ArkType, and what it really is. */
export interface RecordedValue {
  readonly key: string;
  readonly real: unknown;
  /** As an author would know it: the beginning of the call. */
  readonly text: string;
}

/** ArkType's `type` that remembers what was done with it. */
export interface TypeRecorder {
  readonly type: unknown;
  readonly values: ReadonlyMap<string, RecordedValue>;
  /** Keys of values of which others were made. */
  readonly stages: ReadonlySet<string>;
  /** Ids of functions that were given to it. */
  readonly functions: ReadonlyMap<unknown, string>;
  /** The key of a value that came out of `type`. */
  keyOf(value: unknown): string | undefined;
}

type Callable = (...args: unknown[]) => unknown;

interface Node extends RecordedValue {
  readonly parent?: Node;
  readonly isRead: boolean;
}

/** Wraps the real `type`, so that each value made with it has the key under which the built skill will look for it. */
export function createTypeRecorder(real: unknown): TypeRecorder {
  const nodes = new WeakMap<object, Node>();
  const values = new Map<string, RecordedValue>();
  const functions = new Map<unknown, string>();
  const operations = new Map<string, string>();
  const stages = new Set<string>();
  const keyOf = (value: unknown): string | undefined => nodeOf(value)?.key;
  const context = {
    keyOf,
    counts: new Map<string, number>(),
    found: (id: string, value: unknown): void => {
      if (!functions.has(value)) functions.set(value, id);
    },
  };
  const nodeOf = (value: unknown): Node | undefined => (typeof value === "function" ? nodes.get(value) : undefined);

  const unwrap = (value: unknown): unknown => {
    const node = nodeOf(value);
    if (node) {
      stages.add(node.key);
      return node.real;
    }
    if (Array.isArray(value)) return value.map(unwrap);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrap(part)]));
  };

  const record = (parent: Node, operation: RecordedOperation, value: unknown): unknown => {
    const key = recordKey(parent.key, operation, context);
    const text =
      operation.get === undefined ? `${parent.text}(${shorten(operation.args)})` : `${parent.text}.${operation.get}`;
    const before = operations.get(key);
    if (before !== undefined && before !== text)
      throw new Error(`Two schemas have the same key: ${before} and ${text}.`);
    operations.set(key, text);
    values.set(key, { key, real: value, text });
    stages.add(parent.key);
    if (typeof value !== "function") return value;
    return wrap({ key, real: value, text, parent, isRead: operation.get !== undefined });
  };

  const wrap = (node: Node): unknown => {
    const proxy: object = new Proxy(() => undefined, {
      get: (_, name) => {
        const value: unknown = Reflect.get(node.real as object, name);
        if (typeof name === "symbol" || name === "prototype" || name.startsWith("~")) return value;
        if (name === "then") return undefined;
        return record(node, { get: name }, value);
      },
      has: (_, name) => Reflect.has(node.real as object, name),
      apply: (_, __, args: unknown[]) => {
        const made: unknown = Reflect.apply(
          node.real as Callable,
          node.isRead ? node.parent?.real : undefined,
          args.map(unwrap),
        );
        // A type that is called checks something; what comes of that is nobody's schema.
        return isType(node.real) ? made : record(node, { args }, made);
      },
    });
    nodes.set(proxy, node);
    return proxy;
  };

  const root: Node = { key: rootKey, real, text: "type", isRead: false };
  return { type: wrap(root), values, stages, functions, keyOf };
}

/** Whether a value is a schema, and not the function that makes them. */
export function isType(value: unknown): value is Callable & { readonly internal: unknown } {
  return typeof value === "function" && "~standard" in value && "internal" in value;
}

function shorten(args: readonly unknown[]): string {
  const text = args.map((arg) => (typeof arg === "function" ? "…" : (JSON.stringify(arg) ?? String(arg)))).join(", ");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
