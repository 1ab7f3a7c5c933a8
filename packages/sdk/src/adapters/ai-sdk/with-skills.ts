import type { LanguageModel, ModelMessage, ToolChoice, ToolSet } from "ai";
import { SkillError } from "../../core/errors.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import { skillTools } from "./skill-tools.ts";
import { type SkillPrepareStep, unlockTools } from "./unlock-tools.ts";

interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

/** Every form that a system prompt has in versions 5, 6 and 7. */
export type SystemPrompt = string | SystemMessage | readonly SystemMessage[];

/** The settings that skills have to do with; all others are passed on as they are. */
export interface SkillSettings<Name extends string = string> {
  readonly model: LanguageModel;
  readonly system?: SystemPrompt | undefined;
  readonly instructions?: SystemPrompt | undefined;
  readonly tools?: ToolSet | undefined;
  readonly activeTools?: readonly Name[] | undefined;
  readonly stopWhen?: unknown;
  readonly prepareStep?: SkillPrepareStep | undefined;
  // Not looked at. Named here so that what is written as a literal keeps its type.
  readonly prompt?: string | readonly ModelMessage[] | undefined;
  readonly messages?: readonly ModelMessage[] | undefined;
  readonly toolChoice?: ToolChoice<Record<Name, never>> | undefined;
}

/** Steps after which a call ends that does not say when: as many as the AI SDK gives its agents. */
const maxSteps = 20;

/**
 * Settings of `generateText`, `streamText` or an agent, with skills: their prompt behind the system prompt, their tools
 * beside the program's. Where there is no `stopWhen`, up to 20 steps are made: the AI SDK's own default of one would
 * end the call as soon as a skill is loaded. Callbacks get their types when they are added afterwards:
 * `streamText({ ...withSkills({ model, prompt }, skillset), onStepFinish })`. Only `prepareStep` belongs inside: in mode
 * `unlocked` it is what shows the model the tools of a skill once that is loaded.
 */
export function withSkills<Settings extends SkillSettings<Name>, Name extends string = string>(
  settings: Settings,
  skillset: Skillset,
): Settings {
  return { ...settings, ...promptSettings(settings, skillset.prompt()), ...toolSettings(settings, skillset) };
}

function promptSettings(settings: SkillSettings, prompt: string): Pick<SkillSettings, "system" | "instructions"> {
  if (prompt === "") return {};
  const { system, instructions } = settings;
  if (instructions !== undefined) return { instructions: append(instructions, prompt) };
  if (system !== undefined || "prompt" in settings || "messages" in settings) return { system: append(system, prompt) };
  // Settings of an agent. Version 5 reads `system` there and nothing else, versions 6 and 7 read `instructions` first.
  return { system: prompt, instructions: prompt };
}

/** Each form stays what it is; what is appended to a message is cached with it, if its options ask for that. */
function append(before: SystemPrompt | undefined, prompt: string): SystemPrompt {
  if (before === undefined || before === "") return prompt;
  if (typeof before === "string") return `${before}\n\n${prompt}`;
  if ("role" in before) return { ...before, content: `${before.content}\n\n${prompt}` };
  return [...before, { role: "system", content: prompt }];
}

function toolSettings(
  settings: SkillSettings,
  skillset: Skillset,
): Pick<SkillSettings, "tools" | "activeTools" | "stopWhen" | "prepareStep"> {
  const { tools = {}, activeTools, stopWhen } = settings;
  const added = skillTools(skillset);
  const names = Object.keys(added);
  if (names.length === 0) return {};
  const taken = names.find((name) => Object.hasOwn(tools, name));
  if (taken !== undefined) {
    const message = `The name "${taken}" is taken by a tool of the skillset; rename the program's tool, or choose other names with \`toolNames\`.`;
    throw new SkillError("skillset-invalid", message, { facts: { tool: taken } });
  }
  const isUnlocking = skillset.unlockable.length > 0;
  return {
    tools: { ...tools, ...added },
    ...(activeTools !== undefined && { activeTools: [...new Set([...activeTools, ...names])] }),
    ...(isUnlocking && { prepareStep: unlockTools(settings, skillset) }),
    stopWhen: stopWhen ?? (({ steps }: { steps: readonly unknown[] }): boolean => steps.length >= maxSteps),
  };
}
