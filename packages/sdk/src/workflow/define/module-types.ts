import type { BuilderState, NewName, StoreIn, StoreWith, SureIn, WithStep } from "./builder-state.ts";
import type { None, ResponseOf, SaveReturn, StepResultOf, Way, WaysTo } from "./builder-types.ts";
import type { StepConfig, TypedStep } from "./step-config.ts";
import type { AnyEntry } from "./store-types.ts";
import type { AnySchema, ModuleDefinition } from "./workflow-definition.ts";

/** What the compiler knows of a module. */
export interface ModuleTypes {
  readonly input: unknown;
  readonly stores: object;
  readonly entry: string;
  readonly names: string;
  readonly results: AnyEntry;
  readonly writes: unknown;
  readonly ways: unknown;
  readonly targets: unknown;
}

/** A module with what the compiler knows of it. */
export interface TypedModule<Types extends ModuleTypes = ModuleTypes> extends ModuleDefinition {
  /** Types only; never there at run time. */
  readonly "~types"?: Types;
}

/** A module's ways out, seen from the skill: what had run before it has run on them too. */
export type ModuleWays<Ways, Next, Declared, Before> =
  Ways extends Way<infer To, infer Names>
    ? WaysTo<To extends "__parent__" ? Next : To, Declared, Names | Before>
    : never;

// As in workflow-builder.ts: each call infers the state from `this`.
interface ModuleMethods {
  /** Adds a step. */
  step<
    State extends BuilderState,
    Entry extends string,
    const Name extends string,
    Response extends AnySchema | undefined = undefined,
    Outcome = None,
    Saved extends SaveReturn<State["stores"], Saved> | undefined | void = undefined,
    const Target extends string = never,
    const Limit extends string = never,
    const Failure extends string = never,
    Needs = unknown,
    Sure = SureIn<State, Name>,
    Store = StoreIn<State, Sure>,
  >(
    this: ModuleBuilder<State, Entry>,
    name: Name & NewName<Name, State["names"]>,
    config:
      | StepConfig<
          Store,
          StoreWith<Store, Name, StepResultOf<ResponseOf<Response>, Outcome, Saved>>,
          State["params"],
          Response,
          Outcome,
          Saved,
          Target,
          Limit,
          Failure,
          Needs
        >
      | TypedStep<{
          response: Response;
          outcome: Outcome;
          saved: Saved;
          target: Target;
          limit: Limit;
          failure: Failure;
        }>,
  ): ModuleBuilder<
    WithStep<State, Name, StepResultOf<ResponseOf<Response>, Outcome, Saved>, Saved, Target | Limit, Failure, Sure>,
    Entry
  >;

  /** The module, checked. */
  build<State extends BuilderState, Entry extends string>(
    this: ModuleBuilder<State, Entry>,
  ): TypedModule<{
    input: State["input"];
    stores: State["stores"] & object;
    entry: Entry;
    names: State["names"];
    results: State["results"];
    writes: State["writes"];
    ways: State["ways"];
    targets: State["targets"];
  }>;
}

/** Builds a module. Its steps lead out to `__parent__`. Each call gives a new builder. */
export interface ModuleBuilder<State extends BuilderState, Entry extends string> extends ModuleMethods {
  /** Types only; never there at run time. */
  readonly "~state"?: State;
  readonly "~entry"?: Entry;
}
