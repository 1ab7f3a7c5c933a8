import type { SkillTool } from "../skillset/skill-tool.ts";
import type { SkillModel, SkillThinking } from "./skill-definition.ts";

/** One task for one skill, with all that the sub-agent may see and nothing else. */
export interface SubagentRequest {
  /** Id of the skill. */
  readonly skill: string;
  readonly runId: string;
  /** The whole system prompt. */
  readonly instructions: string;
  /** The user message. */
  readonly request: string;
  /** The skill's tools, and those for its files and scripts. They answer mistakes with a text; what they throw ends the run. */
  readonly tools: readonly SkillTool[];
  /** What the skill asks for, else the skillset; without either the runner takes the environment's or the caller's. */
  readonly model?: SkillModel;
  readonly thinking?: SkillThinking;
  readonly requestLimit: number;
  readonly forceFinalAnswer: boolean;
  readonly signal: AbortSignal;
}

/** What became of it. */
export interface SubagentResult {
  readonly text: string;
  /** Requests made to the model, the forced one included. */
  readonly requests: number;
  /** Whether the answer was asked for at the limit. */
  readonly forced: boolean;
}

/**
 * Runs an agent of its own for one task: no conversation comes in, one text goes out. At `requestLimit` it asks once
 * more without tools, or throws `request-limit` where `forceFinalAnswer` is false. Everything else that goes wrong throws.
 */
export interface SubagentRunner {
  run(request: SubagentRequest): Promise<SubagentResult>;
}
