import type { PromptReturn } from "../prompt/prompt-piece.ts";
import type {
  ActionContext,
  FallbackResult,
  NextTarget,
  None,
  PromptContext,
  ResponseOf,
  StepContext,
} from "./builder-types.ts";
import type { ActionLimits, ActionUse, StepLimits } from "./step-config.ts";
import type { AnySchema } from "./workflow-definition.ts";

/** What a part is about: an element of the list. */
export interface ItemContext<Item> {
  readonly item: Item;
  readonly index: number;
}

/** One part of a step that fans out over a list. */
export interface EachConfig<
  Store,
  Params,
  Item,
  Response extends AnySchema | undefined,
  Outcome,
  Needs,
> extends ActionLimits {
  readonly prompt:
    | PromptReturn
    | ((context: PromptContext<Store, Params> & ItemContext<Item>) => PromptReturn | Promise<PromptReturn>);
  readonly response?: Response;
  readonly action?:
    | ((context: ActionContext<Store, Params, ResponseOf<Response>> & ItemContext<Item>) => Outcome | Promise<Outcome>)
    | ActionUse<Store, Params, ResponseOf<Response>, Outcome, Needs>;
}

/** One named part. */
export interface BranchConfig<Store, Params, Response> {
  readonly prompt: PromptReturn | ((context: PromptContext<Store, Params>) => PromptReturn | Promise<PromptReturn>);
  readonly response?: Response;
}

interface Join<
  Store,
  NextStore,
  Params,
  Joined,
  Saved,
  Target extends string,
  Limit extends string,
  Failure extends string,
> extends StepLimits<Limit, Failure> {
  /** `response` is the joined result. */
  readonly save?: (context: StepContext<Store, Params, Joined, None>) => Saved | Promise<Saved>;
  readonly next: NextTarget<Target, StepContext<NextStore, Params, Joined, None>>;
}

/** A step that asks the same of every element of a list. Its result is the list of results, in the list's order. */
export interface OverConfig<
  Store,
  NextStore,
  Params,
  Item,
  Response extends AnySchema | undefined,
  Outcome,
  Saved,
  Target extends string,
  Limit extends string,
  Failure extends string,
  Needs,
> extends Join<
  Store,
  NextStore,
  Params,
  readonly FallbackResult<ResponseOf<Response>, Outcome>[],
  Saved,
  Target,
  Limit,
  Failure
> {
  readonly over: (context: {
    readonly store: Store;
    readonly params: Params;
  }) => readonly Item[] | Promise<readonly Item[]>;
  readonly each: EachConfig<Store, Params, Item, Response, Outcome, Needs>;
  readonly branches?: undefined;
}

/** What named parts give. */
export type BranchResults<Branches> = { readonly [Part in keyof Branches]: ResponseOf<Branches[Part]> };

/** A step of named parts. Its result has the result of each. */
export interface BranchesConfig<
  Store,
  NextStore,
  Params,
  Branches,
  Saved,
  Target extends string,
  Limit extends string,
  Failure extends string,
> extends Join<Store, NextStore, Params, BranchResults<Branches>, Saved, Target, Limit, Failure> {
  readonly branches: { readonly [Part in keyof Branches]: BranchConfig<Store, Params, Branches[Part]> };
  readonly over?: undefined;
  readonly each?: undefined;
}
