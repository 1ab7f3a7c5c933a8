import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { HostDefinition, HostView } from "../hosts/host.ts";
import type { Primitive } from "../primitives/primitive.ts";
import type { PromptReturn, SystemSegment } from "../prompt/prompt-piece.ts";
import type { ObserverMap } from "../engine/observers.ts";
import type { Actions } from "../primitives/act.ts";

// What `build()` returns: the graph as data, with the types of its callbacks erased. An engine, the lint, a graph and a
// transport read this; authors see the typed faces of builder-types.ts.

/** A schema of any library that speaks Standard Schema. */
export type AnySchema = StandardSchemaV1;

/** The end of a run, as a `next`. */
export interface Terminal {
  readonly terminal: true;
}

/** Files that come with a skill. */
export interface ReferenceLoader {
  /** The text of `references/<file>`. Throws for a file that is not there, or outside the folder. */
  load(file: string): string;
  /** The absolute path of a file of the skill. */
  asset(path: string): string;
}

/** What the store keeps, as callbacks see it. Enumerable and serialisable: `JSON.stringify(store)` shows all of it. */
export interface AnyStore {
  readonly steps: AnySteps;
  readonly [store: string]: unknown;
}

/** Results of finished steps: the latest by name, and all of them. */
export interface AnySteps {
  all(step: string): readonly unknown[];
  ran(step: string): boolean;
  readonly history: readonly HistoryEntry[];
  readonly [step: string]: unknown;
}

/** One finished visit. */
export interface HistoryEntry {
  readonly step: string;
  readonly response: unknown;
  readonly actionResult?: unknown;
  readonly result: unknown;
  /** Why its action failed for good; it has no result then. */
  readonly error?: string;
}

/** What a prompt function is given. */
export interface AnyPromptContext {
  readonly store: AnyStore;
  readonly params: unknown;
  readonly refs: ReferenceLoader;
  /** Finished visits of this step before this one. */
  readonly attempts: number;
  readonly host: HostView;
  readonly act: Actions;
  readonly system: (text: string | TemplateStringsArray, ...values: readonly unknown[]) => SystemSegment;
  /** In a part of a parallel step: what it is about. */
  readonly item?: unknown;
  readonly index?: number;
  readonly part?: string;
}

/** What `action`, `mapInput`, `save`, `next` and `when` are given. */
export interface AnyStepContext {
  readonly response: unknown;
  readonly actionResult: unknown;
  readonly store: AnyStore;
  readonly params: unknown;
  /** Finished visits of this step, the present one included. */
  readonly attempts: number;
  readonly item?: unknown;
  readonly index?: number;
  readonly part?: string;
}

/** What an inline action is given. */
export interface AnyActionContext extends Omit<AnyStepContext, "actionResult"> {
  /** Fires when the action's time is over, or the call was aborted. */
  readonly signal: AbortSignal;
  /** The same for each attempt of one visit: give it to services that take idempotency keys. */
  readonly key: string;
}

/** A reusable side effect with a typed input and output. */
export interface AnyAction {
  readonly kind: "action";
  readonly name: string;
  readonly input: AnySchema;
  readonly output: AnySchema;
  readonly run: (context: { readonly input: unknown; readonly signal: AbortSignal; readonly key: string }) => unknown;
  /** It changes something that cannot be taken back. */
  readonly destructive?: boolean;
  /** Running it twice with one key does the same as once, so that a run of unknown outcome is simply repeated. */
  readonly idempotent?: boolean;
  /** Milliseconds for one attempt. */
  readonly timeout?: number;
  /** How often it is tried again after a failure. */
  readonly retries?: number;
}

/** A reusable action in a step. */
export interface AnyActionUse {
  readonly run: AnyAction;
  readonly mapInput?: (context: Omit<AnyStepContext, "actionResult">) => unknown;
}

/** One way on; the first whose `when` holds is taken. */
export interface AnyBranch {
  readonly to: string | Terminal;
  readonly when?: (context: AnyStepContext) => boolean | Promise<boolean>;
}

/** Where a step leads. */
export type AnyNext =
  | string
  | Terminal
  | readonly AnyBranch[]
  | ((context: AnyStepContext) => string | Terminal | Promise<string | Terminal>);

/** A part of a parallel step: answered on its own. */
export interface AnyPartConfig {
  readonly prompt: PromptReturn | ((context: AnyPromptContext) => PromptReturn | Promise<PromptReturn>);
  readonly response?: AnySchema;
  readonly action?: ((context: AnyActionContext) => unknown) | AnyActionUse;
  readonly timeout?: number;
  readonly retries?: number;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
}

/** How a step fans out: over a list, or into named branches. */
export type AnyParallel =
  | {
      readonly over: (
        context: Pick<AnyPromptContext, "store" | "params">,
      ) => readonly unknown[] | Promise<readonly unknown[]>;
      readonly each: AnyPartConfig;
    }
  | { readonly branches: Readonly<Record<string, AnyPartConfig>> };

/** Everything a step may have. */
export interface AnyStepConfig {
  /** Without one the step is passed without the agent. */
  readonly prompt?: PromptReturn | ((context: AnyPromptContext) => PromptReturn | Promise<PromptReturn>);
  /** The shape of the answer. Without one the answer is not looked at, and is `{}`. */
  readonly response?: AnySchema;
  readonly action?: ((context: AnyActionContext) => unknown) | AnyActionUse;
  /** What the store keeps: `step` is the step's result, other keys are merged into sub-stores. */
  readonly save?: (context: AnyStepContext) => unknown;
  readonly next: AnyNext;
  /** How often this step may be visited; 10 where nothing is said and the step is in a cycle. */
  readonly maxVisits?: number;
  /** Where to go instead of visiting it once more. */
  readonly onMaxVisits?: string;
  /** Where to go when the action has failed for good. */
  readonly onError?: string;
  /** Milliseconds for one attempt of the action. */
  readonly timeout?: number;
  /** How often the action is tried again. */
  readonly retries?: number;
  /** The action changes something that cannot be taken back. */
  readonly destructive?: boolean;
  /** The action may be run again with the same key when it is not known whether it ran. */
  readonly idempotent?: boolean;
  readonly parallel?: AnyParallel;
}

/** A step, with a name only where it is used. */
export interface StepDefinition<Config = AnyStepConfig> {
  readonly kind: "step";
  readonly config: Config;
  /** A step like this one, with some things different. */
  extend(overrides: Partial<AnyStepConfig>): StepDefinition;
}

/** What a step of a registered module runs with: params and stores of its own. */
export interface ModuleScope {
  readonly module: string;
  /** Of the params; they are checked when they are made. */
  readonly schema?: AnySchema;
  /** Makes the module's params from the skill's. Absent if it has none. */
  readonly params?: (context: Pick<AnyPromptContext, "store" | "params">) => unknown;
}

/** A step in a definition. */
export interface DefinedStep extends AnyStepConfig {
  readonly scope?: ModuleScope;
}

/** A text that an agent may ask for. */
export interface TopicConfig {
  readonly label: string;
  readonly content: string | ((context: { readonly refs: ReferenceLoader }) => string | Promise<string>);
}

/** Another workflow that this one leads to. */
export interface SubskillRegistration {
  readonly definition: WorkflowDefinition;
  /** Makes its params from the answer that led there and the store. */
  readonly params?: (response: unknown, store: AnyStore) => unknown;
  /** Where to go on when it has ended; without it, its end is the end of the run. Its final output is `store.steps.<name>`. */
  readonly next?: AnyNext;
}

/** What goes into the package.json of a built skill. */
export interface PackageConfig {
  readonly name?: string;
  readonly description?: string;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly [field: string]: unknown;
}

/** Frontmatter of the SKILL.md of a built skill, beyond name and description. */
export interface FrontmatterConfig {
  readonly argumentHint?: string;
  readonly arguments?: string | readonly string[];
  readonly allowedTools?: string | readonly string[];
  readonly paths?: string | readonly string[];
  readonly context?: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly disableModelInvocation?: boolean;
  readonly userInvocable?: boolean;
}

/** What the compiler knows of a workflow from outside. */
export interface WorkflowTypes {
  /** What `start` takes. */
  readonly params: unknown;
  readonly finalOutput: unknown;
  /** Results by step. */
  readonly steps: object;
  readonly stores: object;
}

/** A workflow: a typed graph of steps, as data. */
export interface WorkflowDefinition<Types extends WorkflowTypes = WorkflowTypes> extends FrontmatterConfig {
  readonly kind: "skill";
  readonly name: string;
  readonly entry: string;
  /** With the trigger keywords, if there are any. */
  readonly description: string;
  readonly triggers: readonly string[];
  readonly system?: string;
  readonly version: string;
  readonly resolveVersion: boolean;
  readonly params?: AnySchema;
  readonly stores: Readonly<Record<string, AnySchema>>;
  readonly finalOutput?: AnySchema;
  readonly observers?: ObserverMap;
  readonly skillMd?: string | ((skill: WorkflowDefinition) => string);
  readonly package?: PackageConfig;
  readonly steps: Readonly<Record<string, DefinedStep>>;
  readonly subskills: Readonly<Record<string, SubskillRegistration>>;
  readonly topics: Readonly<Record<string, TopicConfig>>;
  /** Primitives of the author's own, beside the six. */
  readonly primitives: readonly Primitive[];
  /** Hosts of the author's own, beside the nine. */
  readonly hosts: readonly HostDefinition[];
  /** Types only; never there at run time. */
  readonly "~types"?: Types;
}

/** Topics without steps. */
export interface ReferenceDefinition extends FrontmatterConfig {
  readonly kind: "reference";
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly resolveVersion: boolean;
  readonly package?: PackageConfig;
  readonly topics: Readonly<Record<string, TopicConfig>>;
}

/** Steps that skills share. */
export interface ModuleDefinition {
  readonly kind: "module";
  readonly name: string;
  readonly entry: string;
  readonly params?: AnySchema;
  readonly stores: Readonly<Record<string, AnySchema>>;
  readonly steps: Readonly<Record<string, DefinedStep>>;
}

/** What a builder's entry file may export. */
export type Buildable = WorkflowDefinition | ReferenceDefinition;
