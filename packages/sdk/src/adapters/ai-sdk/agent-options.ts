import type { generateText, LanguageModel, ModelMessage } from "ai";
import type { StateSnapshot } from "../../core/code/state/skill-state.ts";
import type { SkillRegistry } from "../../core/registry/skill-registry.ts";
import type { CreateSkillsetOptions } from "../../core/skillset/create-skillset.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import type { SkillSource } from "../../core/source/skill-source.ts";
import type { StaticSkills } from "../../core/source/static-skill-source.ts";
import type { Environment, ResolveModel } from "./choose-model.ts";

/** What an agent is asked: one message, or a conversation so far. */
export type AgentInput = string | readonly ModelMessage[];

/** What one run of an agent needs besides the agent. */
export interface RunAgentOptions<Context = unknown> extends Pick<
  CreateSkillsetOptions<Context>,
  "context" | "state" | "scripts" | "approve" | "approvals" | "budget"
> {
  /** Where the ids of an agent's skills are looked up. */
  readonly skills?: SkillRegistry | SkillSource | StaticSkills | undefined;
  /** A skillset that was made before, to keep a session over several turns; the agent's own skills are not looked at. */
  readonly skillset?: Skillset | undefined;
  /** Called with the skillset before the model is, for those who follow its events. */
  readonly onSkillset?: ((skillset: Skillset) => void) | undefined;
  /** In place of the agent's model. */
  readonly model?: LanguageModel | undefined;
  /** Makes a model of its name. Default: names are left to the AI SDK's global provider. */
  readonly resolveModel?: ResolveModel | undefined;
  /** Where `TRADECRAFT_SKILL_MODEL`, the model of sub-agents, is looked up. Default: the environment of the process. */
  readonly env?: Environment | undefined;
  /** Requests that the agent may make to its model. Default 20. */
  readonly maxSteps?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The steps of a run, in the type of the version in use. */
export type AgentSteps = Awaited<ReturnType<typeof generateText>>["steps"];

/** What became of a run. */
export interface AgentResult {
  readonly text: string;
  /** The whole conversation: what was given, and what came of it. */
  readonly messages: readonly ModelMessage[];
  /** What the skills keep, as it is now; the `state` of a later run. */
  readonly state: StateSnapshot;
  /** For the next turn of the same session. */
  readonly skillset: Skillset;
  readonly steps: AgentSteps;
}
