import type { LanguageModel, ModelMessage, ToolSet } from "ai";
import type { AgentDefinition } from "../../core/code/define-agent.ts";
import { SkillError } from "../../core/errors.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import type { AgentInput, RunAgentOptions } from "./agent-options.ts";
import { agentSkillset } from "./agent-skillset.ts";
import { toLanguageModel } from "./choose-model.ts";
import { withSkills } from "./with-skills.ts";

/** Settings of `generateText` and `streamText`. */
export interface AgentSettings {
  readonly model: LanguageModel;
  readonly system?: string;
  readonly messages: ModelMessage[];
  readonly tools?: ToolSet;
  readonly abortSignal?: AbortSignal;
  readonly stopWhen: (run: { steps: readonly unknown[] }) => boolean;
}

/** An agent with its skills. */
export interface PreparedAgent {
  readonly skillset: Skillset;
  readonly settings: AgentSettings;
}

/** All that an agent needs for one run. */
export async function prepareAgent<Context>(
  agent: AgentDefinition<ToolSet>,
  input: AgentInput,
  options: RunAgentOptions<Context>,
): Promise<PreparedAgent> {
  const { signal, maxSteps = 20, onSkillset, resolveModel } = options;
  signal?.throwIfAborted();
  const named = options.model ?? agent.model;
  if (named === undefined) {
    const message = `The agent "${agent.name}" has no model; give it one, or the option \`model\`.`;
    throw new SkillError("agent-invalid", message, { facts: { agent: agent.name, field: "model" } });
  }
  const model = await toLanguageModel(named, resolveModel);
  const messages: ModelMessage[] = typeof input === "string" ? [{ role: "user", content: input }] : [...input];
  const skillset = await agentSkillset(agent, model, messages, options);
  onSkillset?.(skillset);
  signal?.throwIfAborted();
  const settings: AgentSettings = {
    model,
    messages,
    ...(agent.instructions !== undefined && { system: agent.instructions }),
    ...(agent.tools !== undefined && { tools: agent.tools }),
    ...(signal !== undefined && { abortSignal: signal }),
    stopWhen: ({ steps }) => steps.length >= maxSteps,
  };
  return { skillset, settings: withSkills(settings, skillset) };
}
