import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { HostView } from "../hosts/host.ts";
import type { Actions } from "../primitives/act.ts";
import type { PromptReturn, SystemSegment } from "../prompt/prompt-piece.ts";
import type { DeepPartial, Write } from "./store-types.ts";
import type { AnySchema, ReferenceLoader, Terminal } from "./workflow-definition.ts";

// What a builder knows while it is being written, and what a step's callbacks see of it.

/** A way to a step that is not declared yet, and the names of what has surely run on it. */
export interface Way<To, Names> {
  readonly to: To;
  readonly names: Names;
}

interface Box<Names> {
  readonly names: Names;
}

/** Names of steps that have surely run when `To` is shown: what all ways there have in common; none if there is no way. */
export type SureAt<Ways, To> = (
  Ways extends Way<infer Found, infer Names> ? (Found extends To ? (box: Box<Names>) => void : never) : never
) extends (box: infer All) => void
  ? [All] extends [never]
    ? never
    : All extends Box<infer Names>
      ? Names
      : never
  : never;

/** The ways that are left when `Name` is declared. */
export type WaysPast<Ways, Name> = Ways extends Way<infer To, unknown> ? (To extends Name ? never : Ways) : never;

/** Ways to everything in `To` that is not declared yet. */
export type WaysTo<To, Declared, Names> = To extends Declared ? never : Way<To, Names>;

/** What a response schema makes of an answer; `{}` where there is none. */
export type ResponseOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Schema> : EmptyResponse;

/** The answer of a step that takes none. */
export type EmptyResponse = Readonly<Record<string, never>>;

/** A step without an action. */
export declare const none: unique symbol;
export type None = typeof none;

/** What `actionResult` is in callbacks. */
export type ActionResultOf<Result> = Result extends None ? undefined : Result;

/** What the store keeps of a step: what `save` says, else what the action gave, else the answer. */
export type StepResultOf<Response, Result, Saved> = Saved extends { readonly step: infer Kept }
  ? undefined extends Kept
    ? Exclude<Kept, undefined> | FallbackResult<Response, Result>
    : Kept
  : FallbackResult<Response, Result>;

/** What is kept where `save` says nothing. */
export type FallbackResult<Response, Result> = Result extends None ? Response : Result;

/** What `save` may return: a result, and parts of declared stores. */
export type SaveReturn<Stores, Saved> = {
  readonly step?: unknown;
} & { readonly [Name in keyof Stores]?: DeepPartial<Stores[Name]> } & {
  readonly [Name in Exclude<keyof Saved, "step" | keyof Stores>]: never;
};

/** What a step surely writes to sub-stores: what all that `save` may return has in common. */
export type WriteOf<Name extends string, Saved> = [Saved] extends [object]
  ? [Exclude<keyof Saved, "step">] extends [never]
    ? never
    : Write<Name, Pick<Saved, Exclude<keyof Saved, "step">>>
  : never;

/** What a prompt function is given. */
export interface PromptContext<Store, Params> {
  readonly store: Store;
  readonly params: Params;
  readonly refs: ReferenceLoader;
  /** Finished visits of this step before this one. */
  readonly attempts: number;
  readonly host: HostView;
  readonly act: Actions;
  readonly system: (text: string | TemplateStringsArray, ...values: readonly unknown[]) => SystemSegment;
}

/** A prompt that depends on what has happened. */
export type PromptFn<Store = unknown, Params = unknown> = (
  context: PromptContext<Store, Params>,
) => PromptReturn | Promise<PromptReturn>;

/** What an inline action is given. */
export interface ActionContext<Store, Params, Response> {
  readonly response: Response;
  readonly store: Store;
  readonly params: Params;
  readonly attempts: number;
  /** Fires when the action's time is over, or the call was aborted. */
  readonly signal: AbortSignal;
  /** The same for each attempt of one visit: give it to services that take idempotency keys. */
  readonly key: string;
}

/** What `mapInput` is given. */
export interface MapInputContext<Store, Params, Response> {
  readonly response: Response;
  readonly store: Store;
  readonly params: Params;
  /** Finished visits of this step, the present one included. */
  readonly attempts: number;
}

/** What `save`, `next` and `when` are given. */
export interface StepContext<Store, Params, Response, Result> {
  readonly response: Response;
  readonly actionResult: ActionResultOf<Result>;
  readonly store: Store;
  readonly params: Params;
  /** Finished visits of this step, the present one included. */
  readonly attempts: number;
}

/** What a reusable action is called with. */
export interface ActionRunContext<Input> {
  readonly input: Input;
  /** Fires when the action's time is over, or the call was aborted. */
  readonly signal: AbortSignal;
  /** The same for each attempt of one visit: give it to services that take idempotency keys. */
  readonly key: string;
}

/** A reusable side effect with a typed input and output. */
export interface ActionDefinition<Input extends AnySchema = AnySchema, Output extends AnySchema = AnySchema> {
  readonly kind: "action";
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    context: ActionRunContext<StandardSchemaV1.InferOutput<Input>>,
  ) => StandardSchemaV1.InferInput<Output> | Promise<StandardSchemaV1.InferInput<Output>>;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly timeout?: number;
  readonly retries?: number;
}

/** What an action gives. */
export type InferActionResult<Action> =
  Action extends ActionDefinition<AnySchema, infer Output> ? StandardSchemaV1.InferOutput<Output> : never;

/** One way on; the first whose `when` holds is taken. */
export interface NextBranch<Target, Context> {
  readonly to: Target | Terminal;
  readonly when?: (context: Context) => boolean | Promise<boolean>;
}

/** Chooses the way on. */
export type TransitionFn<Target, Context> = (context: Context) => Target | Terminal | Promise<Target | Terminal>;

/** Where a step leads: a name, the end, branches, or a function. */
export type NextTarget<Target, Context> =
  | Target
  | Terminal
  | readonly NextBranch<Target, Context>[]
  | TransitionFn<Target, Context>;

/** Names among targets; a name the compiler does not know stands for nothing. */
export type Named<Target> = Target extends string ? (string extends Target ? never : Target) : never;

/** Where a step of this name can go: `self` is itself. */
export type Reached<Target, Name extends string> =
  Named<Target> extends infer Found ? (Found extends "self" ? Name : Found) : never;
