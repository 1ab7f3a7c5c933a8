import type { BuilderState, NewName, StoreIn, StoreWith, SureIn, WithStep } from "./builder-state.ts";
import type {
  FallbackResult,
  NextTarget,
  None,
  Reached,
  ResponseOf,
  SaveReturn,
  StepContext,
  StepResultOf,
  WaysPast,
  WaysTo,
} from "./builder-types.ts";
import type { ModuleTypes, ModuleWays, TypedModule } from "./module-types.ts";
import type { BranchesConfig, BranchResults, OverConfig } from "./parallel-config.ts";
import type { StepConfig, StepTypes, TypedStep } from "./step-config.ts";
import type { Result, StepsView } from "./store-types.ts";
import type { AnySchema, Terminal, TopicConfig, WorkflowDefinition, WorkflowTypes } from "./workflow-definition.ts";

type Complete<Missing> = [Missing] extends [never]
  ? unknown
  : { readonly "next leads to a step that does not exist": Missing };

/** What is said of a sub-skill where it is registered. */
export type SubskillOptions<Params, Target extends string, Store, Final> = {
  /** Where to go on when it has ended; without it, its end is the end of the run. `response` is its final output. */
  readonly next?: NextTarget<Target, StepContext<Store, unknown, Final, None>>;
} & (undefined extends Params
  ? { readonly params?: SubskillParams<Params, Store> }
  : {
      /** Makes its params from the answer that led there and the store. */
      readonly params: SubskillParams<Params, Store>;
    });

// oxlint-disable-next-line typescript/no-explicit-any -- several steps may lead there, each with an answer of its own
type SubskillParams<Params, Store> = (response: any, store: Store) => Params;

/** What is said of a module where it is registered. */
export type RegisterOptions<State extends BuilderState, Module extends ModuleTypes, Target> = {
  /** Where the module's `__parent__` leads. */
  readonly next: Target | Terminal;
} & (undefined extends Module["input"]
  ? { readonly params?: ModuleParams<State, Module> }
  : {
      /** Makes the module's params. */
      readonly params: ModuleParams<State, Module>;
    });

type ModuleParams<State extends BuilderState, Module extends ModuleTypes> = (context: {
  readonly store: StoreIn<State, SureIn<State, Module["entry"]>>;
  readonly params: State["params"];
}) => Module["input"];

/** The final output of a run that ends with a topic. */
export interface TopicOutput {
  readonly topic: string;
  readonly content: string;
}

type TopicEnd<Targets> = Targets extends `topic:${string}` ? TopicOutput : never;

type Taken<Names> = [Names] extends [never] ? unknown : { readonly "steps of these names are there already": Names };

// The methods stand in an interface of their own, which knows nothing of the state: each call infers it from `this`. In a
// generic interface the compiler would go through all of the state several times at each call.
interface BuilderMethods {
  /** Adds a step. */
  step<
    State extends BuilderState,
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
    this: WorkflowBuilder<State>,
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
  ): WorkflowBuilder<
    WithStep<State, Name, StepResultOf<ResponseOf<Response>, Outcome, Saved>, Saved, Target | Limit, Failure, Sure>
  >;

  /** Adds a step like another one, with some things different. */
  extend<
    State extends BuilderState,
    const Name extends string,
    Base extends StepTypes,
    Response extends AnySchema | undefined = Base["response"],
    Outcome = Base["outcome"],
    Saved = Base["saved"],
    const Target extends string = Base["target"] & string,
    const Limit extends string = Base["limit"] & string,
    const Failure extends string = Base["failure"] & string,
    Needs = unknown,
    Sure = SureIn<State, Name>,
    Store = StoreIn<State, Sure>,
  >(
    this: WorkflowBuilder<State>,
    name: Name & NewName<Name, State["names"]>,
    base: TypedStep<Base>,
    overrides: Partial<
      StepConfig<
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
    >,
  ): WorkflowBuilder<
    WithStep<State, Name, StepResultOf<ResponseOf<Response>, Outcome, Saved>, Saved, Target | Limit, Failure, Sure>
  >;

  /** Adds a step that asks the same of every element of a list. */
  parallel<
    State extends BuilderState,
    const Name extends string,
    Item,
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
    this: WorkflowBuilder<State>,
    name: Name & NewName<Name, State["names"]>,
    config: OverConfig<
      Store,
      StoreWith<Store, Name, StepResultOf<readonly FallbackResult<ResponseOf<Response>, Outcome>[], None, Saved>>,
      State["params"],
      Item,
      Response,
      Outcome,
      Saved,
      Target,
      Limit,
      Failure,
      Needs
    >,
  ): WorkflowBuilder<
    WithStep<
      State,
      Name,
      StepResultOf<readonly FallbackResult<ResponseOf<Response>, Outcome>[], None, Saved>,
      Saved,
      Target | Limit,
      Failure,
      Sure
    >
  >;

  /** Adds a step of named parts. */
  parallel<
    State extends BuilderState,
    const Name extends string,
    Branches extends Readonly<Record<string, AnySchema | undefined>>,
    Saved extends SaveReturn<State["stores"], Saved> | undefined | void = undefined,
    const Target extends string = never,
    const Limit extends string = never,
    const Failure extends string = never,
    Sure = SureIn<State, Name>,
    Store = StoreIn<State, Sure>,
  >(
    this: WorkflowBuilder<State>,
    name: Name & NewName<Name, State["names"]>,
    config: BranchesConfig<
      Store,
      StoreWith<Store, Name, StepResultOf<BranchResults<Branches>, None, Saved>>,
      State["params"],
      Branches,
      Saved,
      Target,
      Limit,
      Failure
    >,
  ): WorkflowBuilder<
    WithStep<State, Name, StepResultOf<BranchResults<Branches>, None, Saved>, Saved, Target | Limit, Failure, Sure>
  >;

  /** Adds the steps of a module; where they lead to `__parent__`, they lead to `next`. */
  register<State extends BuilderState, Module extends ModuleTypes, const Target extends string = never>(
    this: WorkflowBuilder<State>,
    module: TypedModule<Module> & Taken<Module["names"] & State["names"]>,
    options: RegisterOptions<State, Module, Target>,
  ): WorkflowBuilder<
    BuilderState<
      State["input"],
      State["params"],
      State["final"],
      State["stores"] & Module["stores"],
      State["names"] | Module["names"],
      State["results"] | Module["results"],
      State["writes"] | Module["writes"],
      | WaysPast<State["ways"], Module["names"]>
      | ModuleWays<
          Module["ways"],
          Reached<Target, never>,
          State["names"] | Module["names"],
          SureIn<State, Module["entry"]>
        >,
      Exclude<
        State["targets"] | Reached<Target, never> | Exclude<Module["targets"], "__parent__">,
        State["names"] | Module["names"]
      >,
      State["places"]
    >
  >;

  /** Adds a workflow that steps lead to as `subskill:<name>`. With `next`, its final output is `store.steps.<name>`. */
  subskill<
    State extends BuilderState,
    const Name extends string,
    Types extends WorkflowTypes,
    const Target extends string = never,
    Sure = SureIn<State, `subskill:${Name}`>,
    Store = StoreIn<State, Sure>,
  >(
    this: WorkflowBuilder<State>,
    name: Name & NewName<Name, State["names"]>,
    definition: WorkflowDefinition<Types>,
    ...options: undefined extends Types["params"]
      ? [options?: SubskillOptions<Types["params"], Target, Store, Types["finalOutput"]>]
      : [options: SubskillOptions<Types["params"], Target, Store, Types["finalOutput"]>]
  ): WorkflowBuilder<
    BuilderState<
      State["input"],
      State["params"],
      [Target] extends [never] ? State["final"] | Types["finalOutput"] : State["final"],
      State["stores"],
      [Target] extends [never] ? State["names"] : State["names"] | Name,
      [Target] extends [never] ? State["results"] : State["results"] | Result<Name, Types["finalOutput"]>,
      State["writes"],
      WaysPast<State["ways"], `subskill:${Name}`> | WaysTo<Reached<Target, never>, State["names"], Sure | Name>,
      Exclude<State["targets"] | Reached<Target, never>, State["names"]>,
      State["places"] | `subskill:${Name}`
    >
  >;

  /** Adds a text that steps lead to as `topic:<name>`, and that agents may ask for. */
  topic<State extends BuilderState, const Name extends string>(
    this: WorkflowBuilder<State>,
    name: Name,
    topic: TopicConfig,
  ): WorkflowBuilder<
    BuilderState<
      State["input"],
      State["params"],
      State["final"],
      State["stores"],
      State["names"],
      State["results"],
      State["writes"],
      State["ways"],
      State["targets"],
      State["places"] | `topic:${Name}`
    >
  >;

  /** The workflow, checked. Throws a `SkillError` (`workflow-invalid`) that names everything that is wrong. */
  build<State extends BuilderState>(
    this: WorkflowBuilder<State> & Complete<Exclude<State["targets"], State["places"] | State["names"]>>,
  ): WorkflowDefinition<{
    params: State["input"];
    finalOutput: State["final"] | TopicEnd<State["targets"]>;
    steps: StepsView<State["results"], State["names"]>;
    stores: State["stores"] & object;
  }>;
}

/**
 * Builds a workflow, step by step. A step sees the results of those declared before it: as they are where every way to it
 * passes them, possibly undefined otherwise. Each call gives a new builder.
 */
export interface WorkflowBuilder<State extends BuilderState> extends BuilderMethods {
  /** Types only; never there at run time. */
  readonly "~state"?: State;
}
