import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { SkillManifest } from "../format/types.ts";
import type { SkillFiles, StaticResource } from "../source/static-skill-source.ts";
import type { CodeTool, CustomEvent, JsonSchema } from "./code-tool.ts";
import type { PlainTools, Toolset } from "./toolset.ts";

/** The state that a skill keeps in a session. */
export interface SkillStateDefinition<Schema extends StandardSchemaV1 = StandardSchemaV1> {
  /** Name of its part of the session's state; skills share one only with the same schema. */
  readonly namespace: string;
  readonly schema: Schema;
  /** What a session starts with. Default: what the schema makes of `{}`. */
  readonly initial?: StandardSchemaV1.InferInput<Schema>;
  /** JSON Schema of the state, for a schema library that cannot give it. */
  readonly jsonSchema?: JsonSchema;
}

/** How long a sub-agent's model may think before it answers. */
export type SkillThinking = boolean | "minimal" | "low" | "medium" | "high" | "xhigh";

/** A model as the host's framework names it: a text, or an object that only the framework understands. */
export type SkillModel = string | object;

/** What a lifespan is given. */
export interface LifespanContext<Deps = unknown> {
  readonly skill: string;
  readonly deps: Deps;
  readonly emit: (event: CustomEvent) => void;
  readonly signal: AbortSignal;
}

/** What surrounds one run of a sub-agent: a connection, a working folder, an interpreter. */
export interface SkillLifespan<Deps = unknown, Live = unknown> {
  /** What the tools get as `deps`, for this run alone. */
  setup(context: LifespanContext<Deps>): Live | Promise<Live>;
  /** Called once `setup` succeeded, whatever became of the run; also when it was called off. */
  teardown?(live: Live, context: LifespanContext<Deps>): void | Promise<void>;
}

/** A skill in code: what its SKILL.md would say, and what no SKILL.md can hold. Made with `defineSkill`. */
export interface SkillDefinition {
  readonly name: string;
  readonly description: string;
  /** The instructions. */
  readonly body: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Names of the tools that may be used with the skill, its own and its toolsets' included. Default: all. */
  readonly allowedTools?: readonly string[];
  /** Further frontmatter, such as `disable-model-invocation`. */
  readonly extra?: SkillManifest["extra"];
  /** Files by path: content, or a function that brings it when somebody asks. */
  readonly resources?: Readonly<Record<string, StaticResource>>;
  /** In place of `resources`: reads the files from where they are. */
  readonly files?: SkillFiles;
  /** Real path of the folder that the files lie in, for those who run scripts. */
  readonly directory?: string;
  /** Tools of its own, by name. */
  // A tool takes its own input, state and deps; here they can be any.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly tools?: Readonly<Record<string, CodeTool<any, any, any, any>>>;
  /** Tools that something else lists and calls. */
  readonly toolsets?: readonly (Toolset | PlainTools)[];
  readonly state?: SkillStateDefinition;
  /** For sub-agents alone. */
  readonly model?: SkillModel;
  /** For sub-agents alone. */
  readonly thinking?: SkillThinking;
  /** Requests that a sub-agent may make to its model. Default 20. */
  readonly requestLimit?: number;
  /** Whether a sub-agent at its limit is asked once more, without tools, for an answer. Default true. */
  readonly forceFinalAnswer?: boolean;
  /** For sub-agents alone. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly lifespan?: SkillLifespan<any, any>;
  /** What the tools get as `deps`; a function is called for each run of a sub-agent, and else once per session. */
  readonly deps?: unknown;
  /** For the host; no model ever sees it. */
  readonly extras?: Readonly<Record<string, unknown>>;
}
