import type { HistoryEntry } from "./workflow-definition.ts";

// How the compiler sees the store. What a builder has learnt is kept in unions of small interfaces: TypeScript carries
// those from call to call for nothing, where an object that grows by a mapped type is made anew at each.

/** The result of one step. */
export interface Result<Name extends string, Value> {
  readonly name: Name;
  readonly value: Value;
}

/** What one step wrote to sub-stores. */
export interface Write<Name extends string, Value> {
  readonly name: Name;
  readonly value: Value;
}

/** Any `Result` or `Write`. */
export interface AnyEntry {
  readonly name: string;
  readonly value: unknown;
}

/** The value of the entry of this name. */
export type ValueOf<Entries, Name> = Entries extends { readonly name: Name; readonly value: infer Value }
  ? Value
  : never;

/** Every property optional, at every depth; lists stay as they are. */
export type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends (...args: never[]) => unknown
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> }
      : Value;

/** Results by step: all that were declared so far; those in `Sure` have run on every way to here. */
export type StepsView<Results extends AnyEntry, Sure> = {
  readonly [Entry in Results as Entry["name"]]: Entry["name"] extends Sure
    ? Entry["value"]
    : Entry["value"] | undefined;
} & StepsMethods<Results>;

interface StepsMethods<Results extends AnyEntry> {
  /** Results of all finished visits of a step, oldest first. */
  all<Name extends Results["name"]>(step: Name): readonly ValueOf<Results, Name>[];
  /** Whether a step has finished at least once. */
  ran(step: Results["name"]): boolean;
  /** All finished visits, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/** What steps that have surely run wrote to a sub-store. */
type SureWrites<Writes, Sure, Store extends PropertyKey> = (
  Writes extends Write<infer Name, infer Value>
    ? Name extends Sure
      ? Value extends { readonly [Key in Store]: infer Part }
        ? (part: Part) => void
        : never
      : never
    : never
) extends (part: infer All) => void
  ? All
  : never;

/** The store in a callback. */
export type StoreView<Results extends AnyEntry, Sure, Stores, Writes> = {
  readonly steps: StepsView<Results, Sure>;
} & {
  readonly [Name in keyof Stores]: DeepPartial<Stores[Name]> & SureWrites<Writes, Sure, Name>;
};
