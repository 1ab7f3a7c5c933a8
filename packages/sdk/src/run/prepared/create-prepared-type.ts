import type { Check, Preset } from "./check.ts";
import { PreparedErrors, preparedErrors } from "./prepared-errors.ts";
import { recordKey, type RecordedOperation, rootKey } from "./record-key.ts";
import { runCheck } from "./run-check.ts";

/** What was prepared for something that a skill's code made with its schema library. */
export interface PreparedEntry {
  /** A schema; without a check the library itself must check. */
  readonly schema?: { readonly check?: Check; readonly input?: object; readonly output?: object | 0 };
  /** Something else that is plain data, as a description. */
  readonly value?: unknown;
}

/** By key. 1 is something that only leads to others. */
export type PreparedTable = Readonly<Record<string, PreparedEntry | 1>>;

/** The schema library, for what could not be prepared. */
export interface SchemaLibrary {
  readonly type: unknown;
}

type Callable = (...args: unknown[]) => unknown;

interface Node {
  readonly key: string;
  readonly parent?: Node;
  readonly operation?: RecordedOperation;
  readonly proxy: unknown;
  real?: { readonly value: unknown };
}

/**
 * A stand-in for ArkType's `type` in a built skill. What the skill's code does with it was done before, when the skill was
 * built, so that what came of it is looked up; what is not there is done with the library, which is loaded for it.
 */
export function createPreparedType(table: PreparedTable, load: () => SchemaLibrary): unknown {
  const nodes = new WeakMap<object, Node>();
  const presets: Record<string, Preset> = {};
  const context = {
    keyOf: (value: unknown) => nodeOf(value)?.key,
    counts: new Map<string, number>(),
    found: (id: string, value: unknown): void => void (presets[id] = value as Preset),
  };
  const children = new Map<string, Node>();
  let library: SchemaLibrary | undefined;

  const nodeOf = (value: unknown): Node | undefined => (typeof value === "function" ? nodes.get(value) : undefined);

  /** The same with the library's own values in the place of ours. */
  const unwrap = (value: unknown): unknown => {
    const node = nodeOf(value);
    if (node) return realOf(node);
    if (Array.isArray(value)) return value.map(unwrap);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrap(part)]));
  };

  const realOf = (node: Node): unknown => {
    node.real ??= { value: makeReal(node) };
    return node.real.value;
  };

  const makeReal = ({ parent, operation }: Node): unknown => {
    if (!parent || !operation) return (library ??= load()).type;
    if (operation.get !== undefined) return (realOf(parent) as Record<string, unknown>)[operation.get];
    const receiver = parent.operation?.get !== undefined && parent.parent ? realOf(parent.parent) : undefined;
    return Reflect.apply(realOf(parent) as Callable, receiver, operation.args.map(unwrap));
  };

  const entryOf = ({ key }: Node): PreparedEntry | undefined => {
    const entry = Object.hasOwn(table, key) ? table[key] : undefined;
    return entry === 1 ? undefined : entry;
  };

  const validate = (node: Node, data: unknown): unknown => {
    const check = entryOf(node)?.schema?.check;
    if (check === undefined) return (realOf(node) as Callable)(data);
    const result = runCheck(check, data, presets);
    return "value" in result ? result.value : preparedErrors(result.failures);
  };

  const standardOf = (node: Node): unknown => {
    const schema = entryOf(node)?.schema;
    if (!schema) return (realOf(node) as Record<string, unknown>)["~standard"];
    const give = (side: object | undefined) => (): object => {
      if (!side) throw new TypeError("There is no JSON Schema for this.");
      return structuredClone(side);
    };
    return {
      version: 1,
      vendor: "arktype",
      validate: (data: unknown) => {
        const value = validate(node, data);
        return isErrors(value) ? { issues: value } : { value };
      },
      jsonSchema: {
        input: give(schema.input),
        output: give(schema.output === 0 ? undefined : (schema.output ?? schema.input)),
      },
    };
  };

  const isErrors = (value: unknown): value is readonly unknown[] =>
    value instanceof PreparedErrors ||
    (library !== undefined && value instanceof ((library.type as Record<string, unknown>)["errors"] as never));

  const assert = (node: Node) => (data: unknown) => {
    const value = validate(node, data);
    return isErrors(value) ? (value as PreparedErrors).throw() : value;
  };

  const read = (node: Node, name: string | symbol): unknown => {
    if (name === Symbol.hasInstance) return isErrors;
    // A promise would wait for it.
    if (typeof name === "symbol" || name === "then" || name === "prototype") return undefined;
    if (name === "~standard") return standardOf(node);
    const schema = entryOf(node)?.schema;
    if (schema?.check !== undefined) {
      if (name === "allows") return (data: unknown) => "value" in runCheck(schema.check as Check, data, presets);
      if (name === "assert") return assert(node);
    }
    const child = childOf(node, { get: name });
    const entry = entryOf(child);
    if (entry && "value" in entry) return entry.value;
    return child.proxy;
  };

  const call = (node: Node, args: readonly unknown[]): unknown => {
    if (entryOf(node)?.schema) return validate(node, args[0]);
    const child = childOf(node, { args });
    if (node.parent === undefined || Object.hasOwn(table, child.key)) return child.proxy;
    // Made while the skill runs: only the library knows whether this checks something, or makes something.
    const real = realOf(node);
    if (typeof real === "function" && "~standard" in real) return (real as unknown as Callable)(...args);
    const made = realOf(child);
    return typeof made === "function" ? child.proxy : made;
  };

  const childOf = (parent: Node, operation: RecordedOperation): Node => {
    const key = recordKey(parent.key, operation, context);
    let child = children.get(key);
    if (!child) children.set(key, (child = create(key, { parent, operation })));
    return child;
  };

  const create = (key: string, from: Pick<Node, "parent" | "operation">): Node => {
    const proxy: object = new Proxy(() => undefined, {
      get: (_, name) => read(node, name),
      has: (_, name) => name === "~standard" || Reflect.has(realOf(node) as object, name),
      apply: (_, __, args: unknown[]) => call(node, args),
    });
    const node: Node = { key, ...from, proxy };
    nodes.set(proxy, node);
    return node;
  };

  return create(rootKey, {}).proxy;
}
