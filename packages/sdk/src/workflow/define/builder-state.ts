import type { Reached, SureAt, WaysPast, WaysTo, WriteOf } from "./builder-types.ts";
import type { AnyEntry, Result, StoreView } from "./store-types.ts";

/** What a builder has learnt from the calls so far. */
export interface BuilderState<
  Input = unknown,
  Params = unknown,
  Final = unknown,
  Stores = unknown,
  Names extends string = string,
  Results extends AnyEntry = AnyEntry,
  Writes = unknown,
  Ways = unknown,
  Targets = unknown,
  Places = unknown,
> {
  /** Params as `start` takes them; undefined where there are none. */
  readonly input: Input;
  /** Params as callbacks see them. */
  readonly params: Params;
  readonly final: Final;
  readonly stores: Stores;
  /** Steps declared so far. */
  readonly names: Names;
  readonly results: Results;
  readonly writes: Writes;
  /** Ways to steps that are not declared yet. */
  readonly ways: Ways;
  /** What a `next` has named, and is not declared yet. */
  readonly targets: Targets;
  /** What may be named besides steps: `subskill:x`, `topic:y`. */
  readonly places: Places;
}

/** The state after one more step, which leads to `To`, and to `Failure` before it is done. */
export type WithStep<State extends BuilderState, Name extends string, Value, Saved, To, Failure, Sure> = BuilderState<
  State["input"],
  State["params"],
  State["final"],
  State["stores"],
  State["names"] | Name,
  State["results"] | Result<Name, Value>,
  State["writes"] | WriteOf<Name, Saved>,
  | WaysPast<State["ways"], Name>
  | WaysTo<Reached<To, Name>, State["names"] | Name, Sure | Name>
  | WaysTo<Failure, State["names"] | Name, Sure>,
  Exclude<State["targets"] | Reached<To, Name> | Failure, State["names"] | Name>,
  State["places"]
>;

/** What has surely run when a step of this name is shown. */
export type SureIn<State extends BuilderState, Name> = SureAt<State["ways"], Name>;

/** The store of a step before which `Sure` have run. */
export type StoreIn<State extends BuilderState, Sure> = StoreView<
  State["results"],
  Sure,
  State["stores"],
  State["writes"]
>;

/** A store that also has the results of the step itself. */
export type StoreWith<Store, Name extends string, Value> = Store & {
  readonly steps: { readonly [Own in Name]: Value } & OwnMethods<Name, Value>;
};

interface OwnMethods<Name, Value> {
  all(step: Name): readonly Value[];
  ran(step: Name): boolean;
}

/** Names that mean something else. */
export type ReservedStepName =
  | "self"
  | "all"
  | "ran"
  | "history"
  | "__parent__"
  | "__terminal__"
  | "__proto__"
  | "toJSON";

/** Refuses a name that is taken, or that means something else; the compiler shows the sentence. */
export type NewName<Name extends string, Taken> = Name extends Taken
  ? { readonly "a step of this name is there already": Name }
  : Name extends ReservedStepName | "" | `${string}/${string}` | `${string}#${string}` | `${string}:${string}`
    ? { readonly "a step cannot be called that": Name }
    : unknown;
