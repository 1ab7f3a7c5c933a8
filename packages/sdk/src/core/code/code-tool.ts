import type { StandardSchemaV1 } from "@standard-schema/spec";

/** JSON Schema as data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Something that happened in a tool and that the program's user interface may want to know. */
export interface CustomEvent {
  readonly name: string;
  readonly value?: unknown;
}

/** What a tool of a skill is given besides its input. */
export interface ToolContext<State = undefined, Deps = undefined> {
  /** Id of the skill. */
  readonly skill: string;
  readonly tool: string;
  /** The model's id of this call, or one of our own. */
  readonly callId: string;
  /**
   * The session's state in the skill's namespace, to be read and changed in place. What was changed is kept, and recorded
   * as a patch, also when the tool fails. Calls that share a namespace run one after the other, unless the tool says
   * `concurrent`; then this is the state as it is now, which cannot be changed here, and `update` is the way.
   */
  readonly state: State;
  /** Changes the state at once, in one go; the recipe must not wait for anything. */
  readonly update: (recipe: (state: State) => void) => void;
  /** Tells listeners something, in order and before the call ends. */
  readonly emit: (event: CustomEvent) => void;
  readonly deps: Deps;
  readonly signal: AbortSignal;
}

/** A tool that a skill brings along, with its code. */
export interface CodeTool<
  Input extends StandardSchemaV1 = StandardSchemaV1,
  State = unknown,
  Deps = unknown,
  Output extends StandardSchemaV1 = StandardSchemaV1,
> {
  readonly description: string;
  /** What the model must send: an object. It gets what the schema makes of it, defaults and coercions included. */
  readonly input: Input;
  /** JSON Schema of the input, for a schema library that cannot give it. */
  readonly inputJsonSchema?: JsonSchema;
  /** What the tool promises to return; anything else is an error. */
  readonly output?: Output;
  /** May run beside other calls of its namespace; then it changes state with `update` alone. Default false. */
  readonly concurrent?: boolean;
  execute(input: StandardSchemaV1.InferOutput<Input>, context: ToolContext<State, Deps>): unknown;
}
