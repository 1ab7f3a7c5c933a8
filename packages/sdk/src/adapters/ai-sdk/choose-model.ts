import type { LanguageModel } from "ai";
import type { SkillModel } from "../../core/code/skill-definition.ts";
import { SkillError } from "../../core/errors.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Makes a model of its name. */
export type ResolveModel = (name: string) => LanguageModel | Promise<LanguageModel>;

/** Names the model of sub-agents whose skill and skillset name none. */
export const skillModelVariable = "TRADECRAFT_SKILL_MODEL";

/** Where models come from that nobody asked for. */
export interface ChooseModelOptions {
  /** The caller's. */
  readonly model?: SkillModel | undefined;
  readonly env?: Environment | undefined;
  readonly resolveModel?: ResolveModel | undefined;
}

/** The model of a sub-agent: what was asked for, else what the environment names, else the caller's. */
export async function chooseSkillModel(
  skill: string,
  asked: SkillModel | undefined,
  { model, env = hostEnvironment(), resolveModel }: ChooseModelOptions,
): Promise<LanguageModel> {
  const named = env[skillModelVariable]?.trim();
  const chosen = asked ?? (named === undefined || named === "" ? model : named);
  if (chosen === undefined) {
    const message = `There is no model for the skill "${skill}": give \`aiSubagents\` a \`model\`, the skillset a \`subagentModel\` or the skill a \`model\`, or set ${skillModelVariable}.`;
    throw new SkillError("subagent-failed", message, { facts: { skill } });
  }
  return toLanguageModel(chosen, resolveModel);
}

/** A model as the AI SDK takes it. Without `resolveModel`, names are left to its global provider. */
export async function toLanguageModel(
  model: SkillModel,
  resolveModel: ResolveModel | undefined,
): Promise<LanguageModel> {
  return typeof model === "string" && resolveModel !== undefined ? resolveModel(model) : (model as LanguageModel);
}

/** Not every runtime has a process. */
function hostEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}
