import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { PromptReturn } from "../prompt/prompt-piece.ts";
import type {
  ActionContext,
  ActionDefinition,
  MapInputContext,
  NextTarget,
  PromptContext,
  ResponseOf,
  StepContext,
} from "./builder-types.ts";
import type { AnySchema, AnyStore, StepDefinition } from "./workflow-definition.ts";

/** A reusable action in a step, with what it is called with where that is not the answer. */
export interface ActionUse<Store, Params, Response, Outcome, Needs> {
  readonly run: Omit<ActionDefinition, "input" | "output" | "run"> & {
    readonly input: StandardSchemaV1<Needs>;
    readonly output: StandardSchemaV1<unknown, Outcome>;
    readonly run: (context: never) => unknown;
  };
  readonly mapInput?: (context: MapInputContext<Store, Params, Response>) => NoInfer<Needs> | Promise<NoInfer<Needs>>;
}

/** What an action may take. */
export interface ActionLimits {
  /** Milliseconds for one attempt of the action. */
  readonly timeout?: number;
  /** How often the action is tried again. */
  readonly retries?: number;
  /** The action changes something that cannot be taken back. */
  readonly destructive?: boolean;
  /** The action may be run again with the same key when it is not known whether it ran. */
  readonly idempotent?: boolean;
}

/** How often a step may be visited, and where failures lead. */
export interface StepLimits<Limit, Failure> extends ActionLimits {
  /** How often this step may be visited; 10 where nothing is said and the step is in a cycle. */
  readonly maxVisits?: number;
  /** Where to go instead of visiting it once more. */
  readonly onMaxVisits?: Limit;
  /** Where to go when the action has failed for good. */
  readonly onError?: Failure;
}

/**
 * A step as authors write it. TypeScript infers from left to right: write `response` before `action`, `action` before
 * `save`, and `next` last.
 */
export interface StepConfig<
  Store,
  NextStore,
  Params,
  Response extends AnySchema | undefined,
  Outcome,
  Saved,
  Target extends string,
  Limit extends string = never,
  Failure extends string = never,
  Needs = unknown,
> extends StepLimits<Limit, Failure> {
  /** Without one the step is passed without the agent. */
  readonly prompt?: PromptReturn | ((context: PromptContext<Store, Params>) => PromptReturn | Promise<PromptReturn>);
  /** The shape of the answer: any Standard Schema. */
  readonly response?: Response;
  /** A side effect: a function, or a reusable action. */
  readonly action?:
    | ((context: ActionContext<Store, Params, ResponseOf<Response>>) => Outcome | Promise<Outcome>)
    | ActionUse<Store, Params, ResponseOf<Response>, Outcome, Needs>;
  /** What the store keeps: `step` is the step's result, other keys are merged into sub-stores. */
  readonly save?: (context: StepContext<Store, Params, ResponseOf<Response>, Outcome>) => Saved | Promise<Saved>;
  /** Where the step leads. */
  readonly next: NextTarget<Target, StepContext<NextStore, Params, ResponseOf<Response>, Outcome>>;
}

/** What the compiler knows of a step that stands alone. */
export interface StepTypes {
  readonly response: AnySchema | undefined;
  readonly outcome: unknown;
  readonly saved: unknown;
  readonly target: unknown;
  readonly limit: unknown;
  readonly failure: unknown;
}

/** A step that stands alone: it knows nothing of the skill it will be in. */
export interface TypedStep<Types extends StepTypes = StepTypes> extends StepDefinition {
  /** Types only; never there at run time. */
  readonly "~types"?: Types;
}

/** The config of a step that stands alone: any store, and the params it says it needs. */
export type LooseStepConfig<
  Params,
  Response extends AnySchema | undefined,
  Outcome,
  Saved,
  Target extends string,
  Limit extends string,
  Failure extends string,
  Needs,
> = StepConfig<AnyStore, AnyStore, Params, Response, Outcome, Saved, Target, Limit, Failure, Needs>;
